/** Suggestions on the screen: walking over them, deciding, changing, undoing, and a new run while one works. */
import { describe, expect, it } from "vitest";

import { FERRY, TEXT } from "../../tests/statute";
import type { SourcedSuggestions } from "../api/types";
import { makeUndoEdits, planUndo } from "./edits";
import type { Edit } from "./edits";
import type { Gesture } from "./gestures";
import { markOffered, nameNew, renameArgument, stretchSelection, textOf } from "./gestures";
import { focusedLayer, openSession, updateSession } from "./session";
import type { SessionAction, SessionState } from "./session";
import { focusedSuggestion, nextSuggestion, openHere } from "./session-suggestions";
import {
  acceptAll,
  acceptAs,
  acceptInto,
  acceptSuggestion,
  decideClause,
  namesInFocus,
  rejectSuggestion,
  saySuggestion,
  suggestedClause,
} from "./suggestion-gestures";

let made = 0;
const makeId = (): string => `00000000-0000-4000-8000-${String(++made).padStart(12, "0")}`;

function place(words: string): { start: number; end: number } {
  const start = Array.from(TEXT.slice(0, TEXT.indexOf(words))).length;
  return { start, end: start + Array.from(words).length };
}

function suggest(run: string, ...rows: readonly (readonly [string, string, number])[]): SourcedSuggestions {
  const names = [...new Set(rows.map(([, name]) => name))];
  return {
    layer: `${run}-layer`,
    label: "9(a)",
    run,
    model: "span model",
    fold: "without §9",
    trained_on: ["8"],
    created_at: "2026-01-31T12:00:00Z",
    arguments: names.map((name) => ({
      id: `${run}-${name}`,
      name,
      value_type: "span",
      confidence: null,
      why: "",
    })),
    mentions: rows.map(([words, name, confidence], i) => ({
      id: `${run}-m${i}`,
      ...place(words),
      argument: `${run}-${name}`,
      confidence,
      why: "as elsewhere",
    })),
    clause: { id: `${run}-clause`, text: "s9_a(FARE).", confidence: 0.7, why: "" },
  };
}

const RUN = suggest(
  "one",
  ["The passenger", "Passenger", 0.91],
  ["a fare", "Fare", 0.64],
  ["such fare", "Fare", 0.3],
);
const STATUTE = {
  ...FERRY,
  layers: [],
  subsections: FERRY.subsections.map((one) => ({ ...one, my_layer: makeId() })),
  suggestions: [RUN],
};

const open = (): SessionState => openSession(STATUTE, "robin", "9(a)");
const run = (state: SessionState, ...actions: readonly SessionAction[]): SessionState =>
  actions.reduce(updateSession, state);
const tab: SessionAction = { type: "suggestionMoved", by: 1 };
const shown = (state: SessionState): readonly string[] =>
  openHere(state).map((one) => `${textOf(state, one)} ${one.argument.number} ${one.argument.name}`);
const marked = (state: SessionState): readonly string[] =>
  (state.document.mentions.get("9(a)") ?? []).map((one) => `${textOf(state, one)} ${one.argument.number}`);

function perform(state: SessionState, gesture: Gesture): SessionState {
  if (!gesture.ok) throw new Error(gesture.say);
  const edit: Edit = {
    id: makeId(),
    layer: focusedLayer(state)?.id ?? "",
    author: "robin",
    time: "2026-01-31T12:00:00Z",
    base_revision: 0,
    operation: gesture.operation,
    inverse: null,
    undoes: null,
    group: null,
    from_suggestion: gesture.from ?? null,
  };
  const { say, mention, next } = gesture;
  return updateSession(state, {
    type: "edited",
    edits: [edit],
    say,
    mention,
    ...(next === undefined ? {} : { next }),
  });
}

/** What a new argument of the selection would be called. */
function namesOfNew(state: SessionState): readonly string[] {
  const layer = focusedLayer(state);
  return layer && state.selection ? [nameNew(state, layer, state.selection).name] : [];
}

function undo(state: SessionState): SessionState {
  const step = planUndo(state.log, "robin");
  if (step === null) throw new Error("nothing to undo");
  const stamp = { makeId, time: "2026-01-31T12:01:00Z", revisionOf: () => 0 };
  return updateSession(state, { type: "edited", edits: makeUndoEdits(step, "robin", stamp), say: "" });
}

