/** What holds of every edit, whatever it is and whatever came before. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  acceptEdits,
  applyLog,
  applyOperation,
  emptyLayer,
  findFlaws,
  invert,
  layerFromJson,
  layerToJson,
  makeUndoEdits,
  operationFromJson,
  planRedo,
  planUndo,
  rebase,
} from "./edits";
import type { CaseValue, Edit, Layer, Operation, SingleOperation } from "./edits";
import { valueKey } from "./edits-state";

const makeId = (kind: string, n: number): string =>
  `00000000-0000-4000-8000-${kind.repeat(8)}${String(n).padStart(4, "0")}`;
const idOf = (kind: string, count: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: count - 1 }).map((n) => makeId(kind, n));

const LAYER = makeId("f", 1);
const SUBSECTION = emptyLayer(LAYER, "subsection", [
  [0, 18],
  [22, 40],
]);
const CASE = emptyLayer(LAYER, "case", [[0, 40]]);

const mentionId = idOf("a", 5);
const argumentId = idOf("b", 4);
const instantiationId = idOf("c", 3);
const suggestionId = idOf("d", 3);
const from_suggestion = fc.option(suggestionId);
const name = fc.constantFrom("Taxp", "TAXP", "Income", "income", "Straße", "STRASSE", "S5");
const value_type = fc.constantFrom("span" as const, "integer" as const);
const role = fc.constantFrom("given" as const, "found" as const);
const order = fc.integer({ min: 0, max: 3 });
const text = fc.string({ maxLength: 6 }).map((t) => t.replaceAll("\0", ""));
const range = fc
  .tuple(fc.integer({ min: 0, max: 42 }), fc.integer({ min: 0, max: 6 }))
  .map(([start, length]) => ({ start, end: start + length }));
const span = range.map(({ start, end }) => [start, end] as const);
const argument = fc.record({ id: argumentId, name, value_type, order, from_suggestion });
const mention = fc
  .tuple(fc.record({ id: mentionId, argument: argumentId, from_suggestion }), range)
  .map(([rest, where]) => ({ ...rest, ...where }));
const clause = fc.record({
  text: fc.option(text.filter((t) => t !== "")),
  note: text,
  from_suggestion,
});
const scalar = fc.oneof(text, fc.maxSafeInteger());
const value: fc.Arbitrary<CaseValue> = fc.record({
  name,
  role,
  value: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })),
  order,
  evidence: fc.array(span, { maxLength: 2 }),
  from_suggestion,
});
const values = fc.uniqueArray(value, { maxLength: 2, selector: (v) => valueKey(v.role, v.name) });
const truth = fc.option(fc.boolean());
const label = fc.constantFrom("63(c)(5)", "tax");

const reason = fc.constantFrom("Look.", "§1 has another head.");

const op = <const Name extends string>(kind: Name): { op: fc.Arbitrary<Name> } => ({ op: fc.constant(kind) });

const subsectionOperation: fc.Arbitrary<SingleOperation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ ...op("add_mention"), mention }) },
  fc.record({ ...op("remove_mention"), id: mentionId }),
  fc.tuple(fc.record({ ...op("resize_mention"), id: mentionId }), range).map(([o, r]) => ({ ...o, ...r })),
  fc.record({ ...op("assign_mention"), id: mentionId, argument: argumentId }),
  { weight: 3, arbitrary: fc.record({ ...op("new_argument"), argument }) },
  fc.record({ ...op("rename_argument"), id: argumentId, name }),
  fc.record({ ...op("retype_argument"), id: argumentId, value_type }),
  fc.record({ ...op("remove_argument"), id: argumentId }),
  fc.record({ ...op("merge_arguments"), into: argumentId, source: argumentId }),
  fc.record({
    ...op("split_argument"),
    source: argumentId,
    argument,
    mentions: fc.uniqueArray(mentionId, { maxLength: 2 }),
  }),
  fc.record({ ...op("set_clause"), clause }),
  fc.record({ ...op("mark_stale"), item: fc.constantFrom("clause", "argument:" + makeId("b", 0)), reason }),
  fc.record({ ...op("clear_stale"), item: fc.constant("clause") }),
);
const caseOperation: fc.Arbitrary<SingleOperation> = fc.oneof(
  fc.record({
    ...op("add_instantiation"),
    instantiation: fc.record({ id: instantiationId, label, order, truth, values }),
  }),
  fc.record({ ...op("remove_instantiation"), id: instantiationId }),
  fc.record({ ...op("set_truth"), instantiation: instantiationId, truth }),
  fc.record({ ...op("set_value"), instantiation: instantiationId, value }),
  fc.record({ ...op("clear_value"), instantiation: instantiationId, role, name }),
  fc.record({ ...op("mark_stale"), item: instantiationId.map((id) => "instantiation:" + id), reason }),
  fc.record({ ...op("clear_stale"), item: instantiationId.map((id) => "instantiation:" + id) }),
);
const sharedOperation: fc.Arbitrary<SingleOperation> = fc.oneof(
  fc.record({
    ...op("decide_suggestion"),
    suggestion: suggestionId,
    decision: fc.constantFrom("accepted" as const, "rejected" as const, null),
  }),
  fc.record(op("submit_layer")),
  fc.record({
    ...op("reopen_layer"),
    to: fc.constantFrom("in_progress" as const, "returned" as const, "submitted" as const),
    reason: text,
  }),
  fc.record(op("accept_layer")),
  fc.record({ ...op("return_layer"), reason: text }),
);

function operationsFor(empty: Layer): fc.Arbitrary<Operation> {
  const own = empty.kind === "case" ? caseOperation : subsectionOperation;
  const single = fc.oneof({ weight: 8, arbitrary: own }, { weight: 1, arbitrary: sharedOperation });
  const batch = fc.record({ ...op("batch"), ops: fc.array(single, { minLength: 1, maxLength: 4 }) });
  return fc.oneof({ weight: 3, arbitrary: single }, { weight: 1, arbitrary: batch });
}

/** Layers that hold something, so that operations find items and edits meet. */
const none = { from_suggestion: null };
const FULL_SUBSECTION = [
  ...["Taxp", "Income", "Spare"].map((called, n): Operation => ({
    op: "new_argument",
    argument: { id: makeId("b", n), name: called, value_type: "span", order: n, ...none },
  })),
  ...[2, 8, 30].map((from, n): Operation => ({
    op: "add_mention",
    mention: { id: makeId("a", n), start: from, end: from + 2, argument: makeId("b", n % 2), ...none },
  })),
].reduce((layer, operation) => mustApply(layer, operation).layer, SUBSECTION);
const FULL_CASE = [0, 1].reduce(
  (layer, n) =>
    mustApply(layer, {
      op: "add_instantiation",
      instantiation: { id: makeId("c", n), label: "tax", order: n, truth: true, values: [] },
    }).layer,
  CASE,
);

