/** Whether a change of an argument or a head may concern other clauses and cases. The server knows for sure. */
import { parseClause } from "./clauses";
import { foldName } from "./edits";
import type { Clause, Layer, Operation, SingleOperation } from "./edits";

/** What is known here: this person's layers of a statute, and what its subsections are used for elsewhere. */
export interface Known {
  readonly layers: ReadonlyMap<string, Layer>;
  readonly document: {
    readonly byLabel: ReadonlyMap<
      string,
      {
        readonly uses?: { readonly names: readonly string[]; readonly callers: number };
        readonly case_state: string;
      }
    >;
  };
}

const WORD = /[\p{L}\p{N}_]+/gu;

/** Returns whether the operation on this subsection's layer may touch anything besides; if not, nothing need be asked. */
export function mayReach(known: Known, label: string, operation: Operation): boolean {
  const layer = known.layers.get(label);
  if (layer === undefined) return false;
  const ops = operation.op === "batch" ? operation.ops : [operation];
  return ops.some((op) => reaches(known, label, layer, op));
}

function reaches(known: Known, label: string, layer: Layer, op: SingleOperation): boolean {
  if (op.op === "set_clause") return isCalled(known, label) && changesHead(layer.clause, op.clause);
  const id = changedArgument(op);
  const argument = id === null ? undefined : layer.arguments.get(id);
  return argument !== undefined && isNamed(known, label, foldName(argument.name));
}

function changedArgument(op: SingleOperation): string | null {
  switch (op.op) {
    case "rename_argument":
    case "remove_argument":
    case "retype_argument":
      return op.id;
    case "merge_arguments":
    case "split_argument":
      return op.source;
    default:
      return null;
  }
}

/** The name stands in a clause here, or is used elsewhere: to ask in vain does no harm. */
function isNamed(known: Known, label: string, name: string): boolean {
  if (known.document.byLabel.get(label)?.uses?.names.includes(name) === true) return true;
  return [...known.layers.values()].some(({ clause: { text } }) => {
    if (text?.toUpperCase().includes(name) !== true) return false;
    return text.match(WORD)?.some((word) => foldName(word) === name) === true;
  });
}

function isCalled(known: Known, label: string): boolean {
  const subsection = known.document.byLabel.get(label);
  if (subsection === undefined) return false;
  if ((subsection.uses?.callers ?? 0) > 0 || subsection.case_state !== "none") return true;
  const others = [...known.layers].filter(([one, layer]) => one !== label && layer.clause.text !== null);
  // A label is written in two ways; whoever has a body may mean this one.
  return others.some(([, layer]) => layer.clause.text?.includes(":-") === true);
}

function changesHead(before: Clause, after: Clause): boolean {
  const [old, now] = [headOf(before), headOf(after)];
  return old !== null && now !== null && old !== now;
}

function headOf({ text }: Clause): string | null {
  const term = text === null ? null : parseClause(text).term;
  return (
    term?.head.arguments
      .map((one) => one.name)
      .sort()
      .join() ?? null
  );
}
