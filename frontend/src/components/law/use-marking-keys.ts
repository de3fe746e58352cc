import { useEffect } from "react";
import type { RefObject } from "react";

import { singleKeysOn, sureEnough } from "../../model/preferences";
import * as gestures from "../../model/gestures";
import { focusedLayer, labelAt } from "../../model/session";
import { nextSuggestion } from "../../model/session-suggestions";
import {
  acceptAll,
  acceptInto,
  acceptSuggestion,
  rejectSuggestion,
  saySuggestion,
} from "../../model/suggestion-gestures";
import type { Direction } from "../../text/words";
import type { Editing } from "../editing";
import { beginNaming } from "./begin-naming";
import { offsetAtPoint, rangeOf } from "./places";

const STEPS = 8;

/** Moves the caret to the line above or below, as far to the right as it stands. */
function moveLine(sheet: HTMLElement, editing: Editing, by: 1 | -1): void {
  const state = editing.store.get();
  const { selection, focus } = state;
  if (selection === null || focus === null) return;
  const { source } = state.document;
  const range = rangeOf(sheet, source, selection.start, selection.end);
  const boxes = range?.getClientRects();
  const box = boxes?.[by === 1 ? boxes.length - 1 : 0];
  if (box === undefined) return;
  sheet.classList.add("probing");
  for (let step = 1; step <= STEPS; step++) {
    const y = box.top + box.height / 2 + by * step * box.height * 0.9;
    const offset = offsetAtPoint(source, box.left + Math.min(box.width / 2, 20), y);
    if (offset === null || labelAt(state, offset) !== focus) continue;
    if (offset >= selection.start && offset < selection.end) continue;
    sheet.classList.remove("probing");
    editing.store.send({
      type: "selected",
      label: focus,
      range: { start: offset, end: offset + 1 },
      made: false,
    });
    return;
  }
  sheet.classList.remove("probing");
}

/** Extends the selection, or moves the edge of the mention in focus. */
function shift(editing: Editing, direction: Direction, by: "word" | "letter"): void {
  const { store } = editing;
  const state = store.get();
  if (state.mention !== null) {
    editing.perform(gestures.moveEdge(state, direction, by));
    return;
  }
  const range = gestures.stretchSelection(state, direction, by);
  if (range === null) return;
  store.send({ type: "extended", range });
  store.send({ type: "said", text: `selected ${gestures.textOf(state, range)}` });
}

/** Says the word under the caret, and the argument when it is in one. */
function sayCaret(editing: Editing): void {
  const state = editing.store.get();
  if (state.selection === null) return;
  if (state.suggestion !== null) {
    editing.store.send({ type: "said", text: saySuggestion(state) });
    return;
  }
  const words = gestures.textOf(state, state.selection);
  const layer = focusedLayer(state);
  const mention = state.mention === null ? undefined : layer?.mentions.get(state.mention);
  const argument = mention && layer?.arguments.get(mention.argument);
  const where =
    layer && argument ? `, argument ${gestures.numberOf(layer, argument.id)}, ${argument.name}` : "";
  editing.store.send({ type: "said", text: words + where });
}

function step(editing: Editing, by: 1 | -1): void {
  editing.store.send({ type: "caretMoved", by });
  sayCaret(editing);
}

type Act = (editing: Editing, sheet: HTMLElement) => void;

