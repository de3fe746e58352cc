/**
 * What a model says of a case beside a person's layer: what is open, and what deciding means.
 *
 * Two kinds of items are decided on: a suggested value, by its own id, and the truth of a suggested row, by
 * the row's id. The same rules stand in `sara_annotate/domain/case_suggestions.py`;
 * `tests/edits/case_suggestions.json` runs through both.
 */
import { applyOperation, foldName, isFrozen, isInside, makeBatch, orderedInstantiations } from "./edits";
import type {
  CaseValue,
  Instantiation,
  Layer,
  Operation,
  Role,
  SingleOperation,
  Span,
  ValueType,
} from "./edits";

export interface SuggestedValue {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  readonly value: CaseValue["value"];
  /** Between 0 and 1; a model may not say how sure it is of a value. */
  readonly confidence?: number | null;
  readonly evidence: readonly Span[];
}

/** What one run says of one subsection in one case. */
export interface SuggestedRow {
  readonly id: string;
  readonly label: string;
  readonly truth: boolean | null;
  readonly values: readonly SuggestedValue[];
}

/** An argument that the subsection has now, as it is numbered on screen. */
export interface KnownArgument {
  readonly number: number;
  readonly name: string;
  readonly value_type: ValueType;
}

/** Returns the arguments of a subsection. */
export type Known = (label: string) => readonly KnownArgument[];

/** `id` is what is decided on. A truth has no value, and the argument goes with the value. */
export interface OpenItem<Row extends SuggestedRow = SuggestedRow> {
  readonly id: string;
  readonly row: Row;
  readonly value: SuggestedValue | null;
  readonly argument: KnownArgument | null;
}

const LAST_ORDER = 32767;

/** Returns what the person can decide on: values by their number, then the truth, row by row. */
export function openItems<Row extends SuggestedRow>(
  layer: Layer,
  rows: readonly Row[],
  known: Known,
): readonly OpenItem<Row>[] {
  if (isFrozen(layer)) return [];
  return rows.flatMap((row) => openOfRow(layer, row, known(row.label)));
}

function openOfRow<Row extends SuggestedRow>(
  layer: Layer,
  row: Row,
  known: readonly KnownArgument[],
): readonly OpenItem<Row>[] {
  const home = findRow(layer, row.label);
  const taken = new Set(home?.values.map((value) => foldName(value.name)));
  const byName = new Map(known.map((one) => [foldName(one.name), one]));
  const values = row.values.flatMap((value) => {
    const argument = byName.get(foldName(value.name));
    const open =
      argument !== undefined &&
      value.value !== "" &&
      !layer.decisions.has(value.id) &&
      !taken.has(foldName(value.name)) &&
      fits(layer, value, argument);
    return open ? [{ id: value.id, row, value, argument }] : [];
  });
  const undecided = !layer.decisions.has(row.id) && row.truth !== null;
  const truth = undecided && (home?.truth ?? null) === null;
  return [
    ...values.toSorted((a, b) => a.argument.number - b.argument.number),
    ...(truth ? [{ id: row.id, row, value: null, argument: null }] : []),
  ];
}

/** What the argument or the text no longer takes is stale, and not offered. */
function fits(layer: Layer, { value, evidence }: SuggestedValue, argument: KnownArgument): boolean {
  const many = typeof value === "object" ? value : [value];
  const wanted = argument.value_type === "integer" ? "number" : "string";
  const inside = evidence.every(([start, end]) => start < end && isInside(start, end, layer.parts));
  return inside && many.every((one) => typeof one === wanted);
}

/** Returns the person's first row of this subsection: it is where suggestions go. */
export function findRow(layer: Layer, label: string): Instantiation | undefined {
  return orderedInstantiations(layer).find((row) => row.label === label);
}

/**
 * Returns the acceptance of the wanted items that are open, as one undo step; null when none is. A subsection
 * that the person has not applied to the case is added first.
 */
export function planAcceptItems(
  layer: Layer,
  rows: readonly SuggestedRow[],
  wanted: ReadonlySet<string>,
  known: Known,
  makeId: () => string,
): Operation | null {
  const ops: SingleOperation[] = [];
  let here = layer;
  for (const item of openItems(layer, rows, known)) {
    if (!wanted.has(item.id)) continue;
    let home = findRow(here, item.row.label);
    if (home === undefined) {
      const last = Math.max(-1, ...Array.from(here.instantiations.values(), (one) => one.order));
      const order = Math.min(LAST_ORDER, last + 1);
      home = { id: makeId(), label: item.row.label, order, truth: null, values: [] };
      const add: SingleOperation = { op: "add_instantiation", instantiation: home };
      const outcome = applyOperation(here, add);
      if (!outcome.ok) throw new Error(outcome.refusal.message);
      here = outcome.layer;
      ops.push(add);
    }
    ops.push(take(home, item), { op: "decide_suggestion", suggestion: item.id, decision: "accepted" });
  }
  return ops.length === 0 ? null : makeBatch(ops);
}

function take(home: Instantiation, { row, value, argument }: OpenItem): SingleOperation {
  if (value === null || argument === null)
    return { op: "set_truth", instantiation: home.id, truth: row.truth };
  const { id: from_suggestion, role, value: said, evidence } = value;
  const { name, number: order } = argument;
  const taken: CaseValue = { name, role, value: said, order, evidence, from_suggestion };
  return { op: "set_value", instantiation: home.id, value: taken };
}

/** Returns the rejection of these, as one undo step; null when there are none. */
export function planRejectItems(items: readonly string[]): Operation | null {
  if (items.length === 0) return null;
  return makeBatch(
    items.map((suggestion) => ({ op: "decide_suggestion", suggestion, decision: "rejected" })),
  );
}
