/** What a key or a click means in a case, as an operation on its layer. Pure: new ids come from outside. */
import type { CaseSubsection } from "../api/types";
import { slicePoints } from "../text/offsets";
import type { Range } from "../text/words";
import { caseLayer, currentInstantiation, currentRow, isInText, rowsOf } from "./case-session";
import type { CaseRow, CaseState } from "./case-session";
import { readTyped } from "./case-values";
import { applyOperation, isFrozen, makeBatch, orderedInstantiations } from "./edits";
import type { CaseValue, Instantiation, Operation, Role, Scalar, Span } from "./edits";
import type { Check } from "./gestures";

export type CaseGesture =
  | {
      readonly ok: true;
      readonly operation: Operation;
      readonly say: string;
      /** The suggestion that it accepts. */
      readonly from?: string;
      /** Where to go on in the list of suggestions. */
      readonly next?: number;
    }
  | { readonly ok: false; readonly say: string };

export const no = (say: string): CaseGesture => ({ ok: false, say });
const NOTHING = "No subsection is chosen. Press A to add the one that the question asks about.";

/** Returns the words of a range. */
export function caseWords(state: CaseState, { start, end }: Range): string {
  return slicePoints(state.words.text, state.words.map, start, end).replace(/\s+/gu, " ");
}

/** Tries the operation, so that what is refused is said and never queued. */
export function attempt(state: CaseState, operation: Operation, say: string): CaseGesture {
  const layer = caseLayer(state);
  const outcome = applyOperation(layer, operation);
  if (outcome.ok) return { ok: true, operation, say };
  if (outcome.refusal.code === "layer_frozen")
    return no(`This case is ${layer.state}. Reopen it to change it.`);
  return no(outcome.refusal.message);
}

function place(
  one: Instantiation,
  row: CaseRow,
  role: Role,
  value: CaseValue["value"],
  evidence: readonly Span[],
): Operation {
  const fresh: CaseValue = {
    name: row.name,
    role,
    value,
    order: row.number,
    evidence,
    from_suggestion: null,
  };
  const put: Operation = { op: "set_value", instantiation: one.id, value: fresh };
  const before = row.value;
  if (before === null || before.role === role) return put;
  return makeBatch([{ op: "clear_value", instantiation: one.id, role: before.role, name: before.name }, put]);
}

const asList = (value: CaseValue["value"] | undefined): readonly Scalar[] =>
  value === undefined ? [] : typeof value === "object" ? value : [value];

/** Returns what a number means: the selection becomes the value of that argument, or joins its list. */
export function putSelection(state: CaseState, number: number, join = false): CaseGesture {
  const one = currentInstantiation(state);
  if (one === undefined) return no(NOTHING);
  const row = rowsOf(state, one).find((other) => other.number === number);
  if (row === undefined) return no(`There is no argument ${number} here.`);
  if (state.selection === null) return no("Nothing is selected.");
  const words = caseWords(state, state.selection);
  const read = readTyped(words.replaceAll(";", ","), row.type);
  if (!read.ok) return no(`${row.name}: ${read.say}`);
  const inText = isInText(state, state.selection);
  const here: readonly Span[] = inText ? [[state.selection.start, state.selection.end]] : [];
  const role: Role = inText ? (row.value?.role ?? "found") : "given";
  const added = read.value as Scalar;
  const old = join ? asList(row.value?.value) : [];
  const value = old.length > 0 ? [...old, added] : added;
  const evidence = join ? [...(row.value?.evidence ?? []), ...here] : here;
  const what =
    old.length > 0 ? `${words}, added to ${row.number}, ${row.name}` : `${words}, ${row.number}, ${row.name}`;
  return attempt(state, place(one, row, role, value, evidence), what);
}

/** Returns what was typed as the value of an argument; evidence stays while the words do. */
export function putTyped(state: CaseState, name: string, typed: string): CaseGesture {
  const one = currentInstantiation(state);
  const row = rowsOf(state, one).find((other) => other.name === name);
  if (one === undefined || row === undefined) return no(NOTHING);
  const read = readTyped(typed, row.type);
  if (!read.ok) return no(read.say);
  const same = JSON.stringify(row.value?.value) === JSON.stringify(read.value);
  if (same) return no(`${row.name} has this value already.`);
  return attempt(
    state,
    place(one, row, row.value?.role ?? "found", read.value, []),
    `${row.name}, ${typed.trim()}`,
  );
}

