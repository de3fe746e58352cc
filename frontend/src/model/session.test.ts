import { describe, expect, it } from "vitest";

import { FERRY } from "../../tests/statute";
import { makeUndoEdits, planRedo, planUndo } from "./edits";
import type { Edit } from "./edits";
import {
  assignNumber,
  deleteMention,
  markOffered,
  markSelection,
  mergeOnto,
  moveEdge,
  offeredArgument,
  renameArgument,
  splitMention,
  stretchSelection,
  textOf,
  turnSubmission,
  turnType,
  whyHeld,
} from "./gestures";
import type { Gesture } from "./gestures";
import { focusedLayer, labelAt, openSession, updateSession } from "./session";
import type { SessionAction, SessionState } from "./session";

let made = 0;
const makeId = (): string => `00000000-0000-4000-8000-${String(++made).padStart(12, "0")}`;

const STATUTE = {
  ...FERRY,
  layers: [],
  subsections: FERRY.subsections.map((one) => ({ ...one, my_layer: makeId() })),
};

const open = (label = "9(a)"): SessionState => openSession(STATUTE, "robin", label);

function run(state: SessionState, ...actions: readonly SessionAction[]): SessionState {
  return actions.reduce(updateSession, state);
}

function stamp(state: SessionState, gesture: Gesture): Edit {
  if (!gesture.ok) throw new Error(gesture.say);
  return {
    id: makeId(),
    layer: focusedLayer(state)?.id ?? "",
    author: "robin",
    time: "2026-01-31T12:00:00Z",
    base_revision: 0,
    operation: gesture.operation,
    inverse: null,
    undoes: null,
    group: null,
    from_suggestion: null,
  };
}

function perform(state: SessionState, gesture: Gesture): SessionState {
  if (!gesture.ok) throw new Error(gesture.say);
  const { say, mention } = gesture;
  return updateSession(state, { type: "edited", edits: [stamp(state, gesture)], say, mention });
}

const selected = (state: SessionState): string => (state.selection ? textOf(state, state.selection) : "");
const next: SessionAction = { type: "caretMoved", by: 1 };
const back: SessionAction = { type: "caretMoved", by: -1 };

function walkTo(state: SessionState, word: string): SessionState {
  for (let i = 0; i < 40; i++, state = run(state, next)) if (selected(state) === word) return state;
  throw new Error(`${word} is not reached`);
}

function stretch(state: SessionState): SessionState {
  const range = stretchSelection(state, "next", "word");
  return range ? run(state, { type: "extended", range }) : state;
}

const shown = (state: SessionState): readonly (readonly [string, number])[] =>
  (state.document.mentions.get(state.focus ?? "") ?? []).map((one) => [
    textOf(state, one),
    one.argument.number,
  ]);

describe("the caret", () => {
  it("stands on the first word, walks over the parts of its subsection and no further", () => {
    let state = open();
    expect(selected(state)).toBe("The");
    state = walkTo(state, "if");
    expect(selected(run(state, next))).toBe("A");
    expect(selected(run(state, next, back))).toBe("if");
    state = walkTo(state, "fare");
    expect(selected(run(open(), back))).toBe("The");
  });

  it("finds the subsection of any place", () => {
    const state = open();
    expect(labelAt(state, FERRY.subsections[2]?.parts[0]?.[0] ?? 0)).toBe("9(a)(1)");
  });

  it("goes to the first word of the next subsection", () => {
    expect(selected(run(open(), { type: "subsectionMoved", by: 1 }))).toBe("the");
  });
});

describe("gestures", () => {
  it("marks words and joins what has the same words", () => {
    let state = stretch(open());
    expect(selected(state)).toBe("The passenger");
    state = perform(state, markOffered(state, makeId));
    state = stretch(walkTo(state, "a"));
    state = perform(state, markOffered(state, makeId));
    state = stretch(walkTo(run(state, next), "such"));
    expect(offeredArgument(state)?.name).toBe("Fare");
    state = perform(state, markOffered(state, makeId));
    expect(shown(state)).toEqual([
      ["The passenger", 1],
      ["a fare", 2],
      ["such fare", 2],
    ]);
    expect(state.said.text).toBe("such fare, joined to 2, Fare, mention 2 of 2");
  });

  it("assigns, splits, merges, renames, retypes and deletes, and undo takes back all of it", () => {
    const start = stretch(open());
    let state = perform(start, markSelection(start, null, makeId));
    const first = state.mention ?? "";
    state = stretch(walkTo(state, "a"));
    state = perform(state, markSelection(state, null, makeId));
    const second = state.mention ?? "";
    state = perform(state, assignNumber(state, 1, makeId));
    expect(shown(state).map(([, number]) => number)).toEqual([1, 1]);
    expect(focusedLayer(state)?.arguments.size).toBe(1);
    state = perform(state, splitMention(state, makeId));
    state = perform(state, mergeOnto(state, first, second));
    expect(focusedLayer(state)?.arguments.size).toBe(1);
    state = perform(state, renameArgument(state, state.argument ?? "", "who pays"));
    state = perform(state, turnType(state));
    const [argument] = focusedLayer(state)?.arguments.values() ?? [];
    expect(argument).toMatchObject({ name: "who_pays", value_type: "integer" });
    state = perform(state, deleteMention(state));
    state = run(state, { type: "mentionMoved", by: 1 });
    state = perform(state, deleteMention(state));
    expect(focusedLayer(state)).toMatchObject({ arguments: new Map(), mentions: new Map() });
    const end = focusedLayer(state);
    const stamp = { makeId, time: "2026-01-31T12:00:00Z", revisionOf: () => 0 };
    const undoAll = (plan: typeof planUndo): void => {
      for (let step = plan(state.log, "robin"); step !== null; step = plan(state.log, "robin")) {
        const edits = makeUndoEdits(step, "robin", stamp);
        state = updateSession(state, { type: "edited", edits, say: "undone" });
      }
    };
    undoAll(planUndo);
    expect(focusedLayer(state)).toEqual(focusedLayer(start));
    undoAll(planRedo);
    expect(focusedLayer(state)).toEqual(end);
  });

  it("moves either edge of the mention in focus, by words and by letters", () => {
    let state = perform(open(), markSelection(open(), null, makeId));
    state = perform(state, moveEdge(state, "next", "word"));
    expect(shown(state)).toEqual([["The passenger", 1]]);
    state = perform(
      run(state, { type: "edgeTurned" }),
      moveEdge({ ...state, edge: "start" }, "next", "word"),
    );
    expect(shown(state)).toEqual([["passenger", 1]]);
    state = perform(state, moveEdge({ ...state, edge: "end" }, "previous", "letter"));
    expect(shown(state)).toEqual([["passenge", 1]]);
    expect(moveEdge({ ...state, edge: "start" }, "previous", "word").ok).toBe(true);
  });

  it("refuses an overlap and a frozen layer with words, and queues nothing", () => {
    let state = perform(open(), markSelection(open(), null, makeId));
    const overlap = markSelection({ ...state, mention: null }, null, makeId);
    expect(overlap).toEqual({ ok: false, say: "This overlaps another mention. Nothing was changed." });
    state = perform(state, turnSubmission(state));
    expect(deleteMention(run(state, { type: "mentionMoved", by: 1 })).ok).toBe(false);
    state = perform(state, turnSubmission(state));
    expect(focusedLayer(state)?.state).toBe("in_progress");
  });
});

