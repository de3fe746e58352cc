/** How marks of what a person should look at come and go; the state of the layer is no matter. */

import type { Change } from "./edits-apply";
import type { StaleOperation } from "./edits-operations";
import { refuse } from "./edits-refusal";
import type { Layer } from "./edits-state";

export function applyStale(layer: Layer, op: StaleOperation): Change {
  const { item } = op;
  const wanted = item.startsWith("instantiation:") ? "case" : "subsection";
  if (wanted !== layer.kind)
    refuse("operation_foreign", `This layer is of a ${layer.kind}; the operation changes a ${wanted}.`);
  const before = layer.stale.get(item);
  const stale = new Map(layer.stale);
  if (op.op === "mark_stale") {
    stale.set(item, op.reason);
    const inverse: StaleOperation =
      before === undefined ? { op: "clear_stale", item } : { ...op, reason: before };
    return [{ ...layer, stale }, inverse];
  }
  const message = "Nothing marks this item; someone has looked at it already.";
  if (before === undefined) return refuse("stale_unknown", message, "item", { item });
  stale.delete(item);
  return [
    { ...layer, stale },
    { op: "mark_stale", item, reason: before },
  ];
}
