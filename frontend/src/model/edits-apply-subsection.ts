/** How mentions, arguments and the clause of a subsection change. */

import type { Change } from "./edits-apply";
import type { Named, SubsectionOperation } from "./edits-operations";
import { requirePlace, requireRoom } from "./edits-place";
import { refuse } from "./edits-refusal";
import { findArgument, mentionsOf } from "./edits-state";
import type { Argument, Layer, Mention } from "./edits-state";

export function applySubsection(layer: Layer, op: SubsectionOperation): Change {
  switch (op.op) {
    case "add_mention":
      return addMention(layer, op);
    case "remove_mention": {
      const mention = getMention(layer, op.id, "id");
      const mentions = new Map(layer.mentions);
      mentions.delete(op.id);
      return [
        { ...layer, mentions },
        { op: "add_mention", mention },
      ];
    }
    case "resize_mention": {
      const before = getMention(layer, op.id, "id");
      const after = { ...before, start: op.start, end: op.end };
      requireMentionPlace(layer, after, "");
      return [putMentions(layer, [after]), { ...op, start: before.start, end: before.end }];
    }
    case "assign_mention": {
      const before = getMention(layer, op.id, "id");
      getArgument(layer, op.argument, "argument");
      const after = { ...before, argument: op.argument };
      return [putMentions(layer, [after]), { ...op, argument: before.argument }];
    }
    case "new_argument":
      requireNewArgument(layer, op.argument);
      return [putArgument(layer, op.argument), { op: "remove_argument", id: op.argument.id }];
    case "rename_argument": {
      const before = getArgument(layer, op.id, "id");
      requireFreeName(layer, op.name, "name", op.id);
      return [putArgument(layer, { ...before, name: op.name }), { ...op, name: before.name }];
    }
    case "retype_argument": {
      const before = getArgument(layer, op.id, "id");
      const after = { ...before, value_type: op.value_type };
      return [putArgument(layer, after), { ...op, value_type: before.value_type }];
    }
    case "remove_argument":
      return removeArgument(layer, op);
    case "merge_arguments":
      return mergeArguments(layer, op);
    case "split_argument":
      return splitArgument(layer, op);
    case "set_clause":
      return [
        { ...layer, clause: op.clause },
        { ...op, clause: layer.clause },
      ];
  }
}

function addMention(layer: Layer, { mention }: Named<"add_mention">): Change {
  if (layer.mentions.has(mention.id)) refuseTaken("mention.id", mention.id);
  getArgument(layer, mention.argument, "mention.argument");
  requireMentionPlace(layer, mention, "mention");
  return [putMentions(layer, [mention]), { op: "remove_mention", id: mention.id }];
}

function removeArgument(layer: Layer, op: Named<"remove_argument">): Change {
  const argument = getArgument(layer, op.id, "id");
  const mentions = mentionsOf(layer, op.id).map((m) => m.id);
  if (mentions.length > 0) {
    const message = `${argument.name} has ${mentions.length} mentions. Remove or move them first.`;
    refuse("argument_in_use", message, "id", { argument: op.id, mentions });
  }
  return [dropArgument(layer, op.id), { op: "new_argument", argument }];
}

function mergeArguments(layer: Layer, op: Named<"merge_arguments">): Change {
  const argument = getArgument(layer, op.source, "source");
  getArgument(layer, op.into, "into");
  if (op.into === op.source) refuse("merge_self", "An argument cannot be merged with itself.", "source");
  const moved = mentionsOf(layer, op.source);
  const after = putMentions(
    layer,
    moved.map((m) => ({ ...m, argument: op.into })),
  );
  const mentions = moved.map((m) => m.id);
  return [dropArgument(after, op.source), { op: "split_argument", source: op.into, argument, mentions }];
}

function splitArgument(layer: Layer, op: Named<"split_argument">): Change {
  getArgument(layer, op.source, "source");
  requireNewArgument(layer, op.argument);
  const moved = op.mentions.map((id, i) => {
    const mention = getMention(layer, id, `mentions.${i}`);
    if (mention.argument !== op.source) {
      const message = "A mention to split off belongs to another argument.";
      refuse("mention_foreign", message, `mentions.${i}`, { mention: id, argument: mention.argument });
    }
    return { ...mention, argument: op.argument.id };
  });
  const after = putMentions(putArgument(layer, op.argument), moved);
  return [after, { op: "merge_arguments", into: op.source, source: op.argument.id }];
}

function putMentions(layer: Layer, changed: readonly Mention[]): Layer {
  const mentions = new Map(layer.mentions);
  for (const mention of changed) mentions.set(mention.id, mention);
  return { ...layer, mentions };
}

function putArgument(layer: Layer, argument: Argument): Layer {
  return { ...layer, arguments: new Map(layer.arguments).set(argument.id, argument) };
}

function dropArgument(layer: Layer, id: string): Layer {
  const left = new Map(layer.arguments);
  left.delete(id);
  return { ...layer, arguments: left };
}

function getMention(layer: Layer, id: string, path: string): Mention {
  const found = layer.mentions.get(id);
  return found ?? refuse("mention_unknown", "The layer has no such mention.", path, { mention: id });
}

function getArgument(layer: Layer, id: string, path: string): Argument {
  const found = layer.arguments.get(id);
  return found ?? refuse("argument_unknown", "The layer has no such argument.", path, { argument: id });
}

function requireNewArgument(layer: Layer, argument: Argument): void {
  if (layer.arguments.has(argument.id)) refuseTaken("argument.id", argument.id);
  requireFreeName(layer, argument.name, "argument.name", argument.id);
}

function requireFreeName(layer: Layer, name: string, path: string, but: string): void {
  const other = findArgument(layer, name);
  if (!other || other.id === but) return;
  const message = `Another argument is called ${other.name}. Names differ in more than letter case.`;
  refuse("name_taken", message, path, { name, argument: other.id });
}

function requireMentionPlace(layer: Layer, mention: Mention, path: string): void {
  requirePlace(mention.start, mention.end, layer.parts, path);
  requireRoom(mention, layer.mentions.values(), path);
}

function refuseTaken(path: string, id: string): never {
  return refuse("id_taken", "This id is in use already.", path, { id });
}
