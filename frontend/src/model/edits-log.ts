/** Edits in order: each once, all of a request or none of it. */

import { applyOperation } from "./edits-apply";
import type { Operation } from "./edits-operations";
import * as read from "./edits-read";
import { rebase } from "./edits-rebase";
import type { Conflict } from "./edits-rebase";
import { catchRefusal } from "./edits-refusal";
import type { Refusal, Refused } from "./edits-refusal";
import type { Layer } from "./edits-state";
import { readOperation } from "./edits-wire";

/** One change, kept for ever; its inverse is null until it has been applied. */
export interface Edit {
  readonly id: string;
  readonly layer: string;
  readonly author: string;
  readonly time: string;
  readonly base_revision: number;
  readonly operation: Operation;
  readonly inverse: Operation | null;
  /** The edit that this one takes back. */
  readonly undoes: string | null;
  /** Edits of one group are one undo step, also across layers. */
  readonly group: string | null;
  readonly from_suggestion: string | null;
}

/** A layer after edits, and those that were applied, each with its inverse. */
export interface Replay {
  readonly ok: true;
  readonly layer: Layer;
  readonly edits: readonly Edit[];
}

export interface InConflict {
  readonly ok: false;
  readonly conflicts: ReadonlyMap<string, Conflict>;
}

const readEdit = read.objectOf<Edit>(
  {
    id: read.readId,
    layer: read.readId,
    time: read.readTime,
    base_revision: read.readOffset,
    operation: readOperation,
    author: read.readShort,
    inverse: read.nullable(readOperation),
    undoes: read.nullable(read.readId),
    group: read.nullable(read.readId),
    from_suggestion: read.nullable(read.readId),
  },
  { author: "", inverse: null, undoes: null, group: null, from_suggestion: null },
);

/** Returns the edit that this JSON says, or its first fault; an edit is its own JSON. */
export function editFromJson(data: unknown): { readonly ok: true; readonly edit: Edit } | Refused {
  return catchRefusal(() => ({ ok: true, edit: readEdit(data, "") }) as const);
}

/** Returns the operation that takes an applied edit back. */
export function invert(edit: Edit): Operation {
  if (edit.inverse === null) throw new RangeError(`Edit ${edit.id} has not been applied`);
  return edit.inverse;
}

/** Returns the layer after all edits; one that came before, here or in `known`, is passed over. */
export function applyLog(layer: Layer, edits: Iterable<Edit>, known: Iterable<Edit> = []): Replay | Refused {
  const seen = new Map([...known].map((edit) => [edit.id, edit]));
  const applied: Edit[] = [];
  for (const edit of edits) {
    const before = seen.get(edit.id);
    if (before) {
      if (isSame(before, edit)) continue;
      return refuseEdit(edit, "edit_id_reused", "This id belongs to a different edit.");
    }
    if (edit.layer !== layer.id)
      return refuseEdit(edit, "layer_foreign", "The edit belongs to another layer.", { layer: edit.layer });
    const outcome = applyOperation(layer, edit.operation);
    if (!outcome.ok)
      return {
        ok: false,
        refusal: { ...outcome.refusal, position: { ...outcome.refusal.position, edit: edit.id } },
      };
    layer = outcome.layer;
    seen.set(edit.id, edit);
    applied.push({ ...edit, inverse: outcome.inverse });
  }
  return { ok: true, layer, edits: applied };
}

/**
 * Returns the current layer with one request's edits, rebased over what came in between. `history` holds,
 * by revision, at least the edits after the smallest base revision. A sender repeats its edits until they
 * are acknowledged, so those it sends are no strangers to each other.
 */
export function acceptEdits(
  layer: Layer,
  edits: readonly Edit[],
  history: ReadonlyMap<number, Edit>,
): Replay | Refused | InConflict {
  const stored = new Set([...history.values()].map((edit) => edit.id));
  const own = new Set(edits.map((edit) => edit.id));
  const conflicts = new Map<string, Conflict>();
  for (const edit of edits) {
    if (stored.has(edit.id)) continue;
    const others = [...history]
      .filter(([revision, other]) => revision > edit.base_revision && !own.has(other.id))
      .sort(([a], [b]) => a - b)
      .map(([, other]) => other.operation);
    const outcome = rebase(edit.operation, others);
    if (!outcome.ok) conflicts.set(edit.id, outcome.conflict);
  }
  return conflicts.size > 0 ? { ok: false, conflicts } : applyLog(layer, edits, history.values());
}

/** Data made of plain values is equal when its JSON is, once keys stand in one order. */
function isSame(a: Edit, b: Edit): boolean {
  return a.layer === b.layer && canonical(a.operation) === canonical(b.operation);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    read.isObject(item)
      ? Object.fromEntries(Object.entries(item).sort(([x], [y]) => (x < y ? -1 : 1)))
      : item,
  );
}

function refuseEdit(edit: Edit, code: string, message: string, position: Refusal["position"] = {}): Refused {
  return { ok: false, refusal: { code, message, path: "", position: { edit: edit.id, ...position } } };
}