describe("rendering", () => {
  it("sets again only the paragraph that an edit touches", () => {
    const before = open();
    const after = perform(before, markSelection(before, null, makeId));
    const leaves = (state: SessionState): readonly unknown[] => {
      const flat = (node: unknown): readonly unknown[] => {
        const one = node as { type: string; children?: readonly unknown[] };
        return one.type === "paragraph" ? [node] : (one.children ?? []).flatMap(flat);
      };
      return flat(state.document.root);
    };
    const changed = leaves(after).filter((one, i) => one !== leaves(before)[i]);
    expect(changed).toHaveLength(1);
  });

  it("replays what waits over a statute read again, each edit once", () => {
    let state = open();
    const gesture = markSelection(state, null, makeId);
    const edit = stamp(state, gesture);
    state = run(state, { type: "edited", edits: [edit], say: "" });
    state = run(state, { type: "heard", edits: [edit] });
    expect(shown(state)).toHaveLength(1);
    state = run(state, { type: "statuteRead", statute: STATUTE, waiting: [edit] });
    expect(shown(state)).toHaveLength(1);
    expect(state.log).toHaveLength(1);
  });

  it("undoes and redoes a step that reaches layers of other statutes as a whole", () => {
    const group = makeId();
    const here = perform(open(), markOffered(open(), makeId));
    const argument = [...(focusedLayer(here)?.arguments.keys() ?? [])][0] ?? "";
    const renamed = stamp(here, renameArgument(here, argument, "Traveller"));
    const base = { ...renamed, group };
    const elsewhere: Edit = {
      ...base,
      id: makeId(),
      layer: makeId(),
      operation: { op: "clear_stale", item: "clause" },
      inverse: { op: "mark_stale", item: "clause", reason: "Look." },
    };
    const after = run(here, { type: "edited", edits: [base, elsewhere], say: "" });
    const step = planUndo(after.log, "robin");
    expect(step?.edits.map((edit) => edit.id)).toEqual([elsewhere.id, base.id]);
    if (step === null) return;
    const stamps = { makeId, time: base.time, revisionOf: () => 3 };
    const back = makeUndoEdits(step, "robin", stamps);
    expect(back[0]?.operation).toEqual(elsewhere.inverse);
    const undone = run(after, { type: "edited", edits: back, say: "" });
    expect(focusedLayer(undone)).toEqual(focusedLayer(here));
    const redo = planRedo(undone.log, "robin");
    expect(redo?.edits.map((edit) => edit.inverse)).toEqual([base.operation, elsewhere.operation]);
    // Of a layer that is not here and of which nothing is known, nothing is kept.
    const unknown = { ...elsewhere, id: makeId(), inverse: null };
    expect(run(after, { type: "heard", edits: [unknown] }).log).toHaveLength(after.log.length);
  });
});

describe("a submitted subsection", () => {
  const submit = (held?: "assigned" | "others"): SessionState => {
    const subsections = STATUTE.subsections.map((one) => (held === undefined ? one : { ...one, held }));
    const state = openSession({ ...STATUTE, subsections }, "robin", "9(a)");
    return perform(state, turnSubmission(state));
  };

  it("is reopened by its author", () => {
    expect(whyHeld(submit())).toBeNull();
    expect(turnSubmission(submit())).toMatchObject({ ok: true, operation: { op: "reopen_layer" } });
  });

  it("is not, when others have submitted it too or it was assigned, and says so", () => {
    expect(turnSubmission(submit("others"))).toEqual({
      ok: false,
      say: `This subsection is submitted. ${whyHeld(submit("others")) ?? ""}`,
    });
    expect(whyHeld(submit("others"))).toContain("Another annotator");
    expect(whyHeld(submit("assigned"))).toContain("assigned to you");
  });
});
