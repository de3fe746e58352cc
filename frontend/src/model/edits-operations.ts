/** Everything that can be done to a layer; each has an exact inverse among these. See docs/edits.md. */

import type {
  Argument,
  CaseValue,
  Clause,
  Decision,
  Instantiation,
  Mention,
  Role,
  ValueType,
} from "./edits-state";

export type SubsectionOperation =
  | { readonly op: "add_mention"; readonly mention: Mention }
  | { readonly op: "remove_mention"; readonly id: string }
  | { readonly op: "resize_mention"; readonly id: string; readonly start: number; readonly end: number }
  | { readonly op: "assign_mention"; readonly id: string; readonly argument: string }
  | { readonly op: "new_argument"; readonly argument: Argument }
  | { readonly op: "rename_argument"; readonly id: string; readonly name: string }
  | { readonly op: "retype_argument"; readonly id: string; readonly value_type: ValueType }
  | { readonly op: "remove_argument"; readonly id: string }
  | { readonly op: "merge_arguments"; readonly into: string; readonly source: string }
  | {
      readonly op: "split_argument";
      readonly source: string;
      readonly argument: Argument;
      readonly mentions: readonly string[];
    }
  | { readonly op: "set_clause"; readonly clause: Clause };

export type CaseOperation =
  | { readonly op: "add_instantiation"; readonly instantiation: Instantiation }
  | { readonly op: "remove_instantiation"; readonly id: string }
  | { readonly op: "set_truth"; readonly instantiation: string; readonly truth: boolean | null }
  | { readonly op: "set_value"; readonly instantiation: string; readonly value: CaseValue }
  | {
      readonly op: "clear_value";
      readonly instantiation: string;
      readonly role: Role;
      readonly name: string;
    };

export type StateOperation =
  | { readonly op: "submit_layer" }
  | {
      readonly op: "reopen_layer";
      readonly to: "in_progress" | "returned" | "submitted";
      readonly reason: string;
    }
  | { readonly op: "accept_layer" }
  | { readonly op: "return_layer"; readonly reason: string };

export interface DecideSuggestion {
  readonly op: "decide_suggestion";
  readonly suggestion: string;
  readonly decision: Decision | null;
}

/** Marks of what a person should look at: `clause`, `argument:ID`, `instantiation:ID`. Any state takes them. */
export type StaleOperation =
  | { readonly op: "mark_stale"; readonly item: string; readonly reason: string }
  | { readonly op: "clear_stale"; readonly item: string };

export type SingleOperation =
  SubsectionOperation | CaseOperation | StateOperation | DecideSuggestion | StaleOperation;

/** Several operations in order, all or nothing, one undo step; never nested or empty. */
export interface Batch {
  readonly op: "batch";
  readonly ops: readonly SingleOperation[];
}

export type Operation = SingleOperation | Batch;
export type OpName = SingleOperation["op"];
export type Named<Name extends OpName> = Extract<SingleOperation, { readonly op: Name }>;

/** Returns one operation for several: batches are opened up, a single one stays itself. */
export function makeBatch(operations: readonly Operation[]): Operation {
  const ops = operations.flatMap((o) => (o.op === "batch" ? o.ops : [o]));
  const [first] = ops;
  return first && ops.length === 1 ? first : { op: "batch", ops };
}
