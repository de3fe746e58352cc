import { useEffect, useLayoutEffect, useState } from "react";
import type { ReactElement, RefObject } from "react";

import { isFrozen } from "../../model/edits";
import { markSelection, nameNew, numberOf, offeredArgument } from "../../model/gestures";
import { focusedLayer } from "../../model/session";
import type { Selection, SessionState } from "../../model/session";
import { useSlice } from "../../model/store";
import { lookOf } from "../../text/numbering";
import type { Editing } from "../editing";
import { mentionElements, rangeOf } from "./places";

const NAME = "sara-selection";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

interface Boxes {
  readonly start: Box;
  readonly end: Box;
  readonly width: number;
}

/** A mention's box holds its number too, so that an edge does not stand in it. */
function boxesOf(sheet: HTMLElement, range: Range, state: SessionState): Boxes | null {
  const ringed = ringedBy(state);
  const pieces = ringed === null ? [range] : mentionElements(sheet, state.focus, ringed);
  const rects = pieces
    .flatMap((piece) => Array.from(piece.getClientRects()))
    .filter((rect) => rect.width > 0);
  const [first, last] = [rects[0], rects.at(-1)];
  if (first === undefined || last === undefined) return null;
  const view = sheet.getBoundingClientRect();
  const [dx, dy] = [sheet.scrollLeft - view.left, sheet.scrollTop - view.top];
  return {
    start: { left: first.left + dx, top: first.top + dy, height: first.height },
    end: { left: last.right + dx, top: last.top + dy, height: last.height },
    width: sheet.clientWidth,
  };
}

/** Returns the mention or suggestion that has the ring; a suggestion whose edges were moved has none. */
function ringedBy({ mention, suggestion, selection }: SessionState): string | null {
  return mention ?? (selection?.made === true ? null : suggestion);
}

/** Paints the selection without touching the text, and returns where its edges stand. */
function useSelectionBoxes(
  sheet: RefObject<HTMLElement | null>,
  state: SessionState,
  selection: Selection | null,
): Boxes | null {
  const [boxes, setBoxes] = useState<Boxes | null>(null);
  const [width, setWidth] = useState(0);
  const { document } = state;
  const ringed = ringedBy(state);
  useEffect(() => {
    const element = sheet.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => {
      setWidth(element.clientWidth);
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
    };
  }, [sheet]);
  useLayoutEffect(() => {
    const element = sheet.current;
    if (element === null || selection === null) return undefined;
    const range = rangeOf(element, document.source, selection.start, selection.end);
    if (range === null) return undefined;
    // A mention in focus has its ring; tint over it would hide its colour.
    if ("highlights" in CSS && ringed === null) CSS.highlights.set(NAME, new Highlight(range));
    // eslint-disable-next-line react-hooks/set-state-in-effect -- where it stands is known only once it is laid out
    setBoxes(boxesOf(element, range, state));
    return () => {
      if ("highlights" in CSS) CSS.highlights.delete(NAME);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- of the state only what is listed moves it
  }, [sheet, document, selection, ringed, width, state.focus]);
  return selection === null ? null : boxes;
}

function scrollTo(sheet: HTMLElement, boxes: Boxes): void {
  const [top, bottom] = [boxes.start.top - 60, boxes.end.top + boxes.end.height + 60];
  if (top < sheet.scrollTop) sheet.scrollTop = top;
  else if (bottom > sheet.scrollTop + sheet.clientHeight) sheet.scrollTop = bottom - sheet.clientHeight;
}

const POPOVER = 318;

/** What the selection can become, below its last line. */
function JoinPopover({
  editing,
  state,
  boxes,
  sheet,
}: {
  editing: Editing;
  state: SessionState;
  boxes: Boxes;
  sheet: RefObject<HTMLElement | null>;
}): ReactElement {
  const layer = focusedLayer(state);
  const { selection } = state;
  const offered = offeredArgument(state);
  const number = layer && offered ? numberOf(layer, offered.id) : 0;
  const left = Math.max(8, Math.min(boxes.start.left - 14, boxes.width - POPOVER - 12));
  return (
    <div
      className="pop join"
      role="group"
      aria-label="Put the new span in an argument"
      style={{ left, top: boxes.end.top + boxes.end.height + 8 }}
    >
      {offered && (
        <button
          type="button"
          className="opt on"
          onClick={() => {
            editing.perform(markSelection(editing.store.get(), offered.id, editing.makeId));
            sheet.current?.focus({ preventScroll: true });
          }}
        >
          <span className={`an ${lookOf(number)}`}>{number}</span>
          <span>
            <b>Join {offered.name}</b>
            <br />
            <small>has a mention with these words</small>
          </span>
          <kbd>⏎</kbd>
        </button>
      )}
      <button
        type="button"
        className={offered ? "opt" : "opt on"}
        onClick={() => {
          editing.perform(markSelection(editing.store.get(), null, editing.makeId));
          sheet.current?.focus({ preventScroll: true });
        }}
      >
        <span className="an new">+</span>
        <span>
          New argument{" "}
          {layer && selection && <small className="mono">{nameNew(state, layer, selection).name}</small>}
        </span>
        <kbd>{offered ? "N" : "⏎"}</kbd>
      </button>
      <p className="opt">
        <small>
          Extend by word <kbd>⇧→</kbd>
        </small>
        <small>
          by letter <kbd>.</kbd>
        </small>
        <small className="end">
          Drop <kbd>Esc</kbd>
        </small>
      </p>
    </div>
  );
}

/** The selection: its edges, which can be dragged on a mention, and what it can become. */
export function SelectionView({
  editing,
  sheet,
}: {
  editing: Editing;
  sheet: RefObject<HTMLElement | null>;
}): ReactElement | null {
  const state = useSlice(editing.store, (whole) => whole);
  const { selection, mention, suggestion, edge } = state;
  const boxes = useSelectionBoxes(sheet, state, selection);
  const { start, end } = selection ?? { start: 0, end: 0 };
  useLayoutEffect(() => {
    if (sheet.current && boxes) scrollTo(sheet.current, boxes);
    // Only when the selection itself moves; a resize must not scroll.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [start, end, sheet]);
  if (boxes === null || selection === null) return null;
  const layer = focusedLayer(state);
  const writable = layer !== undefined && !isFrozen(layer);
  const held = mention !== null || suggestion !== null;
  const active = selection.made || held ? edge : null;
  return (
    <>
      {(["start", "end"] as const).map((side) => (
        <span
          key={side}
          aria-hidden="true"
          className={`grip ${side}${active === side ? " active" : ""}${held ? " on" : ""}`}
          {...(held ? { "data-edge": side } : {})}
          style={boxes[side]}
        />
      ))}
      {selection.made && !held && writable && (
        <JoinPopover editing={editing} state={state} boxes={boxes} sheet={sheet} />
      )}
    </>
  );
}