/** Marks words of another subsection under a name, then comes back. */
function nameElsewhere(state: SessionState, words: string, name: string): SessionState {
  const there = run(state, { type: "selected", label: "9(a)(1)", range: place(words), made: true });
  const marked = perform(there, markOffered(there, makeId));
  const named = perform(marked, renameArgument(marked, marked.argument ?? "", name));
  return run(named, { type: "subsectionChosen", label: "9(a)" });
}

describe("names that the person gave elsewhere", () => {
  const named = (): SessionState => nameElsewhere(open(), "the passenger", "Traveller");

  it("go before the model's, once the subsection is in focus", () => {
    expect(shown(named())).toEqual(["The passenger 1 Traveller", "a fare 2 Fare", "such fare 2 Fare"]);
    let state = run(named(), tab);
    expect(saySuggestion(state)).toContain("The passenger, suggested 1, Traveller, 91 percent");
    state = perform(state, acceptSuggestion(state, makeId));
    expect(state.said.text).toContain("accepted as 1, Traveller, mention 1 of 1. Next: a fare, suggested 2");
    state = perform(state, acceptAll(state, 0, makeId));
    expect(Array.from(focusedLayer(state)?.arguments.values() ?? [], (one) => one.name)).toEqual([
      "Traveller",
      "Fare",
    ]);
  });

  it("name what is marked by hand, but not while suggestions are hidden", () => {
    const selected: SessionAction = { type: "selected", label: "9(a)", range: place("A child"), made: true };
    const child = run(nameElsewhere(open(), "grown", "Adult"), selected);
    expect(namesOfNew(child)).toEqual(["Child"]);
    const passenger = run(named(), { ...selected, range: place("The passenger") });
    expect(namesOfNew(passenger)).toEqual(["Traveller"]);
    const hidden = run(passenger, { type: "suggestionsTurned", showing: false });
    expect(namesOfNew(hidden)).toEqual(["Passenger"]);
    expect(namesInFocus(hidden)).toEqual([]);
  });

  it("are listed for a suggestion, which one of them accepts", () => {
    const state = run(named(), tab, tab);
    expect(namesInFocus(state).map((one) => one.name)).toEqual(["Fare", "Traveller", "Passenger"]);
    const taken = perform(state, acceptAs(state, "ferry toll", makeId));
    expect(marked(taken)).toEqual(["a fare 1"]);
    expect(taken.said.text).toContain("a fare, accepted as 1, ferry_toll, mention 1 of 1. Next: such fare");
    expect(shown(taken)).toEqual(["The passenger 2 Traveller", "such fare 1 ferry_toll"]);
    expect(undo(taken).document.mentions.get("9(a)")).toEqual([]);
    expect(acceptAs(state, "no-name!", makeId).ok).toBe(false);
    expect(acceptAs(taken, "FERRY_TOLL", makeId).ok).toBe(false);
  });
});

