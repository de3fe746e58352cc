import { describe, expect, it } from "vitest";

import { CASE } from "../../tests/case";
import { caseWords, clearRow, putSelection, putTruth, putTyped, turnRole } from "./case-gestures";
import type { CaseGesture } from "./case-gestures";
import { caseLayer, currentInstantiation, openCase, rowsOf, updateCase } from "./case-session";
import type { CaseAction, CaseState } from "./case-session";
import { makeUuid } from "./ids";

const open = (): CaseState => openCase(CASE, "robin", null);
const after = (state: CaseState, ...actions: readonly CaseAction[]): CaseState =>
  actions.reduce(updateCase, state);

function perform(state: CaseState, gesture: CaseGesture): CaseState {
  if (!gesture.ok) throw new Error(gesture.say);
  const edit = {
    id: makeUuid(),
    layer: caseLayer(state).id,
    author: "robin",
    time: "2026-01-31T12:00:00Z",
    base_revision: 3,
    operation: gesture.operation,
    inverse: null,
    undoes: null,
    group: null,
    from_suggestion: null,
  };
  return updateCase(state, { type: "edited", edits: [edit], say: gesture.say });
}

function selectWords(state: CaseState, words: string): CaseState {
  const start = Array.from(state.words.text.slice(0, state.words.text.indexOf(words))).length;
  const range = { start, end: start + Array.from(words).length };
  return after(state, { type: "selected", range, made: true });
}

describe("case session", () => {
  it("goes by words through the text and on into the question, and selects both ways", () => {
    const first = open();
    const wide = after(
      first,
      { type: "caretMoved", by: 1 },
      { type: "extended", direction: "next", by: "word" },
      { type: "extended", direction: "previous", by: "word" },
      { type: "extended", direction: "previous", by: "word" },
    );
    expect(wide.selection?.start).toBe(first.selection?.start);
    let state = first;
    for (let i = 0; i < 60; i++) state = updateCase(state, { type: "caretMoved", by: 1 });
    expect(state.selection?.start).toBeGreaterThan(state.textEnd);
  });

  it("puts words of the text with their place, and words of the question as given", () => {
    let state = selectWords(open(), "20 crowns");
    state = perform(state, putSelection(state, 2));
    const [, fare] = rowsOf(state, currentInstantiation(state));
    expect(fare?.value).toMatchObject({ value: 20, role: "found" });
    const [start, end] = fare?.value?.evidence[0] ?? [0, 0];
    expect(caseWords(state, { start, end })).toBe("20 crowns");
    state = selectWords(state, "applies to Ada");
    expect(state.selection?.start).toBeGreaterThan(state.textEnd);
    state = perform(state, putSelection(state, 3));
    expect(rowsOf(state, currentInstantiation(state))[2]?.value).toMatchObject({
      role: "given",
      evidence: [],
    });
  });

  it("says why something cannot be, and changes nothing", () => {
    const state = selectWords(open(), "ferryman");
    expect(putSelection(state, 2)).toMatchObject({ ok: false });
    expect(putSelection(state, 9)).toEqual({ ok: false, say: "There is no argument 9 here." });
    expect(putTyped(state, "Day", "31 June 2025")).toMatchObject({ ok: false });
    const frozen = { ...caseLayer(state), state: "submitted" as const };
    const closed = { ...state, layers: new Map([[CASE.name, frozen]]) };
    expect(putTruth(closed, true)).toEqual({
      ok: false,
      say: "This case is submitted. Reopen it to change it.",
    });
  });

  it("turns roles and truth, and clears", () => {
    let state = after(open(), { type: "argumentChosen", name: "Passenger" });
    state = perform(state, turnRole(state));
    expect(rowsOf(state, currentInstantiation(state))[0]?.value?.role).toBe("found");
    state = perform(state, clearRow(state));
    expect(clearRow(state)).toMatchObject({ ok: false });
    state = perform(state, putTruth(state, true));
    expect(currentInstantiation(state)?.truth).toBe(true);
    state = perform(state, putTruth(state, true));
    expect(currentInstantiation(state)?.truth).toBeNull();
  });
});