const start = fc.constantFrom(FULL_SUBSECTION, FULL_SUBSECTION, FULL_CASE, SUBSECTION, CASE);
const history = start.chain((empty) =>
  fc.record({ empty: fc.constant(empty), ops: fc.array(operationsFor(empty), { maxLength: 25 }) }),
);
const historyAndMore = start.chain((empty) =>
  fc.record({
    empty: fc.constant(empty),
    ops: fc.array(operationsFor(empty), { maxLength: 8 }),
    more: fc.array(operationsFor(empty), { minLength: 12, maxLength: 30 }),
  }),
);

function applyWhereAllowed(
  layer: Layer,
  operations: readonly Operation[],
): { layer: Layer; taken: Operation[] } {
  const taken = operations.filter((operation) => {
    const outcome = applyOperation(layer, operation);
    if (outcome.ok) layer = outcome.layer;
    return outcome.ok;
  });
  return { layer, taken };
}

function mustApply(layer: Layer, operation: Operation): { layer: Layer; inverse: Operation } {
  const outcome = applyOperation(layer, operation);
  if (!outcome.ok) throw new Error(`${outcome.refusal.code}: ${outcome.refusal.message}`);
  return outcome;
}

function makeEdit(n: number, operation: Operation, undoes: string | null = null): Edit {
  return {
    id: makeId("e", n),
    layer: LAYER,
    author: "ann",
    time: "2026-01-31T12:00:00Z",
    base_revision: 0,
    operation,
    inverse: null,
    undoes,
    group: null,
    from_suggestion: null,
  };
}

function mustReplay(layer: Layer, edits: readonly Edit[]): { layer: Layer; edits: readonly Edit[] } {
  const outcome = applyLog(layer, edits);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome;
}

