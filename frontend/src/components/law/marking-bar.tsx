import type { ReactElement } from "react";

import * as gestures from "../../model/gestures";
import { namesForArgument } from "../../model/names";
import { focusedLayer } from "../../model/session";
import type { SessionState } from "../../model/session";
import { focusedSuggestion, openHere } from "../../model/session-suggestions";
import { acceptAs, acceptSuggestion, namesInFocus, rejectSuggestion } from "../../model/suggestion-gestures";
import { useSlice } from "../../model/store";
import { lookOf } from "../../text/numbering";
import { countWords } from "../../text/counting";
import type { Editing } from "../editing";
import { beginNaming } from "./begin-naming";
import { focusSheet } from "./focus-sheet";
import { NameField } from "./name-field";

/** The name of an argument that is there. */
function RenameField({ editing, id, name }: { editing: Editing; id: string; name: string }): ReactElement {
  const { store } = editing;
  return (
    <NameField
      editing={editing}
      name={name}
      listed={namesForArgument(store.get(), id)}
      words={["save", `keep ${name}`]}
      onName={(typed) => (typed.trim() === name ? null : gestures.renameArgument(store.get(), id, typed))}
    />
  );
}

/** The name of the argument that a suggestion is to become; with it the suggestion is accepted. */
function AcceptField({ editing, name }: { editing: Editing; name: string }): ReactElement {
  const { store, makeId } = editing;
  return (
    <NameField
      editing={editing}
      name={name}
      listed={namesInFocus(store.get())}
      words={["accept so", "back"]}
      onName={(typed) => acceptAs(store.get(), typed, makeId)}
    />
  );
}

function Act({ words, keys, onClick }: { words: string; keys: string; onClick: () => void }): ReactElement {
  return (
    <button
      type="button"
      className="act"
      tabIndex={-1}
      onClick={() => {
        onClick();
        focusSheet();
      }}
    >
      {words} <kbd>{keys}</kbd>
    </button>
  );
}

function MentionActs({ editing }: { editing: Editing }): ReactElement {
  const { store, perform, makeId } = editing;
  return (
    <>
      <span className="hint">
        Move to <kbd>1–9</kbd>
      </span>
      <span className="hint">
        Edge <kbd>⇧←</kbd> <kbd>⇧→</kbd>
      </span>
      <Act
        words="Split"
        keys="X"
        onClick={() => {
          perform(gestures.splitMention(store.get(), makeId));
        }}
      />
      <button
        type="button"
        className="act"
        tabIndex={-1}
        onClick={() => {
          beginNaming(editing);
        }}
      >
        Rename <kbd>R</kbd>
      </button>
      <Act
        words="Delete"
        keys="⌫"
        onClick={() => {
          perform(gestures.deleteMention(store.get()));
        }}
      />
    </>
  );
}

/** How many suggestions wait here, and the key to the first. */
function OpenHere({ state }: { state: SessionState }): ReactElement | null {
  const open = openHere(state).length;
  if (open === 0) return null;
  return (
    <>
      <span>
        {countWords(open, "suggestion")} <kbd>Tab</kbd>
      </span>
      <i />
    </>
  );
}

/** The suggestion in focus: what it would become, how sure the model is, and what can be done with it. */
function SuggestionBar({ editing, state }: { editing: Editing; state: SessionState }): ReactElement | null {
  const { store, perform, makeId } = editing;
  const suggestion = focusedSuggestion(state);
  if (suggestion === undefined) return null;
  const { number, name } = suggestion.argument;
  const moved = state.selection?.made === true;
  if (state.renaming === suggestion.id) {
    return (
      <>
        <span className={`an dash ${lookOf(number)}`}>{number}</span>
        <AcceptField key={suggestion.id} editing={editing} name={name} />
      </>
    );
  }
  return (
    <>
      <span className={`an dash ${lookOf(number)}`}>{number}</span>
      <span className="mono">{name}</span>
      <span className="dim">suggested, {Math.round((suggestion.confidence ?? 0) * 100)}%</span>
      <i />
      <Act
        words={moved ? "Accept so" : "Accept"}
        keys="⏎"
        onClick={() => {
          perform(acceptSuggestion(store.get(), makeId));
        }}
      />
      <Act
        words="Reject"
        keys="⌫"
        onClick={() => {
          perform(rejectSuggestion(store.get()));
        }}
      />
      <span className="hint">
        Other argument <kbd>1–9</kbd> <kbd>N</kbd>
      </span>
      <button
        type="button"
        className="act"
        tabIndex={-1}
        onClick={() => {
          beginNaming(editing);
        }}
      >
        Name <kbd>R</kbd>
      </button>
      <span className="hint">
        Edge <kbd>⇧←</kbd> <kbd>⇧→</kbd>
      </span>
    </>
  );
}

/** The bar of the subsection in focus while it is written in: what the keys do right now. */
export function MarkingBar({ editing }: { editing: Editing }): ReactElement | null {
  const state = useSlice(editing.store, (whole) => whole);
  const layer = focusedLayer(state);
  if (layer === undefined) return null;
  const renamed = state.renaming === null ? undefined : layer.arguments.get(state.renaming);
  const mention = state.mention === null ? undefined : layer.mentions.get(state.mention);
  const argument = renamed ?? (mention && layer.arguments.get(mention.argument));
  if (layer.state === "submitted" || layer.state === "accepted") {
    return <span className={state.said.fault ? "fault" : ""}>{gestures.frozenWords(state, layer)}</span>;
  }
  if (state.said.fault && renamed === undefined) return <span className="fault">{state.said.text}</span>;
  if (renamed === undefined && state.suggestion !== null)
    return <SuggestionBar editing={editing} state={state} />;
  if (argument === undefined) {
    const offered = gestures.offeredArgument(state);
    const number = offered ? gestures.numberOf(layer, offered.id) : 0;
    return (
      <>
        <span className="dim">
          {countWords(layer.arguments.size, "argument")}, {countWords(layer.mentions.size, "mention")}
        </span>
        <i />
        <OpenHere state={state} />
        <span>
          <kbd>⏎</kbd> {offered ? `join ${number}, ${offered.name}` : "new argument"}
        </span>
      </>
    );
  }
  const same = [...layer.mentions.values()]
    .filter((one) => one.argument === argument.id)
    .sort((a, b) => a.start - b.start);
  const number = gestures.numberOf(layer, argument.id);
  return (
    <>
      <span className={`an ${lookOf(number)}`}>{number}</span>
      {renamed ? (
        <RenameField key={renamed.id} editing={editing} id={renamed.id} name={renamed.name} />
      ) : (
        <>
          <span className="mono">{argument.name}</span>
          {mention && (
            <span className="dim">
              {same.findIndex((one) => one.id === mention.id) + 1} of {same.length}
            </span>
          )}
          <i />
          <MentionActs editing={editing} />
        </>
      )}
    </>
  );
}