const ACTS: Readonly<Record<string, Act>> = {
  right: (editing) => {
    step(editing, 1);
  },
  left: (editing) => {
    step(editing, -1);
  },
  down: (editing, sheet) => {
    moveLine(sheet, editing, 1);
    sayCaret(editing);
  },
  up: (editing, sheet) => {
    moveLine(sheet, editing, -1);
    sayCaret(editing);
  },
  "Shift+right": (editing) => {
    shift(editing, "next", "word");
  },
  "Shift+left": (editing) => {
    shift(editing, "previous", "word");
  },
  ".": (editing) => {
    shift(editing, "next", "letter");
  },
  ",": (editing) => {
    shift(editing, "previous", "letter");
  },
  mark: ({ store, perform, makeId }) => {
    const state = store.get();
    if (state.suggestion === null) perform(gestures.markOffered(state, makeId));
    else perform(acceptSuggestion(state, makeId));
  },
  "Shift+mark": ({ store, perform, makeId }) => {
    perform(acceptAll(store.get(), 0, makeId));
  },
  p: ({ store, perform, makeId }) => {
    perform(acceptAll(store.get(), sureEnough(), makeId));
  },
  h: (editing) => {
    editing.showSuggestions(!editing.store.get().showing);
  },
  n: ({ store, perform, makeId }) => {
    const state = store.get();
    if (state.suggestion === null) perform(gestures.markSelection(state, null, makeId));
    else perform(acceptInto(state, null, makeId));
  },
  remove: ({ store, perform }) => {
    const state = store.get();
    perform(state.suggestion === null ? gestures.deleteMention(state) : rejectSuggestion(state));
  },
  t: ({ store }) => {
    store.send({ type: "edgeTurned" });
    store.send({ type: "said", text: `${store.get().edge} is active` });
  },
  x: (editing) => {
    editing.perform(gestures.splitMention(editing.store.get(), editing.makeId));
  },
  r: beginNaming,
  y: (editing) => {
    editing.perform(gestures.turnType(editing.store.get()));
  },
};

const SAME: Readonly<Record<string, string>> = {
  ArrowRight: "right",
  ArrowLeft: "left",
  ArrowUp: "up",
  ArrowDown: "down",
  d: "right",
  a: "left",
  w: "up",
  s: "down",
  Enter: "mark",
  e: "mark",
  Backspace: "remove",
  Delete: "remove",
  q: "remove",
};

/** Returns the name of the act that a key press asks for; null when it is none of ours. */
export function nameAct(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.key.length === 1 && !singleKeysOn()) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const name = SAME[key] ?? key;
  const whole = event.shiftKey ? `Shift+${name}` : name;
  return whole in ACTS ? whole : null;
}

/** Returns the number that a digit asks for: 1–9 at once, after a zero 10, 11, 12; null to wait for more. */
export function readDigit(digit: string, afterZero: boolean): number | null {
  if (afterZero) return 10 + Number(digit);
  return digit === "0" ? null : Number(digit);
}

function assign({ store, perform, makeId }: Editing, number: number): void {
  const state = store.get();
  if (state.suggestion === null) perform(gestures.assignNumber(state, number, makeId));
  else perform(acceptInto(state, number, makeId));
}

/** Goes to the next suggestion, or with Shift the previous; false behind the last one, where Tab leaves. */
function goToSuggestion(editing: Editing, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const by = event.shiftKey ? -1 : 1;
  if (nextSuggestion(editing.store.get(), by) === null) return false;
  editing.store.send({ type: "suggestionMoved", by });
  sayCaret(editing);
  return true;
}

/** The keys of the statute while it has the focus. */
export function useMarkingKeys(sheet: RefObject<HTMLElement | null>, editing: Editing | null): void {
  useEffect(() => {
    const element = sheet.current;
    if (element === null || editing === null) return undefined;
    let afterZero = false;
    let leaving = false;
    const listen = (event: KeyboardEvent): void => {
      if (event.target !== element || event.defaultPrevented) return;
      if (event.key === "Tab") {
        if (!leaving && goToSuggestion(editing, event)) event.preventDefault();
        return;
      }
      leaving = event.key === "Escape";
      if (/^[0-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && singleKeysOn()) {
        event.preventDefault();
        const number = readDigit(event.key, afterZero);
        afterZero = number === null;
        if (number !== null) assign(editing, number);
        return;
      }
      afterZero = false;
      const act = nameAct(event);
      if (act === null) return;
      event.preventDefault();
      ACTS[act]?.(editing, element);
    };
    element.addEventListener("keydown", listen);
    return () => {
      element.removeEventListener("keydown", listen);
    };
  }, [sheet, editing]);
}
