import { useState } from "react";
import type { ReactElement } from "react";

import type { SourcedSuggestions } from "../api/types";
import type { SetMention } from "../model/document";
import { setSureEnough, sureEnough } from "../model/preferences";
import type { SessionState } from "../model/session";
import { openHere } from "../model/session-suggestions";
import { useSlice } from "../model/store";
import { DecideButtons } from "./decide-buttons";
import { acceptAll, acceptSuggestion, rejectSuggestion } from "../model/suggestion-gestures";
import { nameOf } from "../model/suggestions";
import { countWords, formatTime } from "../text/counting";
import { lookOf } from "../text/numbering";
import { slicePoints } from "../text/offsets";
import type { Editing } from "./editing";
import { focusSheet } from "./law/focus-sheet";

/** A confidence as a bar and a figure. */
export function Confidence({ value }: { value: number }): ReactElement {
  const percent = Math.round(value * 100);
  return (
    <>
      <span className="cb" aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </span>
      <span className="ct">
        {percent}%<span className="sr"> sure</span>
      </span>
    </>
  );
}

/** Which model says so, of which run, and what it had seen: never this statute. */
export function SuggestionSource({
  source,
}: {
  source: Pick<SourcedSuggestions, "model" | "run" | "fold" | "trained_on" | "created_at">;
}): ReactElement {
  const { model, run, fold, trained_on: seen, created_at: made } = source;
  return (
    <p className="sug-src">
      {model || "A model"}, run {run}
      {fold !== "" && <>, fold {fold}</>}.{" "}
      {seen.length > 0 ? <>Trained on {seen.map((one) => `§${one}`).join(", ")}. </> : null}
      {formatTime(made)}
    </p>
  );
}

interface RowProps {
  readonly editing: Editing;
  readonly source: SourcedSuggestions;
  readonly suggestion: SetMention;
  readonly state: SessionState;
}

function Row({ editing, source, suggestion, state }: RowProps): ReactElement {
  const { store, perform, makeId } = editing;
  const { id, label, argument, argumentId, start, end, confidence = 0 } = suggestion;
  const open = state.suggestion === id;
  const said = source.mentions.find((one) => one.id === id);
  const why = [said?.why, said && nameOf(source, said).why].filter(Boolean).join("; ");
  const { text, map } = state.document.source;
  const look = lookOf(argument.number);
  return (
    <li>
      <button
        type="button"
        className={`arg ${look}`}
        data-arg={argumentId}
        aria-expanded={open}
        onClick={() => {
          store.send({ type: "suggestionChosen", label, suggestion: id });
        }}
      >
        <span className="an dash">{argument.number}</span>
        <span className="nm">
          {argument.name} <q>{slicePoints(text, map, start, end)}</q>
        </span>
        <Confidence value={confidence} />
      </button>
      {open && (
        <div className={`arg-b ${look}`}>
          <p>{why === "" ? "The model says no more about it." : why}</p>
          <DecideButtons
            accept={() => {
              perform(acceptSuggestion(store.get(), makeId));
              focusSheet();
            }}
            reject={() => {
              perform(rejectSuggestion(store.get()));
              focusSheet();
            }}
          />
        </div>
      )}
    </li>
  );
}

/** Accepts all that the model is sure enough of; how sure that is, the person says. */
function SureOnes({ editing, open }: { editing: Editing; open: readonly SetMention[] }): ReactElement {
  const [percent, setPercent] = useState(() => String(Math.round(sureEnough() * 100)));
  const threshold = Number(percent) / 100;
  const valid = percent !== "" && threshold >= 0 && threshold <= 1;
  const count = open.filter((one) => (one.confidence ?? 0) >= threshold).length;
  return (
    <form
      className="sure"
      onSubmit={(event) => {
        event.preventDefault();
        if (!valid) return;
        editing.perform(acceptAll(editing.store.get(), threshold, editing.makeId));
        focusSheet();
      }}
    >
      <label>
        At least{" "}
        <input
          type="number"
          min={0}
          max={100}
          value={percent}
          onChange={(event) => {
            setPercent(event.target.value);
            const typed = event.target.valueAsNumber;
            if (typed >= 0 && typed <= 100) setSureEnough(typed);
          }}
        />{" "}
        % sure
      </label>
      <button type="submit" className="btn sm" disabled={!valid || count === 0}>
        Accept {valid ? count : 0} <kbd>P</kbd>
      </button>
    </form>
  );
}

/** What a model suggests for the subsection in focus and is open, with its reasons and its origin. */
export function SuggestionList({ editing }: { editing: Editing }): ReactElement | null {
  const state = useSlice(editing.store, (whole) => whole);
  const source = state.suggestions.get(state.focus ?? "");
  const all = state.document.suggested.get(state.focus ?? "") ?? [];
  if (source === undefined || all.length === 0) return null;
  const open = openHere(state);
  return (
    <section className="sugs" aria-label="Suggestions">
      <div className="grp">
        <b>{countWords(all.length, "suggestion")}</b>
        <span className="grow" />
        {state.showing && (
          <button
            type="button"
            className="act"
            onClick={() => {
              editing.perform(acceptAll(editing.store.get(), 0, editing.makeId));
              focusSheet();
            }}
          >
            Accept all <kbd>⇧⏎</kbd>
          </button>
        )}
        <button
          type="button"
          className="act"
          onClick={() => {
            editing.showSuggestions(!state.showing);
          }}
        >
          {state.showing ? "Hide" : "Show"} <kbd>H</kbd>
        </button>
      </div>
      {state.showing && (
        <>
          <SureOnes editing={editing} open={open} />
          <ul className="args">
            {open.map((one) => (
              <Row key={one.id} editing={editing} source={source} suggestion={one} state={state} />
            ))}
          </ul>
          <SuggestionSource source={source} />
        </>
      )}
    </section>
  );
}
