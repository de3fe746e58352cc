/** A case made ready to be shown: values with their argument's number, evidence as marks of the text. */
import type { ArgumentValue, Value } from "../api/types";
import type { Marked } from "../text/pieces";
import type { CaseRow, CaseState } from "./case-session";
import { caseLayer, rowsOf } from "./case-session";
import { openHere, shownInstantiation } from "./case-state-suggestions";
import { orderedInstantiations } from "./edits";

export interface ShownValue {
  readonly name: string;
  readonly words: string | null;
  readonly number: number;
  readonly given: boolean;
  readonly evidence: ArgumentValue["evidence"];
  /** Said by a model, not by the person. */
  readonly suggested: boolean;
}

/** By the label of the subsection whose placeholders they fill. */
export type ValuesByLabel = ReadonlyMap<string, readonly ShownValue[]>;

export interface EvidenceMark extends Marked {
  readonly name: string;
  readonly number: number;
  readonly given: boolean;
  readonly suggested: boolean;
}

/** Returns a value in words, or null where the case has none. */
export function valueWords(value: Value | readonly (string | number)[]): string | null {
  if (value === "") return null;
  if (typeof value === "object") return value.map((one) => valueWords(one) ?? "none").join(", ") || null;
  return String(value);
}

/** Returns the rows of the case workbench that have a value, as the texts show them. */
export function showRows(rows: readonly CaseRow[]): readonly ShownValue[] {
  return rows.flatMap(({ number, name, value }) =>
    value === null
      ? []
      : [
          {
            name,
            number,
            words: valueWords(value.value),
            given: value.role === "given",
            evidence: value.evidence,
            suggested: false,
          },
        ],
  );
}

/** Returns the values of the subsection on screen: the person's, and what a model suggests besides. */
export function showHere(state: CaseState): readonly ShownValue[] {
  const suggested = openHere(state).flatMap(({ value, argument }) =>
    value === null || argument === null
      ? []
      : [
          {
            name: argument.name,
            number: argument.number,
            words: valueWords(value.value),
            given: value.role === "given",
            evidence: value.evidence,
            suggested: true,
          },
        ],
  );
  return [...showRows(rowsOf(state, shownInstantiation(state))), ...suggested];
}

/** Returns the values of every subsection in the case, the one on screen with what is suggested. */
export function showAll(state: CaseState): ValuesByLabel {
  const here = shownInstantiation(state);
  const all = new Map<string, readonly ShownValue[]>();
  // Of two rows of a subsection, the first is the one whose values are set into a text that is not in focus.
  for (const one of orderedInstantiations(caseLayer(state)))
    if (!all.has(one.label)) all.set(one.label, showRows(rowsOf(state, one)));
  if (here !== undefined) all.set(here.label, showHere(state));
  return all;
}

/** Returns the marks of the case's text that these values point at; ranges outside the text are left out. */
export function markEvidence(values: readonly ShownValue[], length: number): readonly EvidenceMark[] {
  return values.flatMap(({ name, number, given, evidence, suggested }) =>
    evidence
      .filter(([start, end]) => start >= 0 && start < end && end <= length)
      .map(([start, end]) => ({ start, end, name, number, given, suggested })),
  );
}
