/**
 * Gestures of the workbench as operations. Removing a mention leaves its argument, so that every inverse is
 * exact; what people mean by deleting or moving the last mention is planned here, as one undo step.
 */

import { makeBatch } from "./edits-operations";
import type { Operation } from "./edits-operations";
import { foldName, mentionsOf } from "./edits-state";
import type { Argument, Layer, Mention } from "./edits-state";

/** Returns the operation that marks a span, in an argument that is there or in a new one. */
export function planMark(mention: Mention, newArgument: Argument | null = null): Operation {
  const add = { op: "add_mention", mention } as const;
  return newArgument ? makeBatch([{ op: "new_argument", argument: newArgument }, add]) : add;
}

/** Returns the removal of a mention, and of its argument with the last one unless its name is used. */
export function planMentionRemoval(layer: Layer, mention: string, used: readonly string[] = []): Operation {
  return makeBatch([{ op: "remove_mention", id: mention }, ...planOrphan(layer, mention, used)]);
}

/** Returns the move of a mention, and the removal of the argument that it leaves empty and unused. */
export function planAssignment(
  layer: Layer,
  mention: string,
  argument: string,
  used: readonly string[] = [],
): Operation {
  const assign = { op: "assign_mention", id: mention, argument } as const;
  if (layer.mentions.get(mention)?.argument === argument) return assign;
  return makeBatch([assign, ...planOrphan(layer, mention, used)]);
}

/** Returns the removal of an argument with all its mentions. */
export function planArgumentRemoval(layer: Layer, argument: string): Operation {
  const mentions = mentionsOf(layer, argument).map((m) => ({ op: "remove_mention", id: m.id }) as const);
  return makeBatch([...mentions, { op: "remove_argument", id: argument }]);
}

/** Returns true when the clause of this layer, or a name in `used`, speaks of the argument. */
export function isUsed(layer: Layer, argument: Argument, used: readonly string[] = []): boolean {
  const words = layer.clause.text?.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const folded = foldName(argument.name);
  return [...words, ...used].some((name) => foldName(name) === folded);
}

function planOrphan(layer: Layer, mention: string, used: readonly string[]): Operation[] {
  const found = layer.mentions.get(mention);
  const argument = found && layer.arguments.get(found.argument);
  if (!argument || mentionsOf(layer, argument.id).length > 1 || isUsed(layer, argument, used)) return [];
  return [{ op: "remove_argument", id: argument.id }];
}
