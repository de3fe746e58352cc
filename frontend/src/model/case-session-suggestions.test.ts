import { describe, expect, it } from "vitest";

import { CASE } from "../../tests/case";
import type { CaseSuggestions } from "../api/types";
import { lookAgain } from "./case-gestures";
import type { CaseGesture } from "./case-gestures";
import { caseLayer, currentInstantiation, openCase, updateCase } from "./case-session";
import type { CaseState } from "./case-session";
import { ghostRows, openHere, shownInstantiation } from "./case-state-suggestions";
import {
  acceptAllHere,
  acceptFocused,
  rejectAllHere,
  rejectFocused,
  sayFocused,
} from "./case-suggestion-gestures";
import { planUndo } from "./edits";
import type { Edit, Operation } from "./edits";
import { makeUuid } from "./ids";

const EMPTY: typeof CASE = { ...CASE, instantiations: [] };
const VALUES = [
  {
    id: "10000000-0000-4000-8000-000000000001",
    role: "given",
    name: "passenger",
    value: "Ada",
    confidence: 0.7,
  },
  { id: "10000000-0000-4000-8000-000000000002", role: "found", name: "Fare", value: 20, confidence: null },
] as const;
const ROW = "10000000-0000-4000-8000-000000000003";

function suggest(layer = "run 1"): CaseSuggestions {
  const values = VALUES.map((one) => ({ ...one, evidence: [] }));
  const source = {
    layer,
    run: layer,
    model: "m",
    fold: "",
    trained_on: [],
    created_at: "2026-01-01T00:00:00Z",
  };
  const row = { id: ROW, run: layer, label: "9(a)", truth: true, confidence: 0.9, why: "as asked", values };
  return { source, rows: [row], subsections: CASE.subsections };
}

const opened = (one = EMPTY): CaseState =>
  updateCase(openCase(one, "robin", null), { type: "suggestionsRead", suggestions: suggest() });

function makeEdit(layer: string, operation: Operation, more: Partial<Edit> = {}): Edit {
  return {
    id: makeUuid(),
    layer,
    author: "robin",
    time: "2026-01-31T12:00:00Z",
    base_revision: 3,
    operation,
    inverse: null,
    undoes: null,
    group: null,
    from_suggestion: null,
    ...more,
  };
}

function perform(state: CaseState, gesture: CaseGesture): CaseState {
  if (!gesture.ok) throw new Error(gesture.say);
  const { operation, say, next } = gesture;
  const edits = [makeEdit(caseLayer(state).id, operation)];
  return updateCase(state, { type: "edited", edits, say, ...(next === undefined ? {} : { next }) });
}

describe("suggestions in a case", () => {
  it("shows a subsection that is not there, and adds it with the first that is accepted", () => {
    let state = opened();
    expect(ghostRows(state).map((row) => row.label)).toEqual(["9(a)"]);
    expect(shownInstantiation(state)).toMatchObject({ id: "", label: "9(a)" });
    state = updateCase(state, { type: "suggestionMoved", by: 1 });
    expect(sayFocused(state)).toBe("Passenger, suggested Ada, 70 percent, as asked");
    state = perform(state, acceptFocused(state, makeUuid));
    expect(currentInstantiation(state)?.values).toMatchObject([
      { name: "Passenger", value: "Ada", from_suggestion: VALUES[0].id },
    ]);
    expect(ghostRows(state)).toEqual([]);
    // On to the next one by itself, and it is said.
    expect(state.suggestion).toBe(VALUES[1].id);
    expect(state.said.text).toContain("Next: Fare, suggested 20");
    state = perform(state, rejectFocused(state));
    expect(state.suggestion).toBe(ROW);
    state = perform(state, acceptFocused(state, makeUuid));
    expect(currentInstantiation(state)?.truth).toBe(true);
    expect([state.suggestion, openHere(state)]).toEqual([null, []]);
    expect(caseLayer(state).decisions.get(VALUES[1].id)).toBe("rejected");
  });

  it("takes or rejects all of a subsection as one step", () => {
    const all = perform(opened(), acceptAllHere(opened(), makeUuid));
    expect(currentInstantiation(all)).toMatchObject({ truth: true });
    expect(planUndo(all.log, "robin")?.edits.length).toBe(1);
    const none = perform(opened(), rejectAllHere(opened()));
    expect([openHere(none), caseLayer(none).instantiations.size]).toEqual([[], 0]);
  });

  it("goes no further than the last, and lets go when the caret moves or they are hidden", () => {
    let state = opened();
    for (let i = 0; i < 3; i++) state = updateCase(state, { type: "suggestionMoved", by: 1 });
    expect(updateCase(state, { type: "suggestionMoved", by: 1 })).toBe(state);
    expect(updateCase(state, { type: "caretMoved", by: 1 }).suggestion).toBeNull();
    const hidden = updateCase(state, { type: "suggestionsTurned", showing: false });
    expect([hidden.suggestion, openHere(hidden)]).toEqual([null, []]);
  });

  it("leaves what the person has, and takes a new run but not the same one again", () => {
    const state = opened(CASE);
    const fare = caseLayer(state)
      .instantiations.values()
      .next()
      .value?.values.map((one) => one.name);
    expect(openHere(state).some((item) => fare?.includes(item.argument?.name ?? ""))).toBe(false);
    expect(updateCase(state, { type: "suggestionsRead", suggestions: suggest() })).toBe(state);
    const other = updateCase(state, { type: "suggestionsRead", suggestions: suggest("run 2") });
    expect(other.suggestions?.source?.run).toBe("run 2");
    const gone = { source: null, rows: [], subsections: [] };
    expect(openHere(updateCase(other, { type: "suggestionsRead", suggestions: gone }))).toEqual([]);
  });
});

describe("edits from elsewhere", () => {
  const [one] = CASE.instantiations;
  const item = `instantiation:${one?.id ?? ""}`;

  it("are undone with what went with them in another layer", () => {
    const group = makeUuid();
    const rename: Operation = { op: "rename_argument", id: makeUuid(), name: "Toll" };
    const back: Operation = { ...rename, name: "Fare" };
    const foreign = makeEdit(makeUuid(), rename, { inverse: back, group });
    const here = makeEdit(
      CASE.layer?.id ?? "",
      { op: "mark_stale", item, reason: "Fare is Toll now." },
      { group },
    );
    const state = updateCase(openCase(CASE, "robin", null), { type: "heard", edits: [foreign, here] });
    expect(caseLayer(state).stale.get(item)).toBe("Fare is Toll now.");
    const step = planUndo(state.log, "robin");
    expect(step?.edits.map((edit) => edit.layer)).toEqual([here.layer, foreign.layer]);
  });

  it("mark what to look at again, until somebody has looked", () => {
    const marked = { ...CASE, layer: CASE.layer && { ...CASE.layer, stale: { [item]: "Fare is gone." } } };
    const state = openCase(marked, "robin", null);
    const looked = perform(state, lookAgain(state, item));
    expect(caseLayer(looked).stale.size).toBe(0);
    expect(looked.said.text).toBe("§9(a) looked at");
  });

  it("with a name that is not known here ask for the case again", () => {
    const value = {
      name: "Toll",
      role: "found" as const,
      value: 1,
      order: 0,
      evidence: [],
      from_suggestion: null,
    };
    const put = makeEdit(CASE.layer?.id ?? "", { op: "set_value", instantiation: one?.id ?? "", value });
    const state = updateCase(openCase(CASE, "robin", null), { type: "heard", edits: [put] });
    expect(state.astray).toBe(true);
  });
});