describe("every edit", () => {
  it("is taken back by its inverse, and done again by the inverse of that", () => {
    fc.assert(
      fc.property(historyAndMore, ({ empty, ops, more }) => {
        const before = applyWhereAllowed(empty, ops).layer;
        for (const operation of more) {
          const outcome = applyOperation(before, operation);
          if (!outcome.ok) continue;
          const restored = mustApply(outcome.layer, outcome.inverse);
          expect(restored.layer).toEqual(before);
          expect(mustApply(restored.layer, restored.inverse).layer).toEqual(outcome.layer);
        }
      }),
    );
  });

  it("leaves a sound layer, and a refused one leaves it as it was", () => {
    fc.assert(
      fc.property(history, ({ empty, ops }) => {
        let layer = empty;
        for (const operation of ops) {
          const before = layerToJson(layer);
          const outcome = applyOperation(layer, operation);
          expect(layerToJson(layer)).toEqual(before);
          if (outcome.ok) layer = outcome.layer;
          expect(findFlaws(layer)).toEqual([]);
        }
      }),
    );
  });

  it("replays from empty to the current layer, and back to empty", () => {
    fc.assert(
      fc.property(history, ({ empty, ops }) => {
        const { layer, taken } = applyWhereAllowed(empty, ops);
        const replay = mustReplay(
          empty,
          taken.map((operation, i) => makeEdit(i, operation)),
        );
        expect(replay.layer).toEqual(layer);
        const back = replay.edits.reduceRight((now, edit) => mustApply(now, invert(edit)).layer, layer);
        expect(back).toEqual(empty);
      }),
    );
  });

  it("counts once however often it is sent", () => {
    fc.assert(
      fc.property(history, fc.nat(), ({ empty, ops }, pick) => {
        const { layer, taken } = applyWhereAllowed(empty, ops);
        const edits = taken.map((operation, i) => makeEdit(i, operation));
        const cut = pick % (edits.length + 1);
        expect(mustReplay(empty, [...edits.slice(0, cut), ...edits]).layer).toEqual(layer);
        const stored = mustReplay(empty, edits.slice(0, cut));
        const log = new Map(stored.edits.map((edit, i) => [i + 1, edit]));
        const outcome = acceptEdits(stored.layer, edits, log);
        expect(outcome.ok && outcome.layer).toEqual(layer);
      }),
    );
  });

  it("commutes with an edit of other items", () => {
    fc.assert(
      fc.property(historyAndMore, ({ empty, ops, more }) => {
        const { layer } = applyWhereAllowed(empty, ops);
        const fitting = more.filter((operation) => applyOperation(layer, operation).ok);
        fitting.forEach((one, i) => {
          for (const two of fitting.slice(i + 1)) {
            expect(rebase(two, [one]).ok).toBe(rebase(one, [two]).ok);
            if (!rebase(one, [two]).ok) continue;
            const first = mustApply(mustApply(layer, one).layer, two).layer;
            const second = mustApply(mustApply(layer, two).layer, one).layer;
            expect(first).toEqual(second);
          }
        });
      }),
    );
  });

  it("is rebased over many as if it had been made after them", () => {
    fc.assert(
      fc.property(historyAndMore, history, ({ empty, ops, more }, others) => {
        const { layer } = applyWhereAllowed(empty, ops);
        const theirs = applyWhereAllowed(layer, others.ops.slice(0, 5));
        for (const mine of more) {
          const outcome = applyOperation(layer, mine);
          const moved = rebase(mine, theirs.taken);
          if (!outcome.ok || !moved.ok) continue;
          const inTurn = applyWhereAllowed(outcome.layer, theirs.taken);
          expect(inTurn.taken).toEqual(theirs.taken);
          expect(mustApply(theirs.layer, moved.operation).layer).toEqual(inTurn.layer);
        }
      }),
    );
  });

  it("is undone and redone through the log alone", () => {
    const walk = fc.array(fc.boolean(), { maxLength: 30 });
    fc.assert(
      fc.property(history, walk, ({ empty, ops }, moves) => {
        const states = [empty];
        let log: readonly Edit[] = [];
        for (const operation of applyWhereAllowed(empty, ops).taken) {
          const replay = mustReplay(states.at(-1) ?? empty, [makeEdit(log.length, operation)]);
          log = [...log, ...replay.edits];
          states.push(replay.layer);
        }
        let place = states.length - 1;
        for (const isUndo of moves) {
          const step = isUndo ? planUndo(log, "ann") : planRedo(log, "ann");
          const wanted = place + (isUndo ? -1 : 1);
          expect(step !== null).toBe(wanted >= 0 && wanted < states.length);
          if (!step) continue;
          const count = log.length;
          const stamp = {
            makeId: () => makeId("e", count),
            time: "2026-01-31T12:00:00Z",
            revisionOf: () => count,
          };
          const replay = mustReplay(states[place] ?? empty, makeUndoEdits(step, "ann", stamp));
          expect(replay.layer).toEqual(states[wanted]);
          log = [...log, ...replay.edits];
          place = wanted;
        }
      }),
    );
  });

  it("and every layer survives JSON", () => {
    fc.assert(
      fc.property(history, ({ empty, ops }) => {
        for (const operation of ops) {
          const again = operationFromJson(JSON.parse(JSON.stringify(operation)));
          expect(again).toEqual({ ok: true, operation });
        }
        const { layer } = applyWhereAllowed(empty, ops);
        expect(layerFromJson(JSON.parse(JSON.stringify(layerToJson(layer))))).toEqual({ ok: true, layer });
      }),
    );
  });

  it("is read or refused, never a crash", () => {
    fc.assert(
      fc.property(history, fc.jsonValue(), fc.nat(), ({ ops }, junk, pick) => {
        for (const operation of ops) {
          const keys = Object.keys(operation);
          const key = keys[pick % keys.length] ?? "op";
          const outcome = operationFromJson({ ...operation, [key]: junk });
          if (!outcome.ok) expect(outcome.refusal.code).toMatch(/^[a-z_]+$/);
        }
      }),
    );
  });
});