describe("suggestions in the workbench", () => {
  it("are numbered after the person's arguments, brothers alike", () => {
    expect(shown(open())).toEqual(["The passenger 1 Passenger", "a fare 2 Fare", "such fare 2 Fare"]);
    expect(open().document.mentions.get("9(a)")).toBeUndefined();
  });

  it("are walked over and end", () => {
    const last = run(open(), tab, tab, tab);
    expect(saySuggestion(last)).toBe("such fare, suggested 2, Fare, 30 percent, as elsewhere");
    expect(nextSuggestion(last, 1)).toBeNull();
    expect(run(last, tab)).toBe(last);
    const back = run(last, { type: "suggestionMoved", by: -1 });
    expect(saySuggestion(back)).toContain("a fare, suggested 2");
  });

  it("are accepted one after the other", () => {
    let state = run(open(), tab);
    state = perform(state, acceptSuggestion(state, makeId));
    expect(state.said.text).toBe(
      "The passenger, accepted as 1, Passenger, mention 1 of 1. Next: a fare, suggested 2, Fare, 64 percent",
    );
    state = perform(state, acceptSuggestion(state, makeId));
    state = perform(state, acceptSuggestion(state, makeId));
    expect(marked(state)).toEqual(["The passenger 1", "a fare 2", "such fare 2"]);
    expect(state.suggestion).toBeNull();
    expect(state.mention).not.toBeNull();
    expect(acceptSuggestion(state, makeId).ok).toBe(false);
  });

  it("are rejected, and come back by undo", () => {
    const state = run(open(), tab);
    const after = perform(state, rejectSuggestion(state));
    expect(shown(after)).toEqual(["a fare 1 Fare", "such fare 1 Fare"]);
    expect(textOf(after, focusedSuggestion(after) ?? { start: 0, end: 0 })).toBe("a fare");
    expect(shown(undo(after))).toEqual(shown(state));
  });

  it("are accepted together, or those that the model is sure of, as one step", () => {
    const all = perform(open(), acceptAll(open(), 0, makeId));
    expect(marked(all)).toHaveLength(3);
    expect(all.said.text).toBe("3 suggestions accepted");
    expect(marked(undo(all))).toEqual([]);
    const sure = perform(open(), acceptAll(open(), 0.6, makeId));
    expect(marked(sure)).toEqual(["The passenger 1", "a fare 2"]);
    expect(acceptAll(open(), 0.95, makeId)).toMatchObject({ ok: false });
  });

  it("can be changed before they are accepted", () => {
    const state = run(open(), tab, tab);
    const range = stretchSelection(state, "next", "word");
    expect(range).not.toBeNull();
    if (range === null) return;
    const wider = run(state, { type: "extended", range });
    const after = perform(wider, acceptSuggestion(wider, makeId));
    expect(marked(after)).toEqual(["a fare to 1"]);
    expect(focusedLayer(after)?.decisions.get("one-m1")).toBe("accepted");
  });

  it("go where the person puts them", () => {
    let state = run(open(), tab);
    state = perform(state, acceptSuggestion(state, makeId));
    expect(perform(state, acceptInto(state, 1, makeId)).document.layers.get("9(a)")?.arguments).toHaveLength(
      1,
    );
    expect(acceptInto(state, 7, makeId)).toMatchObject({ ok: false, say: "There is no argument 7 here." });
    const own = perform(state, acceptInto(state, null, makeId));
    expect(marked(own)).toEqual(["The passenger 1", "a fare 2"]);
  });

  it("vanish where the person marks something else, and behind Hide", () => {
    const { start } = place("fare to");
    const fare = { start, end: start + 4 };
    const state = run(open(), { type: "selected", label: "9(a)", range: fare, made: true });
    expect(shown(perform(state, markOffered(state, makeId)))).toEqual([
      "The passenger 2 Passenger",
      "such fare 1 Fare",
    ]);
    const hidden = run(open(), tab, { type: "suggestionsTurned", showing: false });
    expect([hidden.suggestion, openHere(hidden).length]).toEqual([null, 0]);
    expect(suggestedClause(hidden)).toBeNull();
  });

  it("of a clause are written or let go", () => {
    expect(suggestedClause(open())?.text).toBe("s9_a(FARE).");
    const taken = perform(open(), decideClause(open(), true));
    expect(focusedLayer(taken)?.clause.text).toBe("s9_a(FARE).");
    expect(suggestedClause(taken)).toBeNull();
    expect(suggestedClause(undo(taken))).not.toBeNull();
    expect(suggestedClause(perform(open(), decideClause(open(), false)))).toBeNull();
  });

  it("of a new run take the place of the old ones and leave caret, mention and rename alone", () => {
    let state = run(open(), tab);
    state = perform(state, acceptSuggestion(state, makeId));
    state = run(state, { type: "selected", label: "9(a)", range: place("ferryman"), made: true });
    const next = run(state, {
      type: "suggestionsRead",
      suggestions: [suggest("two", ["half", "Half", 0.5])],
    });
    expect(shown(next)).toEqual(["half 2 Half"]);
    expect([next.selection, next.focus, next.mention]).toEqual([state.selection, state.focus, state.mention]);
    expect(next.document.source).toBe(state.document.source);
    expect(run(next, { type: "suggestionsRead", suggestions: [suggest("two", ["half", "Half", 0.5])] })).toBe(
      next,
    );
    expect(shown(run(next, { type: "suggestionsRead", suggestions: [] }))).toEqual([]);
  });
});
