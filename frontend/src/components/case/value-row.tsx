import type { ReactElement } from "react";

import { valueWords } from "../../model/case";
import { clearRow, putSelection, turnRole } from "../../model/case-gestures";
import type { CaseRow } from "../../model/case-session";
import type { CaseItem } from "../../model/case-state-suggestions";
import { lookOf } from "../../text/numbering";
import { useBench } from "./bench";
import { ItemConfidence, SuggestedItem } from "./suggested-item";
import { ValueEntry } from "./value-entry";

interface ValueRowProps {
  readonly row: CaseRow;
  /** What a model suggests here, while the person has said nothing. */
  readonly item: CaseItem | undefined;
  readonly isCurrent: boolean;
  readonly isTyping: boolean;
  readonly inFocus: boolean;
}

/** What the keys do to the row in focus, for the mouse. */
function RowActs({ row }: { row: CaseRow }): ReactElement {
  const { store, perform } = useBench();
  return (
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
  );
}

/** Where a value comes from, in a word. */
function originOf({ value }: CaseRow): string {
  const places = (value?.evidence ?? []).map(([start, end]) => `${start}–${end}`).join(", ");
  return places || (value?.role === "given" ? "question" : "");
}

function WordsOf({ row, item }: Pick<ValueRowProps, "row" | "item">): ReactElement {
  const words = row.value === null ? null : valueWords(row.value.value);
  const said = item?.value ? valueWords(item.value.value) : null;
  if (words !== null) return <span className="va">{words}</span>;
  if (said === null) return <span className="va none">no value in this case</span>;
  return (
    <span className="va">
      <span className="case-sug">{said}</span>
      <span className="sr"> suggested{item?.value?.role === "given" ? ", given by the question" : ""}</span>
    </span>
  );
}

/** One argument: its number, its name, and its value or what a model would put there. */
export function ValueRow({ row, item, isCurrent, isTyping, inFocus }: ValueRowProps): ReactElement {
  const { store, canWrite, perform } = useBench();
  const choose = (): void => {
    if (item === undefined) store.send({ type: "argumentChosen", name: row.name });
    else store.send({ type: "suggestionChosen", id: item.id });
  };
  return (
    <li
      className={`v ${lookOf(row.number)}${isCurrent ? " cur" : ""}`}
      data-arg={row.name}
      aria-current={isCurrent ? "true" : undefined}
    >
      <button
        type="button"
        className={item === undefined ? "an" : "an dash"}
        disabled={!canWrite}
        title={`Put the selection into ${row.name} (${row.number})`}
        aria-label={`Put the selection into ${row.number}, ${row.name}`}
        onClick={() => {
          store.send({ type: "argumentChosen", name: row.name });
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
        <WordsOf row={row} item={item} />
        {!row.known && <span className="chip warn">no such argument now</span>}
      </button>
      <span className="src">
        {item !== undefined ? (
          <ItemConfidence item={item} />
        ) : isCurrent && canWrite ? (
          <RowActs row={row} />
        ) : (
          originOf(row)
        )}
      </span>
      {inFocus && item !== undefined && <SuggestedItem item={item} />}
      {isTyping && <ValueEntry row={row} />}
    </li>
  );
}
