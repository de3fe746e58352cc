/** The case workbench while it is written in: one person's layer of one case, the caret, the log. */
import type { Case, CaseSubsection, CaseSuggestions } from "../api/types";
import { mapOffsets } from "../text/offsets";
import type { Direction, Range, WordText } from "../text/words";
import type { DeskAction } from "./desk";
import { emptyLayer, foldName } from "./edits";
import type { CaseValue, Edit, Instantiation, Layer, ValueType } from "./edits";
import type { Selection } from "./session";

export interface CaseState {
  readonly author: string;
  readonly one: Case;
  /** The case's text, a line break, and the question: one run of words for the caret. */
  readonly words: WordText;
  /** Where the case's text ends and, one further, the question begins. */
  readonly textEnd: number;
  readonly layers: ReadonlyMap<string, Layer>;
  readonly labels: ReadonlyMap<string, string>;
  readonly subsections: ReadonlyMap<string, CaseSubsection>;
  /** Edits known here, oldest first, each with its inverse; also those of other layers that went with them. */
  readonly log: readonly Edit[];
  /** The instantiation and, by its name, the argument in focus. */
  readonly at: string | null;
  readonly argument: string | null;
  readonly selection: Selection | null;
  /** The word at which a selection was begun. */
  readonly anchor: Range | null;
  /** The argument whose value is being typed. */
  readonly typing: string | null;
  /** What a model says of this case; null until it is known. */
  readonly suggestions: CaseSuggestions | null;
  /** The suggestion in focus. */
  readonly suggestion: string | null;
  /** False while the person does not want to see suggestions. */
  readonly showing: boolean;
  readonly said: { readonly text: string; readonly count: number; readonly fault: boolean };
  readonly astray: boolean;
}

export type CaseAction =
  | DeskAction
  | { readonly type: "caseRead"; readonly one: Case; readonly waiting: readonly Edit[] }
  | { readonly type: "subsectionKnown"; readonly subsection: CaseSubsection }
  | { readonly type: "instantiationChosen"; readonly id: string }
  | { readonly type: "instantiationMoved"; readonly by: 1 | -1 }
  | { readonly type: "argumentChosen"; readonly name: string }
  | { readonly type: "argumentMoved"; readonly by: 1 | -1 }
  | { readonly type: "selected"; readonly range: Range; readonly made: boolean }
  | { readonly type: "caretMoved"; readonly by: 1 | -1 }
  | { readonly type: "extended"; readonly direction: Direction; readonly by: "word" | "letter" }
  | { readonly type: "selectionDropped" }
  | { readonly type: "suggestionsRead"; readonly suggestions: CaseSuggestions }
  | { readonly type: "suggestionMoved"; readonly by: 1 | -1 }
  | { readonly type: "suggestionChosen"; readonly id: string }
  | { readonly type: "suggestionsTurned"; readonly showing: boolean }
  | { readonly type: "typingBegun"; readonly name: string }
  | { readonly type: "typingEnded" };

/** A line of the list of values: an argument with its value, if it has one. */
export interface CaseRow {
  readonly number: number;
  readonly name: string;
  readonly type: ValueType;
  readonly value: CaseValue | null;
  /** False for a value whose argument the subsection no longer has. */
  readonly known: boolean;
}

/** Returns the layer of a case as the rules of edits know it. */
export function readCaseLayer(one: Case): Layer {
  const empty = emptyLayer(one.layer?.id ?? "", "case", [[0, mapOffsets(one.text).points]]);
  const instantiations = one.instantiations.map((row): Instantiation => {
    const read = (role: "given" | "found") => (value: (typeof row.given)[number]) => ({
      name: value.name,
      role,
      value: value.value,
      order: value.order,
      evidence: value.evidence,
      from_suggestion: value.from_suggestion ?? null,
    });
    const values = [...row.given.map(read("given")), ...row.found.map(read("found"))];
    return { id: row.id, label: row.label, order: row.order, truth: row.truth, values };
  });
  return {
    ...empty,
    state: one.layer?.state ?? "in_progress",
    reason: one.layer?.reason ?? "",
    instantiations: new Map(instantiations.map((row) => [row.id, row])),
    decisions: new Map(Object.entries(one.layer?.decisions ?? {})),
    stale: new Map(Object.entries(one.layer?.stale ?? {})),
  };
}

/** Returns the layer that is shown. */
export function caseLayer(state: CaseState): Layer {
  return state.layers.get(state.one.name) ?? readCaseLayer(state.one);
}

export function currentInstantiation(state: CaseState): Instantiation | undefined {
  return state.at === null ? undefined : caseLayer(state).instantiations.get(state.at);
}

/** Returns an instantiation's arguments in the order of their numbers, then values that have none. */
export function rowsOf(state: CaseState, one: Instantiation | undefined): readonly CaseRow[] {
  if (one === undefined) return [];
  const values = new Map(one.values.map((value) => [foldName(value.name), value]));
  const known = (state.subsections.get(one.label)?.arguments ?? []).map((argument) => {
    const value = values.get(foldName(argument.name)) ?? null;
    values.delete(foldName(argument.name));
    return { number: argument.number, name: argument.name, type: argument.value_type, value, known: true };
  });
  const rest = [...values.values()].map((value, i) => ({
    number: known.length + i + 1,
    name: value.name,
    type: typeof value.value === "number" ? ("integer" as const) : ("span" as const),
    value,
    known: false,
  }));
  return [...known, ...rest];
}

/** Returns the argument in focus with its value. */
export function currentRow(state: CaseState): CaseRow | undefined {
  return rowsOf(state, currentInstantiation(state)).find((row) => row.name === state.argument);
}

/** Returns whether a range lies in the case's text; evidence can be there only. */
export function isInText(state: CaseState, range: Range): boolean {
  return range.end <= state.textEnd;
}

/** Returns a range cut to the case's text or to the question, whichever holds its start; null for none. */
export function clipCase(state: CaseState, range: Range): Range | null {
  const inText = range.start < state.textEnd;
  const start = inText ? range.start : Math.max(range.start, state.textEnd + 1);
  const end = Math.min(range.end, inText ? state.textEnd : state.words.map.points);
  return start < end ? { start, end } : null;
}
