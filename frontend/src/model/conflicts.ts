/** A conflict settled by a person: each edit of theirs is kept, bent to what is there now, or let go. */
import { proposeName } from "../text/words-join";
import { applyOperation, findArgument, makeBatch, mentionsOf } from "./edits";
import type { Argument, Layer, Mention, Operation, SingleOperation } from "./edits";
import type { Queued } from "./queue";

export type Choice = "mine" | "theirs";

export interface Settled {
  /** What is to be sent instead, in order. */
  readonly edits: readonly Queued[];
  /** What was let go: chosen so, or because it stood on something that was. */
  readonly dropped: readonly Queued[];
}

/** Returns the edits to send after the choices, made on the layer as the server has it. */
export function settle(
  theirs: Layer,
  revision: number,
  mine: Layer,
  waiting: readonly Queued[],
  choices: ReadonlyMap<string, Choice>,
  makeId: () => string,
): Settled {
  let layer = theirs;
  const edits: Queued[] = [];
  const dropped: Queued[] = [];
  for (const one of waiting) {
    const choice = choices.get(one.id);
    const { operation } = one.edit;
    const wanted = choice === "mine" ? insist(layer, mine, operation) : operation;
    const outcome = choice === "theirs" || wanted === null ? null : applyOperation(layer, wanted);
    if (outcome === null || !outcome.ok || wanted === null) {
      dropped.push(one);
      continue;
    }
    layer = outcome.layer;
    const id = wanted === operation ? one.id : makeId();
    edits.push({
      ...one,
      id,
      stored: false,
      edit: { ...one.edit, id, base_revision: revision, operation: wanted, inverse: null },
    });
  }
  return { edits, dropped };
}

/** Returns the operation so that it can be done on this layer, whatever stands in its way; null for nothing. */
export function insist(layer: Layer, mine: Layer, operation: Operation): Operation | null {
  const out: Operation[] = [];
  let here = layer;
  let bent = false;
  for (const single of operation.op === "batch" ? operation.ops : [operation]) {
    const steps = bend(here, mine, single);
    bent ||= steps.length !== 1 || steps[0] !== single;
    for (const step of steps) {
      const outcome = applyOperation(here, step);
      if (!outcome.ok) return null;
      here = outcome.layer;
      out.push(step);
    }
  }
  if (out.length === 0) return null;
  return bent ? makeBatch(out) : operation;
}

function bend(layer: Layer, mine: Layer, op: SingleOperation): readonly SingleOperation[] {
  switch (op.op) {
    case "add_mention":
      return layer.mentions.has(op.mention.id) ? [] : putMention(layer, mine, op.mention);
    case "remove_mention":
      return layer.mentions.has(op.id) ? [op] : [];
    case "resize_mention": {
      if (!layer.mentions.has(op.id)) return restore(layer, mine, op.id);
      return [...makeRoom(layer, op.start, op.end, op.id), op];
    }
    case "assign_mention":
      if (!layer.mentions.has(op.id)) return restore(layer, mine, op.id);
      return [...restoreArgument(layer, mine, op.argument), op];
    case "new_argument":
      return layer.arguments.has(op.argument.id)
        ? []
        : [{ op: "new_argument", argument: freeName(layer, op.argument) }];
    case "rename_argument": {
      const argument = layer.arguments.get(op.id);
      return argument === undefined
        ? []
        : [{ ...op, name: freeName(layer, { ...argument, name: op.name }).name }];
    }
    case "retype_argument":
      return layer.arguments.has(op.id) ? [op] : [];
    case "remove_argument":
      return layer.arguments.has(op.id) && mentionsOf(layer, op.id).length === 0 ? [op] : [];
    case "merge_arguments":
      return layer.arguments.has(op.source) ? [...restoreArgument(layer, mine, op.into), op] : [];
    case "split_argument": {
      if (layer.arguments.has(op.argument.id)) return [];
      const mentions = op.mentions.filter((id) => layer.mentions.get(id)?.argument === op.source);
      if (mentions.length === 0) return [];
      return [{ ...op, argument: freeName(layer, op.argument), mentions }];
    }
    default:
      return [op];
  }
}

function putMention(layer: Layer, mine: Layer, mention: Mention): readonly SingleOperation[] {
  return [
    ...restoreArgument(layer, mine, mention.argument),
    ...makeRoom(layer, mention.start, mention.end, mention.id),
    { op: "add_mention", mention },
  ];
}

/** They removed it: it comes back as it is here. */
function restore(layer: Layer, mine: Layer, id: string): readonly SingleOperation[] {
  const mention = mine.mentions.get(id);
  return mention === undefined ? [] : putMention(layer, mine, mention);
}

function restoreArgument(layer: Layer, mine: Layer, id: string): readonly SingleOperation[] {
  const argument = mine.arguments.get(id);
  if (layer.arguments.has(id) || argument === undefined) return [];
  return [{ op: "new_argument", argument: freeName(layer, argument) }];
}

function makeRoom(layer: Layer, start: number, end: number, but: string): readonly SingleOperation[] {
  return [...layer.mentions.values()]
    .filter((one) => one.id !== but && one.start < end && start < one.end)
    .map((one) => ({ op: "remove_mention", id: one.id }));
}

function freeName(layer: Layer, argument: Argument): Argument {
  const other = findArgument(layer, argument.name);
  if (other === undefined || other.id === argument.id) return argument;
  const taken = Array.from(layer.arguments.values(), (one) => one.name);
  return { ...argument, name: proposeName(taken, argument.name.replaceAll("_", " ")) };
}
