import { useEffect } from "react";
import type { RefObject } from "react";

import { caseWords, putSelection } from "../../model/case-gestures";
import { clipCase, currentRow } from "../../model/case-session";
import { focusedItem, openShown } from "../../model/case-state-suggestions";
import {
  acceptAllHere,
  acceptFocused,
  rejectFocused,
  sayFocused,
} from "../../model/case-suggestion-gestures";
import { singleKeysOn } from "../../model/preferences";
import type { Source } from "../../text/pieces";
import { snapSelection } from "../../text/words";
import { offsetAtPoint, offsetOf, rangeBetween } from "../law/places";
import type { CaseBench, CaseStore } from "./bench";

const STEPS = 8;

/** Moves the caret to the line above or below, as far to the right as it stands. */
function moveLine(pane: HTMLElement, store: CaseStore, source: Source, by: 1 | -1): void {
  const { selection, textEnd } = store.get();
  if (selection === null) return;
  const [text, question] = Array.from(pane.querySelectorAll<HTMLElement>(".par[data-start]"));
  const paragraph = selection.start < textEnd ? text : question;
  if (paragraph === undefined) return;
  const boxes = rangeBetween(source, paragraph, paragraph, selection.start, selection.end).getClientRects();
  const box = boxes[by === 1 ? boxes.length - 1 : 0];
  if (box === undefined) return;
  for (let step = 1; step <= STEPS; step++) {
    const y = box.top + box.height / 2 + by * step * box.height * 0.9;
    const offset = offsetAtPoint(source, box.left + Math.min(box.width / 2, 20), y);
    if (offset === null || (offset >= selection.start && offset < selection.end)) continue;
    store.send({ type: "selected", range: { start: offset, end: offset + 1 }, made: false });
    return;
  }
}

function sayCaret(store: CaseStore): void {
  const state = store.get();
  if (state.selection === null) return;
  const words = caseWords(state, state.selection);
  store.send({ type: "said", text: state.selection.made ? `selected ${words}` : words });
}

type Act = (store: CaseStore, pane: HTMLElement, source: Source) => void;

const ACTS: Readonly<Record<string, Act>> = {
  ArrowRight: (store) => {
    store.send({ type: "caretMoved", by: 1 });
  },
  ArrowLeft: (store) => {
    store.send({ type: "caretMoved", by: -1 });
  },
  ArrowDown: (store, pane, source) => {
    moveLine(pane, store, source, 1);
  },
  ArrowUp: (store, pane, source) => {
    moveLine(pane, store, source, -1);
  },
  "Shift+ArrowRight": (store) => {
    store.send({ type: "extended", direction: "next", by: "word" });
  },
  "Shift+ArrowLeft": (store) => {
    store.send({ type: "extended", direction: "previous", by: "word" });
  },
  ".": (store) => {
    store.send({ type: "extended", direction: "next", by: "letter" });
  },
  ",": (store) => {
    store.send({ type: "extended", direction: "previous", by: "letter" });
  },
};

/** Tab goes along what is suggested; false behind the last one, where it leaves. */
function step(store: CaseStore, by: 1 | -1): boolean {
  const before = store.get();
  store.send({ type: "suggestionMoved", by });
  if (store.get() === before) return false;
  store.send({ type: "said", text: sayFocused(store.get()) });
  return true;
}

/** The keys of suggestions: Enter takes the one in focus, Backspace rejects it, Shift+Enter takes all here. */
function decide(bench: CaseBench, event: KeyboardEvent): boolean {
  const { store, perform, makeId } = bench;
  const state = store.get();
  if (!bench.canWrite || openShown(state).length === 0) return false;
  if (event.key === "Tab") return step(store, event.shiftKey ? -1 : 1);
  if (event.key === "Enter" && event.shiftKey) perform(acceptAllHere(state, makeId));
  else if (focusedItem(state) === undefined || state.selection?.made === true) return false;
  else if (event.key === "Enter") perform(acceptFocused(state, makeId));
  else if (event.key === "Backspace") perform(rejectFocused(state));
  else return false;
  return true;
}

/** Enter puts the selection into the argument in focus; Shift and a digit add it to that argument's list. */
function fill(bench: CaseBench, event: KeyboardEvent): boolean {
  const state = bench.store.get();
  const digit = event.shiftKey ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined;
  if (digit !== undefined && singleKeysOn()) bench.perform(putSelection(state, Number(digit), true));
  else if (event.key === "Enter" && !event.shiftKey)
    bench.perform(putSelection(state, currentRow(state)?.number ?? 0));
  else return false;
  return true;
}

/** The keys of the case's text while it has the focus. */
export function useCaseKeys(pane: RefObject<HTMLElement | null>, bench: CaseBench, source: Source): void {
  useEffect(() => {
    const element = pane.current;
    if (element === null) return undefined;
    const { store } = bench;
    const listen = (event: KeyboardEvent): void => {
      if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
      if (decide(bench, event) || fill(bench, event)) {
        event.preventDefault();
        return;
      }
      if (event.key.length === 1 && !singleKeysOn()) return;
      const act = ACTS[event.shiftKey ? `Shift+${event.key}` : event.key];
      if (act === undefined) return;
      event.preventDefault();
      act(store, element, source);
      sayCaret(store);
    };
    element.addEventListener("keydown", listen);
    return () => {
      element.removeEventListener("keydown", listen);
    };
  }, [pane, bench, source]);
}

/** Returns what the browser has selected, as offsets: whole words unless Alt is held. */
function readSelection(
  store: CaseStore,
  source: Source,
  exact: boolean,
): { start: number; end: number } | null {
  const selected = getSelection();
  if (!selected || selected.isCollapsed || selected.rangeCount === 0) return null;
  const { startContainer, startOffset, endContainer, endOffset } = selected.getRangeAt(0);
  const start = offsetOf(source, startContainer, startOffset);
  const end = offsetOf(source, endContainer, endOffset);
  if (start === null || end === null || start >= end) return null;
  const state = store.get();
  const cut = clipCase(state, { start, end });
  return cut && (exact ? cut : snapSelection(state.words, cut.start, cut.end));
}

/** Selecting with the mouse: a drag selects, a click puts the caret on a word. */
export function useCasePointer(pane: RefObject<HTMLElement | null>, store: CaseStore, source: Source): void {
  useEffect(() => {
    const element = pane.current;
    if (element === null) return undefined;
    let pressed = false;
    const down = (event: PointerEvent): void => {
      pressed = event.button === 0 && (event.target as Element).closest(".par") !== null;
    };
    const up = (event: PointerEvent): void => {
      if (!pressed) return;
      pressed = false;
      const range = readSelection(store, source, event.altKey);
      if (range !== null) {
        getSelection()?.removeAllRanges();
        store.send({ type: "selected", range, made: true });
      } else {
        const offset = offsetAtPoint(source, event.clientX, event.clientY);
        if (offset === null) return;
        store.send({ type: "selected", range: { start: offset, end: offset + 1 }, made: false });
      }
      element.focus({ preventScroll: true });
      sayCaret(store);
    };
    element.addEventListener("pointerdown", down);
    window.addEventListener("pointerup", up);
    return () => {
      element.removeEventListener("pointerdown", down);
      window.removeEventListener("pointerup", up);
    };
  }, [pane, store, source]);
}
