/** Apply an operation to a layer: the new layer and the operation that takes it back. */

import { applyCase } from "./edits-apply-case";
import { applyStale } from "./edits-apply-stale";
import { applyState } from "./edits-apply-state";
import { applySubsection } from "./edits-apply-subsection";
import { makeBatch } from "./edits-operations";
import type { Batch, DecideSuggestion, Operation, SingleOperation } from "./edits-operations";
import { catchRefusal, joinPath, refuse, RefusalError } from "./edits-refusal";
import type { Refused } from "./edits-refusal";
import { isFrozen } from "./edits-state";
import type { Kind, Layer } from "./edits-state";

export interface Applied {
  readonly ok: true;
  readonly layer: Layer;
  readonly inverse: Operation;
}

export type Change = readonly [layer: Layer, inverse: Operation];

/** Returns the layer afterwards and the exact inverse, or why it cannot be done. */
export function applyOperation(layer: Layer, operation: Operation): Applied | Refused {
  return catchRefusal(() => {
    const [after, inverse] = change(layer, operation);
    return { ok: true, layer: after, inverse } as const;
  });
}

function change(layer: Layer, operation: Operation): Change {
  if (operation.op === "batch") return changeInTurn(layer, operation);
  switch (operation.op) {
    case "submit_layer":
    case "reopen_layer":
    case "accept_layer":
    case "return_layer":
      return applyState(layer, operation);
    case "mark_stale":
    case "clear_stale":
      return applyStale(layer, operation);
    case "decide_suggestion":
      requireOpen(layer);
      return decideSuggestion(layer, operation);
    case "add_instantiation":
    case "remove_instantiation":
    case "set_truth":
    case "set_value":
    case "clear_value":
      requireKind(layer, "case");
      requireOpen(layer);
      return applyCase(layer, operation);
    default:
      requireKind(layer, "subsection");
      requireOpen(layer);
      return applySubsection(layer, operation);
  }
}

function changeInTurn(layer: Layer, batch: Batch): Change {
  if (batch.ops.length === 0) refuse("batch_empty", "A batch needs at least one operation.", "ops");
  const inverses: Operation[] = [];
  batch.ops.forEach((operation, index) => {
    const [after, inverse] = changeAt(layer, operation, index);
    layer = after;
    inverses.unshift(inverse);
  });
  return [layer, makeBatch(inverses)];
}

function changeAt(layer: Layer, operation: SingleOperation, index: number): Change {
  try {
    return change(layer, operation);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { code, message, path, position } = error.refusal;
    return refuse(code, message, joinPath("ops", String(index), path), position);
  }
}

function requireKind(layer: Layer, kind: Kind): void {
  if (layer.kind !== kind)
    refuse("operation_foreign", `This layer is of a ${layer.kind}; the operation changes a ${kind}.`);
}

function requireOpen(layer: Layer): void {
  if (!isFrozen(layer)) return;
  const message = `The layer is ${layer.state}. Reopen it before changing it.`;
  refuse("layer_frozen", message, "", { state: layer.state });
}

function decideSuggestion(layer: Layer, op: DecideSuggestion): Change {
  const before = layer.decisions.get(op.suggestion) ?? null;
  const decisions = new Map(layer.decisions);
  if (op.decision === null) decisions.delete(op.suggestion);
  else decisions.set(op.suggestion, op.decision);
  return [
    { ...layer, decisions },
    { ...op, decision: before },
  ];
}
