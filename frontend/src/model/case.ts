/** A case made ready to be shown: values with their argument's number, evidence as marks of the text. */
import type { ArgumentValue, Instantiation, Layer, Value } from "../api/types";
import type { CaseRow } from "./case-session";
import type { Marked } from "../text/pieces";

export interface ShownValue {
  readonly name: string;
  readonly words: string | null;
  readonly number: number;
  readonly given: boolean;
  readonly evidence: ArgumentValue["evidence"];
}

export interface EvidenceMark extends Marked {
  readonly name: string;
  readonly number: number;
  readonly given: boolean;
}

/** Returns a value in words, or null where the case has none. */
export function valueWords(value: Value | readonly (string | number)[]): string | null {
  if (value === "") return null;
  if (typeof value === "object") return value.map((one) => valueWords(one) ?? "none").join(", ") || null;
  return String(value);
}

/** Returns given and found values; numbers come from the subsection, or count on where it has no such name. */
export function showValues(one: Instantiation, layer: Layer | undefined): readonly ShownValue[] {
  const numbers = new Map(layer?.arguments.map((argument) => [argument.name.toLowerCase(), argument.number]));
  let next = Math.max(0, ...numbers.values());
  const show = (given: boolean) => (value: ArgumentValue) => ({
    name: value.name,
    words: valueWords(value.value),
    number: numbers.get(value.name.toLowerCase()) ?? ++next,
    given,
    evidence: value.evidence,
  });
  return [...one.given.map(show(true)), ...one.found.map(show(false))];
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
          },
        ],
  );
}

/** Returns the marks of the case's text that these values point at; ranges outside the text are left out. */
export function markEvidence(values: readonly ShownValue[], length: number): readonly EvidenceMark[] {
  return values.flatMap(({ name, number, given, evidence }) =>
    evidence
      .filter(([start, end]) => start >= 0 && start < end && end <= length)
      .map(([start, end]) => ({ start, end, name, number, given })),
  );
}