/** Returns the argument in focus without a value. */
export function clearRow(state: CaseState): CaseGesture {
  const one = currentInstantiation(state);
  const row = currentRow(state);
  if (one === undefined || row === undefined) return no(NOTHING);
  if (row.value === null) return no(`${row.name} has no value in this case.`);
  const { role, name } = row.value;
  return attempt(
    state,
    { op: "clear_value", instantiation: one.id, role, name },
    `${row.name}, no value in this case`,
  );
}

/** Returns the value in focus as given by the question, or as found. */
export function turnRole(state: CaseState): CaseGesture {
  const one = currentInstantiation(state);
  const row = currentRow(state);
  if (one === undefined || row === undefined) return no(NOTHING);
  if (row.value === null) return no(`${row.name} has no value in this case.`);
  const role: Role = row.value.role === "given" ? "found" : "given";
  const say = role === "given" ? `${row.name}, given by the question` : `${row.name}, found`;
  return attempt(state, place(one, row, role, row.value.value, row.value.evidence), say);
}

/** Returns `@truth` of the subsection in focus; the same again leaves it open. */
export function putTruth(state: CaseState, truth: boolean): CaseGesture {
  const one = currentInstantiation(state);
  if (one === undefined) return no(NOTHING);
  const next = one.truth === truth ? null : truth;
  const say = next === null ? "@truth is open again" : `@truth is ${next ? "true" : "false"}`;
  return attempt(state, { op: "set_truth", instantiation: one.id, truth: next }, say);
}

/** Returns a subsection added to the case, with nothing filled in yet. */
export function addSubsection(state: CaseState, subsection: CaseSubsection, id: string): CaseGesture {
  const last = orderedInstantiations(caseLayer(state)).at(-1);
  const order = last === undefined ? 0 : Math.min(last.order + 1, 32_767);
  const instantiation: Instantiation = { id, label: subsection.label, order, truth: null, values: [] };
  return attempt(state, { op: "add_instantiation", instantiation }, `${subsection.printed} added`);
}

/** Returns the case without the subsection in focus. */
export function removeSubsection(state: CaseState): CaseGesture {
  const one = currentInstantiation(state);
  if (one === undefined) return no(NOTHING);
  const printed = printedOf(state, one.label);
  return attempt(state, { op: "remove_instantiation", id: one.id }, `${printed} removed from this case`);
}

/** Returns what is stale as looked at; what marked it goes, the values stay. */
export function lookAgain(state: CaseState, item: string): CaseGesture {
  const one = caseLayer(state).instantiations.get(item.replace("instantiation:", ""));
  const printed = one === undefined ? "It" : printedOf(state, one.label);
  return attempt(state, { op: "clear_stale", item }, `${printed} looked at`);
}

/** Returns a label as it is printed. */
export function printedOf(state: CaseState, label: string): string {
  return state.subsections.get(label)?.printed ?? (/^\d/.test(label) ? `§${label}` : label);
}

/** Returns the submission of the case, or its reopening. */
export function turnCaseSubmission(state: CaseState): CaseGesture {
  const layer = caseLayer(state);
  if (layer.state === "accepted") return no("This case is accepted. A reviewer can return it.");
  const operation: Operation = isFrozen(layer)
    ? { op: "reopen_layer", to: "in_progress", reason: "" }
    : { op: "submit_layer" };
  return attempt(state, operation, `${state.one.name} ${isFrozen(layer) ? "reopened" : "submitted"}`);
}

/** Returns what the checks say of the case before it is submitted. */
export function findCaseChecks(state: CaseState): readonly Check[] {
  const all = orderedInstantiations(caseLayer(state));
  const checks: Check[] = [];
  if (all.length === 0) checks.push({ kind: "warn", text: "No subsection is applied to this case yet." });
  for (const reason of new Set(caseLayer(state).stale.values()))
    checks.push({ kind: "warn", text: `To look at again: ${reason}` });
  for (const one of all) {
    const printed = printedOf(state, one.label);
    const rows = rowsOf(state, one);
    if (one.truth === null) checks.push({ kind: "warn", text: `@truth of ${printed} is open.` });
    const strange = rows.filter((row) => !row.known).map((row) => row.name);
    if (strange.length > 0)
      checks.push({ kind: "warn", text: `${printed} has no argument ${strange.join(", ")} any more.` });
    const bare = rows.filter((row) => row.value === null).map((row) => row.name);
    if (one.truth === true && bare.length > 0)
      checks.push({ kind: "warn", text: `${printed} holds, without a value for ${bare.join(", ")}.` });
  }
  checks.push({ kind: "ok", text: "Every piece of evidence lies in the case’s text." });
  return checks;
}
