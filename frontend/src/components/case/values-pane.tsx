import { useEffect, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";

import { valueWords } from "../../model/case";
import { caseWords, clearRow, putSelection, putTruth, putTyped, turnRole } from "../../model/case-gestures";
import { caseLayer, currentInstantiation, rowsOf } from "../../model/case-session";
import type { CaseRow } from "../../model/case-session";
import { readTyped, writeTyped } from "../../model/case-values";
import { isFrozen } from "../../model/edits";
import { useSlice } from "../../model/store";
import { lookOf } from "../../text/numbering";
import { Icon } from "../icons";
import { useBench } from "./bench";
import { focusCaseText } from "./focus";

/** A field for one value; what it will be read as, or why it cannot be, stands below while one types. */
function ValueEntry({ row }: { row: CaseRow }): ReactElement {
  const { store, perform } = useBench();
  const [typed, setTyped] = useState(() => writeTyped(row.value?.value));
  const [refused, setRefused] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const read = readTyped(typed, row.type);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (): void => {
    store.send({ type: "typingEnded" });
    focusCaseText();
  };
  const submit = (): void => {
    const gesture = putTyped(store.get(), row.name, typed);
    if (!read.ok) {
      setRefused(read.say);
      store.send({ type: "said", text: read.say, fault: true });
      return;
    }
    if (gesture.ok) perform(gesture);
    end();
  };
  const hint = refused ?? (typed.trim() === "" ? "A number, a day, words, or a list with semicolons." : null);
  const reading = read.ok ? `Read as ${read.reading}.` : read.say;
  return (
    <form
      className="v-entry"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <input
        ref={field}
        className="inp"
        aria-label={`Value of ${row.name}`}
        aria-invalid={refused !== null}
        aria-describedby="value-hint"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setRefused(null);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.preventDefault();
            end();
          }
        }}
      />
      <button type="submit" className="btn sm">
        Keep <kbd>⏎</kbd>
      </button>
      <p
        id="value-hint"
        className={refused === null ? "hint" : "hint bad"}
        role={refused === null ? undefined : "alert"}
      >
        {hint ?? reading}
      </p>
    </form>
  );
}

function ValueRow({
  row,
  isCurrent,
  isTyping,
}: {
  row: CaseRow;
  isCurrent: boolean;
  isTyping: boolean;
}): ReactElement {
  const { store, canWrite, perform } = useBench();
  const words = row.value === null ? null : valueWords(row.value.value);
  const places = (row.value?.evidence ?? []).map(([start, end]) => `${start}–${end}`).join(", ");
  const choose = (): void => {
    store.send({ type: "argumentChosen", name: row.name });
  };
  return (
    <li
      className={`v ${lookOf(row.number)}${isCurrent ? " cur" : ""}`}
      data-arg={row.name}
      aria-current={isCurrent ? "true" : undefined}
    >
      <button
        type="button"
        className="an"
        disabled={!canWrite}
        title={`Put the selection into ${row.name} (${row.number})`}
        aria-label={`Put the selection into ${row.number}, ${row.name}`}
        onClick={() => {
          choose();
          perform(putSelection(store.get(), row.number));
        }}
      >
        {row.number}
      </button>
      <button
        type="button"
        className="v-b"
        onClick={choose}
        onDoubleClick={() => {
          if (canWrite) store.send({ type: "typingBegun", name: row.name });
        }}
      >
        <span className="nm">{row.name}</span>
        <span className={words === null ? "va none" : "va"}>{words ?? "no value in this case"}</span>
        {!row.known && <span className="chip warn">no such argument now</span>}
      </button>
      <span className="src">
        {isCurrent && canWrite ? (
          <>
            <button
              type="button"
              className="act"
              onClick={() => {
                store.send({ type: "typingBegun", name: row.name });
              }}
            >
              type <kbd>=</kbd>
            </button>
            {row.value !== null && (
              <>
                <button
                  type="button"
                  className="act"
                  onClick={() => {
                    perform(turnRole(store.get()));
                  }}
                >
                  {row.value.role === "given" ? "found" : "given"} <kbd>Q</kbd>
                </button>
                <button
                  type="button"
                  className="act"
                  onClick={() => {
                    perform(clearRow(store.get()));
                  }}
                >
                  none <kbd>0</kbd>
                </button>
              </>
            )}
          </>
        ) : (
          places || (row.value?.role === "given" ? "question" : "")
        )}
      </span>
      {isTyping && <ValueEntry row={row} />}
    </li>
  );
}

/** What a click on a number would put there. */
function SelectionLine(): ReactElement | null {
  const { store, canWrite } = useBench();
  const selection = useSlice(store, (state) => state.selection);
  if (!canWrite || selection === null) return null;
  return (
    <p className="sel-line">
      <span>{selection.made ? "Selected" : "Caret on"}</span>
      <q>{caseWords(store.get(), selection)}</q>
      <span className="end">
        <kbd>1</kbd>–<kbd>9</kbd> or <kbd>⏎</kbd>
      </span>
    </p>
  );
}

/** Values of the subsection in focus: given by the question, found in the text, and whether it holds. */
export function ValuesPane({ list }: { list: RefObject<HTMLDivElement | null> }): ReactElement {
  const { store, canWrite, perform } = useBench();
  const state = useSlice(store, (whole) => whole);
  const one = currentInstantiation(state);
  const rows = rowsOf(state, one);
  const frozen = isFrozen(caseLayer(state));
  const given = rows.filter((row) => row.value?.role === "given");
  const found = rows.filter((row) => row.value?.role !== "given");
  const show = (some: readonly CaseRow[]): ReactElement => (
    <ul>
      {some.map((row) => (
        <ValueRow
          key={row.name}
          row={row}
          isCurrent={row.name === state.argument}
          isTyping={row.name === state.typing}
        />
      ))}
    </ul>
  );
  return (
    <div className="vals" ref={list}>
      {one !== undefined && (
        <>
          <div className="vals-s">
            {given.length > 0 && (
              <>
                <h3>
                  Given <span>by the question</span>
                </h3>
                {show(given)}
              </>
            )}
            {found.length > 0 && (
              <>
                <h3>
                  Found <span>in the text</span>
                </h3>
                {show(found)}
              </>
            )}
          </div>
          <SelectionLine />
          {state.said.fault && (
            <p className="say-fault" key={state.said.count}>
              <Icon name="alert" /> {state.said.text}
            </p>
          )}
          <div className="truth">
            <span className="nm">@truth</span>
            {one.truth === null && <span className="dim">open</span>}
            <span className="grow" />
            <fieldset className="seg" aria-label="@truth" disabled={!canWrite || frozen}>
              {([true, false] as const).map((truth) => (
                <label key={String(truth)}>
                  <input
                    type="radio"
                    name="truth"
                    checked={one.truth === truth}
                    onChange={() => {
                      perform(putTruth(store.get(), truth));
                    }}
                  />
                  {one.truth === truth && <Icon name={truth ? "check" : "cross"} />}
                  {truth ? "True" : "False"} <kbd>{truth ? "T" : "F"}</kbd>
                </label>
              ))}
            </fieldset>
          </div>
        </>
      )}
    </div>
  );
}
