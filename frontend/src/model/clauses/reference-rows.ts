/** References in a subsection's text beside what the clause does with them. */
import type { components } from "../../api/schema";
import { holdsLabel } from "../../text/labels";
import type { ClauseNote } from "./notes";
import { callsOf } from "./term";
import type { Term } from "./term";

export type FoundReference = components["schemas"]["ClauseReferenceOutput"];
export type ReferenceState =
  "used" | "unused" | "effect" | "implicit" | "self" | "around" | "foreign" | "missing" | "larger";

export interface ReferenceRow {
  readonly key: string;
  /** The words of the text; of an implicit call, what its note says. */
  readonly words: string;
  /** The plain label, or null where it is not of this project. */
  readonly label: string | null;
  readonly state: ReferenceState;
  /** Where the first call that uses it stands in the clause's text. */
  readonly at: number | null;
}

export const STATE_WORDS: Readonly<Record<ReferenceState, string>> = {
  used: "used",
  unused: "unused",
  effect: "effect, not condition",
  implicit: "implicit",
  self: "this subsection",
  around: "around or inside this one",
  foreign: "another law",
  missing: "not in this project",
  larger: "a larger unit",
};

/** Returns whether one label is the other, or contains it. */
export function isKin(one: string, other: string): boolean {
  return holdsLabel(one, other) || holdsLabel(other, one);
}

/** Returns a row for each subsection that the text refers to, then one for each call that only a note explains. */
export function listReferences(
  head: string,
  found: readonly FoundReference[],
  term: Term | null,
  notes: readonly ClauseNote[],
): readonly ReferenceRow[] {
  const calls = callsOf(term?.body ?? null);
  const effects = new Set(notes.filter((one) => one.kind === "reference").map((one) => one.subject));
  const useOf = (label: string): number | null =>
    calls.find((call) => call.label === label)?.start ??
    calls.find((call) => isKin(call.label, label))?.start ??
    null;
  const stateOf = (reference: FoundReference, label: string): ReferenceState => {
    if (useOf(label) !== null) return "used";
    if (reference.kind === "self" || label === head) return "self";
    if (reference.kind === "larger") return "larger";
    if (effects.has(label)) return "effect";
    return isKin(label, head) ? "around" : "unused";
  };
  const rows = found.flatMap((reference, index): readonly ReferenceRow[] => {
    const base = { words: reference.text.replaceAll(/\s+/g, " ") };
    const known = reference.labels.map((label): ReferenceRow => {
      const state = stateOf(reference, label);
      return { ...base, key: `${index}.${label}`, label, state, at: useOf(label) };
    });
    const gone = reference.missing.map((label): ReferenceRow => {
      return { ...base, key: `${index}.${label}`, label, state: "missing", at: null };
    });
    if (known.length + gone.length > 0) return [...known, ...gone];
    const state = reference.kind === "foreign" ? "foreign" : reference.kind === "self" ? "self" : "larger";
    return [{ ...base, key: String(index), label: null, state, at: null }];
  });
  const implicit = notes.flatMap((note): readonly ReferenceRow[] => {
    const call = note.kind === "call" ? calls.find((one) => one.label === note.subject) : undefined;
    if (call === undefined) return [];
    return [
      { key: `call.${call.label}`, words: note.source, label: call.label, state: "implicit", at: call.start },
    ];
  });
  return [...rows, ...implicit];
}

/** Returns how many there are of each kind that a person looks for: "4 used · 1 unused · 1 implicit". */
export function countReferences(rows: readonly ReferenceRow[]): string {
  const count = (state: ReferenceState): number => rows.filter((row) => row.state === state).length;
  const shown: readonly ReferenceState[] = ["used", "unused", "effect", "implicit", "foreign"];
  return shown
    .filter((state) => count(state) > 0)
    .map((state) => `${count(state)} ${state === "effect" ? "of effect" : state}`)
    .join(" · ");
}
