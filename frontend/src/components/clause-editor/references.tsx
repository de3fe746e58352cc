import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { KeyboardEvent, ReactElement, Ref } from "react";

import { readCallee } from "../../api/callees";
import { referencesQuery } from "../../api/clauses";
import { describeError } from "../../api/client";
import type { LayerChoice } from "../../api/types";
import { makeCall, makePassed, showLabel } from "../../model/clauses";
import { addCall } from "../../model/clauses/edit";
import { dropNote, parseNotes, putNote } from "../../model/clauses/notes";
import { EFFECT } from "../../model/clauses/problems";
import { countReferences, listReferences, STATE_WORDS } from "../../model/clauses/reference-rows";
import type { ReferenceRow } from "../../model/clauses/reference-rows";
import { Empty } from "../states";
import type { ClauseDesk } from "./use-clause-desk";

interface ReferencesProps {
  readonly slug: string;
  readonly layer: LayerChoice;
  readonly label: string;
  readonly desk: ClauseDesk;
  readonly readOnly: boolean;
  readonly list: Ref<HTMLDivElement>;
  /** Puts the caret to a place of the clause's text. */
  readonly onShow: (at: number) => void;
}

const canAdd = (row: ReferenceRow): boolean =>
  row.label !== null && (row.state === "unused" || row.state === "effect" || row.state === "around");
const canTurn = (row: ReferenceRow): boolean => row.state === "unused" || row.state === "effect";

/** Every reference of the text with what it resolves to and what the clause does with it. */
export function References(props: ReferencesProps): ReactElement {
  const { slug, layer, label, desk, readOnly, list, onShow } = props;
  const { data } = useQuery(referencesQuery(slug, layer, label));
  const [wanted, setWanted] = useState(0);
  const [said, setSaid] = useState("");
  const { term, note, readable } = desk;
  const rows = useMemo(
    () => listReferences(label, data ?? [], term, parseNotes(note)),
    [label, data, term, note],
  );
  const at = Math.min(wanted, Math.max(0, rows.length - 1));
  const open = !readOnly && readable;

  const add = async (row: ReferenceRow): Promise<void> => {
    if (term === null || row.label === null) return;
    const card = await readCallee(slug, layer, row.label);
    const head = term.head.arguments.map((one) => one.name);
    const shared = card.arguments.map((one) => one.name.toUpperCase()).filter((name) => head.includes(name));
    const call = makeCall(
      row.label,
      shared.map((name) => makePassed(name)),
    );
    desk.put(addCall(term, [], call).term);
    setSaid(`${showLabel(row.label)} added`);
  };
  const turn = (row: ReferenceRow): void => {
    if (row.label === null) return;
    const subject = showLabel(row.label);
    const off = row.state === "effect";
    desk.putNote(off ? dropNote(note, "reference", subject) : putNote(note, "reference", subject, EFFECT));
    setSaid(off ? `${subject} is open again` : `${subject}: ${EFFECT}`);
  };
  const enter = (row: ReferenceRow): void => {
    if (row.at !== null) onShow(row.at);
    else if (canAdd(row) && open)
      add(row).catch((error: unknown) => {
        setSaid(describeError(error));
      });
    else setSaid(readable ? "There is nothing to add here." : "The text cannot be read; mend it first.");
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || row === undefined) return;
    if (step !== undefined) setWanted(Math.min(rows.length - 1, Math.max(0, at + step)));
    else if (event.key === "Enter") enter(row);
    else if (event.key.toLowerCase() === "u" && canTurn(row) && !readOnly) turn(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section className="cell cr" aria-label="References in the text">
      <div className="pane-h">
        <h2 className="eyebrow">References in the text</h2>
        <span className="grow" />
        <span className="dim">{countReferences(rows)}</span>
        <kbd>R</kbd>
      </div>
      {data && rows.length === 0 && <Empty>The text refers to nothing.</Empty>}
      {/* One stop: the arrows go through the rows, Enter and U act on the one in focus. */}
      <div
        className="cr-list"
        role="listbox"
        aria-label="References"
        tabIndex={0}
        ref={list}
        onKeyDown={onKeyDown}
        aria-activedescendant={rows.length === 0 ? undefined : `cr-${at}`}
      >
        {rows.map((row, index) => (
          // The list takes the keys for all its rows.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={row.key}
            id={`cr-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            data-state={row.state}
            onClick={() => {
              setWanted(index);
            }}
          >
            <q>{row.words}</q>
            <span className="tgt">{row.label === null ? "—" : showLabel(row.label)}</span>
            <span className={`st ${row.state}`}>{STATE_WORDS[row.state]}</span>
            <span className="dim num">
              {row.at !== null && `line ${desk.text.slice(0, row.at).split("\n").length}`}
            </span>
          </div>
        ))}
      </div>
      <Acts row={rows[at]} open={open} readOnly={readOnly} onEnter={enter} onTurn={turn} />
      <p className="sr" role="status">
        {said}
      </p>
    </section>
  );
}

interface ActsProps {
  readonly row: ReferenceRow | undefined;
  readonly open: boolean;
  readonly readOnly: boolean;
  readonly onEnter: (row: ReferenceRow) => void;
  readonly onTurn: (row: ReferenceRow) => void;
}

/** What can be done with the reference in focus. */
function Acts({ row, open, readOnly, onEnter, onTurn }: ActsProps): ReactElement | null {
  if (row === undefined || readOnly) return null;
  const name = row.label === null ? row.words : showLabel(row.label);
  return (
    <div className="cr-acts">
      <span className="grow dim">{name}</span>
      {row.at !== null && (
        <button
          type="button"
          className="btn sm quiet"
          onClick={() => {
            onEnter(row);
          }}
        >
          Show in the text <kbd>⏎</kbd>
        </button>
      )}
      {canAdd(row) && (
        <button
          type="button"
          className="btn sm"
          disabled={!open}
          onClick={() => {
            onEnter(row);
          }}
        >
          Add call <kbd>⏎</kbd>
        </button>
      )}
      {canTurn(row) && (
        <button
          type="button"
          className="btn sm"
          onClick={() => {
            onTurn(row);
          }}
        >
          {row.state === "effect" ? "A condition after all" : "Effect, not condition"} <kbd>U</kbd>
        </button>
      )}
    </div>
  );
}
