import { useEffect } from "react";
import type { RefObject } from "react";

import { mergeOnto, resizeTo } from "../../model/gestures";
import { clip, labelAt } from "../../model/session";
import { snapSelection } from "../../text/words";
import type { Edge, Range as Span } from "../../text/words";
import type { Editing } from "../editing";
import { offsetAtPoint, offsetOf, rangeOf } from "./places";

type Drag =
  | {
      readonly kind: "edge";
      /** Null when it is the edge of a suggestion. */
      readonly mention: string | null;
      readonly from: Span;
      readonly edge: Edge;
      range: Span | null;
    }
  | {
      readonly kind: "mention";
      readonly mention: string;
      readonly x: number;
      readonly y: number;
      moved: boolean;
    };

const SLACK = 5;
const PREVIEW = "sara-preview";

function mentionUnder(event: PointerEvent): HTMLElement | null {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  return under?.closest<HTMLElement>("[data-mention]") ?? null;
}

function paint(name: string, range: Range | null): void {
  if (!("highlights" in CSS)) return;
  if (range === null) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(range));
}

/** Returns the range with one edge under the pointer, at a word's edge unless Alt is held. */
function edgeAt(editing: Editing, drag: Drag & { kind: "edge" }, event: PointerEvent): Span | null {
  const state = editing.store.get();
  const offset = offsetAtPoint(state.document.source, event.clientX, event.clientY);
  if (offset === null || state.focus === null) return null;
  const { start, end } = drag.from;
  const wide = drag.edge === "end" ? { start, end: offset } : { start: offset, end };
  if (wide.start >= wide.end) return null;
  const range = event.altKey ? wide : snapSelection(state.words, wide.start, wide.end);
  return range && clip(state, state.focus, range);
}

/** Returns what the browser has selected, as offsets: whole words unless Alt is held. */
function readSelection(editing: Editing, exact: boolean): { label: string; range: Span } | null {
  const selected = getSelection();
  if (!selected || selected.isCollapsed || selected.rangeCount === 0) return null;
  const state = editing.store.get();
  const { startContainer, startOffset, endContainer, endOffset } = selected.getRangeAt(0);
  const start = offsetOf(state.document.source, startContainer, startOffset);
  const end = offsetOf(state.document.source, endContainer, endOffset);
  if (start === null || end === null || start >= end) return null;
  const label = labelAt(state, start) ?? labelAt(state, end - 1);
  const cut = label === null ? null : clip(state, label, { start, end });
  const range = cut && (exact ? cut : snapSelection(state.words, cut.start, cut.end));
  return range && label !== null ? { label, range } : null;
}

/**
 * Selecting with the mouse, dragging an edge, dragging one mention onto another. Returns through `dragged`
 * whether the click that follows a drag is to be passed over.
 */
export function useMarkingPointer(
  sheet: RefObject<HTMLElement | null>,
  editing: Editing | null,
  dragged: RefObject<boolean>,
): void {
  useEffect(() => {
    const element = sheet.current;
    if (element === null || editing === null) return undefined;
    let drag: Drag | null = null;
    let target: HTMLElement | null = null;
    const aim = (next: HTMLElement | null): void => {
      if (next === target) return;
      target?.classList.remove("drop");
      target = next;
      target?.classList.add("drop");
    };
    const down = (event: PointerEvent): void => {
      dragged.current = false;
      if (event.button !== 0 || !(event.target instanceof Element)) return;
      const grip = event.target.closest<HTMLElement>("[data-edge]");
      const mention = event.target.closest<HTMLElement>("[data-mention]")?.dataset.mention;
      const { mention: focused, selection: from } = editing.store.get();
      if (grip !== null && from !== null) {
        const edge = grip.dataset.edge === "start" ? "start" : "end";
        drag = { kind: "edge", mention: focused, from, edge, range: null };
      } else if (mention !== undefined)
        drag = { kind: "mention", mention, x: event.clientX, y: event.clientY, moved: false };
    };
    // A drag that begins on a mention or a grip selects nothing.
    const press = (event: MouseEvent): void => {
      if (drag === null) return;
      event.preventDefault();
      element.focus({ preventScroll: true });
    };
    const move = (event: PointerEvent): void => {
      if (drag?.kind === "edge") {
        element.classList.add("probing");
        drag.range = edgeAt(editing, drag, event);
        element.classList.remove("probing");
        const { source } = editing.store.get().document;
        paint(PREVIEW, drag.range && rangeOf(element, source, drag.range.start, drag.range.end));
      } else if (drag?.kind === "mention") {
        drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLACK;
        if (!drag.moved) return;
        element.classList.add("dragging");
        const under = mentionUnder(event);
        aim(under?.dataset.mention === drag.mention ? null : under);
      }
    };
    const up = (event: PointerEvent): void => {
      const done = drag;
      drag = null;
      element.classList.remove("dragging");
      paint(PREVIEW, null);
      if (done?.kind === "edge") {
        dragged.current = true;
        if (done.range && done.mention === null) editing.store.send({ type: "extended", range: done.range });
        else if (done.range && done.mention !== null)
          editing.perform(resizeTo(editing.store.get(), done.mention, done.range));
      } else if (done?.kind === "mention" && done.moved) {
        dragged.current = true;
        const onto = target?.dataset.mention;
        if (onto !== undefined) editing.perform(mergeOnto(editing.store.get(), done.mention, onto));
      } else if (done === null && event.button === 0) {
        const read = readSelection(editing, event.altKey);
        if (read !== null) {
          dragged.current = true;
          getSelection()?.removeAllRanges();
          editing.store.send({ type: "selected", ...read, made: true });
        }
      }
      aim(null);
    };
    element.addEventListener("pointerdown", down);
    element.addEventListener("mousedown", press);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("mousedown", press);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
    };
  }, [sheet, editing, dragged]);
}
