/** Operations in words, for a person who has to choose between two of them. */
import { slicePoints } from "../text/offsets";
import type { Source } from "../text/pieces";
import { valueWords } from "./case";
import type { Layer, Operation, SingleOperation } from "./edits";

interface Context {
  readonly source: Source;
  /** Where names and places are looked up, the first that knows them. */
  readonly layers: readonly Layer[];
}

function quote({ source }: Context, start: number, end: number): string {
  return `“${slicePoints(source.text, source.map, start, end)}”`;
}

function mentionWords(context: Context, id: string): string {
  for (const layer of context.layers) {
    const found = layer.mentions.get(id);
    if (found) return quote(context, found.start, found.end);
  }
  return "a mention";
}

function nameOf(context: Context, id: string): string {
  for (const layer of context.layers) {
    const found = layer.arguments.get(id);
    if (found) return found.name;
  }
  return "another argument";
}

function instantiationWords(context: Context, id: string): string {
  for (const layer of context.layers) {
    const found = layer.instantiations.get(id);
    if (found) return `§${found.label}`;
  }
  return "a subsection";
}

function truthWords(truth: boolean | null): string {
  return truth === null ? "open" : truth ? "true" : "false";
}

function sayOne(context: Context, op: SingleOperation): string {
  switch (op.op) {
    case "add_mention":
      return `marks ${quote(context, op.mention.start, op.mention.end)}`;
    case "remove_mention":
      return `deletes the mention ${mentionWords(context, op.id)}`;
    case "resize_mention":
      return `makes it ${quote(context, op.start, op.end)}`;
    case "assign_mention":
      return `moves ${mentionWords(context, op.id)} to ${nameOf(context, op.argument)}`;
    case "new_argument":
      return `adds the argument ${op.argument.name}`;
    case "rename_argument":
      return `renames ${nameOf(context, op.id)} to ${op.name}`;
    case "retype_argument":
      return `makes ${nameOf(context, op.id)} of type ${op.value_type}`;
    case "remove_argument":
      return `removes the argument ${nameOf(context, op.id)}`;
    case "merge_arguments":
      return `merges ${nameOf(context, op.source)} into ${nameOf(context, op.into)}`;
    case "split_argument":
      return `splits ${op.argument.name} off ${nameOf(context, op.source)}`;
    case "set_clause":
      return op.clause.text === null ? "removes the clause" : `writes the clause ${op.clause.text}`;
    case "add_instantiation":
      return `adds §${op.instantiation.label}`;
    case "remove_instantiation":
      return `removes ${instantiationWords(context, op.id)}`;
    case "set_truth":
      return `says that ${instantiationWords(context, op.instantiation)} is ${truthWords(op.truth)}`;
    case "set_value":
      return `makes ${op.value.name} of ${instantiationWords(context, op.instantiation)} “${valueWords(op.value.value) ?? ""}”`;
    case "clear_value":
      return `leaves ${op.name} of ${instantiationWords(context, op.instantiation)} without a value`;
    case "mark_stale":
      return `marks it stale: ${op.reason}`;
    case "clear_stale":
      return "has looked at what was stale";
    case "submit_layer":
      return "submits it";
    case "reopen_layer":
      return "reopens it";
    case "accept_layer":
      return "accepts it";
    case "return_layer":
      return "returns it";
    default:
      return "changes something else";
  }
}

/** Returns what an operation does, as the end of a sentence. */
export function sayOperation(context: Context, operation: Operation): string {
  const ops = operation.op === "batch" ? operation.ops : [operation];
  return ops.map((op) => sayOne(context, op)).join(", ");
}
