/**
 * Which edits stand in each other's way. Texts never change and items are named by ids, so an operation
 * that touches nothing of what others did stays as it is; one that does is a conflict for a person.
 */

import type { Operation, SingleOperation } from "./edits-operations";
import { compareText, foldName, valueKey } from "./edits-state";
import type { Role } from "./edits-state";

interface Claim {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/**
 * What an operation changes, what must still be there, and the text it claims. A key with "/exists"
 * stands for the item's being there at all, so that a new mention of an argument bears its renaming
 * but not its removal.
 */
interface Footprint {
  readonly writes: readonly string[];
  readonly needs: readonly string[];
  readonly claims: readonly Claim[];
}

/** Items that both sides changed, my operation, and the operations in its way. */
export interface Conflict {
  readonly items: readonly string[];
  readonly mine: Operation;
  readonly theirs: readonly Operation[];
}

export type Rebased =
  { readonly ok: true; readonly operation: Operation } | { readonly ok: false; readonly conflict: Conflict };

const EXISTS = "/exists";

/** Returns the keys of the items that an operation changes. */
export function touched(operation: Operation): ReadonlySet<string> {
  return new Set(footprint(operation).writes.filter((key) => !key.endsWith(EXISTS)));
}

/** Returns the operation to apply after the others, or the conflict. */
export function rebase(operation: Operation, others: readonly Operation[]): Rebased {
  const mine = footprint(operation);
  const items = new Set<string>();
  const theirs = others.filter((other) => {
    const shared = findCollisions(mine, footprint(other));
    for (const key of shared) items.add(key);
    return shared.length > 0;
  });
  if (theirs.length === 0) return { ok: true, operation };
  return { ok: false, conflict: { items: [...items].sort(compareText), mine: operation, theirs } };
}

function findCollisions(a: Footprint, b: Footprint): string[] {
  const theirWrites = new Set(b.writes);
  const theirNeeds = new Set(b.needs);
  const keys = [
    ...a.writes.filter((key) => theirWrites.has(key) || theirNeeds.has(key)),
    ...a.needs.filter((key) => theirWrites.has(key)),
  ].map((key) => (key.endsWith(EXISTS) ? key.slice(0, -EXISTS.length) : key));
  for (const mine of a.claims)
    for (const other of b.claims)
      if (mine.start < other.end && other.start < mine.end) keys.push(mine.key, other.key);
  return keys;
}

function footprint(operation: Operation): Footprint {
  if (operation.op !== "batch") return singleFootprint(operation);
  const parts = operation.ops.map(singleFootprint);
  return {
    writes: parts.flatMap((p) => p.writes),
    needs: parts.flatMap((p) => p.needs),
    claims: parts.flatMap((p) => p.claims),
  };
}

const mention = (id: string): string => `mention:${id}`;
const argument = (id: string): string => `argument:${id}`;
const instantiation = (id: string): string => `instantiation:${id}`;
const nameKey = (name: string): string => `name:${foldName(name)}`;
const there = (key: string): string => key + EXISTS;
const whole = (key: string): string[] => [key, there(key)];
const value = (id: string, role: Role, name: string): string => `value:${id}:${valueKey(role, name)}`;

/** A submitted layer takes no change, so every change leans on the state. */
function make(
  writes: readonly string[],
  needs: readonly string[] = [],
  claims: readonly Claim[] = [],
): Footprint {
  return { writes, needs: [...needs, "state"], claims };
}

function singleFootprint(op: SingleOperation): Footprint {
  switch (op.op) {
    case "submit_layer":
    case "reopen_layer":
    case "accept_layer":
    case "return_layer":
      return { writes: ["state"], needs: [], claims: [] };
    case "mark_stale":
    case "clear_stale":
      return { writes: [`stale:${op.item}`], needs: [], claims: [] };
    case "add_mention": {
      const { id, start, end } = op.mention;
      return make([mention(id)], [there(argument(op.mention.argument))], [{ key: mention(id), start, end }]);
    }
    case "remove_mention":
      return make([mention(op.id)]);
    case "resize_mention":
      return make([mention(op.id)], [], [{ key: mention(op.id), start: op.start, end: op.end }]);
    case "assign_mention":
      return make([mention(op.id)], [there(argument(op.argument))]);
    case "new_argument":
      return make([...whole(argument(op.argument.id)), nameKey(op.argument.name)]);
    case "rename_argument":
      return make([argument(op.id), nameKey(op.name)], [there(argument(op.id))]);
    case "retype_argument":
      return make([argument(op.id)], [there(argument(op.id))]);
    case "remove_argument":
      return make(whole(argument(op.id)));
    case "merge_arguments":
      return make(whole(argument(op.source)), [there(argument(op.into))]);
    case "split_argument":
      return make(
        [...whole(argument(op.argument.id)), nameKey(op.argument.name), ...op.mentions.map(mention)],
        [there(argument(op.source))],
      );
    case "set_clause":
      return make(["clause"]);
    case "add_instantiation":
      return make(whole(instantiation(op.instantiation.id)));
    case "remove_instantiation":
      return make(whole(instantiation(op.id)));
    case "set_truth":
      return make([instantiation(op.instantiation)], [there(instantiation(op.instantiation))]);
    case "set_value":
      return make(
        [value(op.instantiation, op.value.role, op.value.name)],
        [there(instantiation(op.instantiation))],
      );
    case "clear_value":
      return make([value(op.instantiation, op.role, op.name)], [there(instantiation(op.instantiation))]);
    case "decide_suggestion":
      return make([`suggestion:${op.suggestion}`]);
  }
}
