/** The shared table of example edits, through TypeScript. Python runs the same file. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

import {
  acceptEdits,
  applyLog,
  applyOperation,
  editFromJson,
  findFlaws,
  layerFromJson,
  layerToJson,
  operationFromJson,
  planArgumentRemoval,
  planAssignment,
  planMentionRemoval,
  planRedo,
  planUndo,
  rebase,
} from "./edits";
import type { Edit, Layer, Operation } from "./edits";
import { readLabel } from "./edits-read";

interface Named {
  readonly name: string;
}
interface ApplyRow extends Named {
  readonly layer: string;
  readonly operation: unknown;
  readonly after?: object;
  readonly inverse?: unknown;
  readonly refused?: { readonly code: string; readonly path: string; readonly position: object };
}
interface AcceptRow extends Named {
  readonly layer: string;
  readonly stored: readonly unknown[];
  readonly sent: readonly unknown[];
  readonly applied?: readonly string[];
  readonly after?: object;
  readonly conflicts?: Readonly<Record<string, readonly string[]>>;
  readonly refused?: { readonly code: string; readonly path: string; readonly edit: string };
}
interface UndoRow extends Named {
  readonly author: string;
  readonly edits: readonly unknown[];
  readonly undo: readonly string[];
  readonly redo: readonly string[];
  readonly undo_conflicts: readonly (readonly string[])[];
  readonly redo_conflicts: readonly (readonly string[])[];
}
interface PlanRow extends Named {
  readonly plan: "mention_removal" | "assignment" | "argument_removal";
  readonly layer: string;
  readonly args: { readonly mention?: string; readonly argument?: string; readonly used?: readonly string[] };
  readonly operation: unknown;
}
interface Table {
  readonly layers: Readonly<Record<string, object>>;
  readonly apply: readonly ApplyRow[];
  readonly malformed: readonly (Named & { operation: unknown; code: string; path: string })[];
  readonly labels: readonly string[];
  readonly rebase: readonly (Named & {
    mine: unknown;
    others: readonly unknown[];
    conflict: { items: readonly string[]; theirs: readonly number[] } | null;
  })[];
  readonly accept: readonly AcceptRow[];
  readonly undo: readonly UndoRow[];
  readonly plans: readonly PlanRow[];
}

const file = resolve(import.meta.dirname, "../../../tests/edits/table.json");
const table = JSON.parse(readFileSync(file, "utf8")) as Table;

function loadLayer(name: string): Layer {
  const outcome = layerFromJson(table.layers[name]);
  if (!outcome.ok) throw new Error(`${name}: ${outcome.refusal.message}`);
  return outcome.layer;
}

function loadOperation(json: unknown): Operation {
  const outcome = operationFromJson(json);
  if (!outcome.ok) throw new Error(`${outcome.refusal.path}: ${outcome.refusal.message}`);
  return outcome.operation;
}

function loadEdit(json: unknown): Edit {
  const outcome = editFromJson(json);
  if (!outcome.ok) throw new Error(`${outcome.refusal.path}: ${outcome.refusal.message}`);
  return outcome.edit;
}

function mustApply(layer: Layer, operation: Operation): { layer: Layer; inverse: Operation } {
  const outcome = applyOperation(layer, operation);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome;
}

describe("shared table", () => {
  it.each(Object.keys(table.layers))("layer %s is sound and keeps its JSON", (name) => {
    const layer = loadLayer(name);
    expect(findFlaws(layer)).toEqual([]);
    expect(layerToJson(layer)).toEqual(table.layers[name]);
  });

  it.each(table.apply)("apply: $name", (row) => {
    const before = loadLayer(row.layer);
    const operation = loadOperation(row.operation);
    expect(operation).toEqual(row.operation);
    if (row.refused) {
      const outcome = applyOperation(before, operation);
      if (outcome.ok) throw new Error("applied");
      const { code, path, position } = outcome.refusal;
      expect({ code, path, position }).toEqual(row.refused);
      return;
    }
    const { layer: after, inverse } = mustApply(before, operation);
    expect(layerToJson(after)).toEqual({ ...table.layers[row.layer], ...row.after });
    expect(inverse).toEqual(row.inverse);
    expect(findFlaws(after)).toEqual([]);
    const restored = mustApply(after, inverse);
    expect(restored.layer).toEqual(before);
    expect(mustApply(restored.layer, restored.inverse).layer).toEqual(after);
  });

  it.each(table.malformed)("malformed: $name", ({ operation, code, path }) => {
    expect(operationFromJson(operation)).toMatchObject({ ok: false, refusal: { code, path } });
  });

  it.each(table.labels)("label %s", (label) => {
    expect(readLabel(label, "")).toBe(label);
  });

  it.each(table.rebase)("rebase: $name", (row) => {
    const mine = loadOperation(row.mine);
    const others = row.others.map(loadOperation);
    const { conflict } = row;
    const wanted = conflict
      ? {
          ok: false,
          conflict: { items: conflict.items, mine, theirs: conflict.theirs.map((i) => others[i]) },
        }
      : { ok: true, operation: mine };
    expect(rebase(mine, others)).toEqual(wanted);
  });

  it.each(table.accept)("accept: $name", (row) => {
    const stored = applyLog(loadLayer(row.layer), row.stored.map(loadEdit));
    if (!stored.ok) throw new Error(stored.refusal.message);
    const history = new Map(stored.edits.map((edit, i) => [i + 1, edit]));
    const outcome = acceptEdits(stored.layer, row.sent.map(loadEdit), history);
    if (row.conflicts) {
      const found = "conflicts" in outcome ? [...outcome.conflicts].map(([id, c]) => [id, c.items]) : [];
      expect(Object.fromEntries(found)).toEqual(row.conflicts);
    } else if (row.refused) {
      const { code, path, edit } = row.refused;
      expect(outcome).toMatchObject({ ok: false, refusal: { code, path, position: { edit } } });
    } else {
      if (!outcome.ok) throw new Error("refused");
      expect(outcome.edits.map((edit) => edit.id)).toEqual(row.applied);
      expect(layerToJson(outcome.layer)).toEqual({ ...table.layers[row.layer], ...row.after });
    }
  });

  it.each(table.undo)("undo: $name", (row) => {
    const edits = row.edits.map(loadEdit);
    const undo = planUndo(edits, row.author);
    const redo = planRedo(edits, row.author);
    expect(undo?.edits.map((e) => e.id) ?? []).toEqual(row.undo);
    expect(redo?.edits.map((e) => e.id) ?? []).toEqual(row.redo);
    expect(undo?.conflicts.map((c) => c.items) ?? []).toEqual(row.undo_conflicts);
    expect(redo?.conflicts.map((c) => c.items) ?? []).toEqual(row.redo_conflicts);
  });

  it.each(table.plans)("plan: $name", ({ plan, layer: name, args, operation }) => {
    const layer = loadLayer(name);
    const { mention = "", argument = "", used } = args;
    const made = {
      mention_removal: () => planMentionRemoval(layer, mention, used),
      assignment: () => planAssignment(layer, mention, argument, used),
      argument_removal: () => planArgumentRemoval(layer, argument),
    }[plan]();
    expect(made).toEqual(operation);
    mustApply(layer, made);
  });
});
