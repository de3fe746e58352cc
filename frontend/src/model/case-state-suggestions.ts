/** The case workbench's look at suggestions: which are open, which is in focus, what a new run changes. */
import type { CaseSuggestedRow, CaseSuggestions } from "../api/types";
import { caseLayer, currentInstantiation } from "./case-state";
import type { CaseState } from "./case-state";
import { findRow, openItems } from "./case-suggestions";
import type { Known, OpenItem } from "./case-suggestions";
import type { Instantiation } from "./edits";

export type CaseItem = OpenItem<CaseSuggestedRow>;

/** Returns the arguments of subsections as the case knows them. */
export function knownArguments(state: CaseState): Known {
  return (label) => state.subsections.get(label)?.arguments ?? [];
}

/** Returns all that is open in this case, whether or not the person wants to see it. */
export function openInCase(state: CaseState): readonly CaseItem[] {
  if (state.suggestions === null) return [];
  return openItems(caseLayer(state), state.suggestions.rows, knownArguments(state));
}

/** Returns what is open and shown. */
export function openShown(state: CaseState): readonly CaseItem[] {
  return state.showing ? openInCase(state) : [];
}

export function focusedItem(state: CaseState): CaseItem | undefined {
  return state.suggestion === null
    ? undefined
    : openShown(state).find((item) => item.id === state.suggestion);
}

/** Returns suggested rows whose subsection the person has not applied to the case. */
export function ghostRows(state: CaseState): readonly CaseSuggestedRow[] {
  const layer = caseLayer(state);
  const rows = new Set(openShown(state).map((item) => item.row));
  return [...rows].filter((row) => findRow(layer, row.label) === undefined);
}

/**
 * Returns what the values pane shows: the person's row in focus; or, while a suggestion in focus belongs to a
 * subsection that is not there yet, or nothing is, that subsection without a value of the person's.
 */
export function shownInstantiation(state: CaseState): Instantiation | undefined {
  const current = currentInstantiation(state);
  const item = focusedItem(state);
  const ghosts = ghostRows(state);
  const ghost = item === undefined ? undefined : ghosts.find((row) => row.id === item.row.id);
  const shown = ghost ?? (current === undefined ? ghosts[0] : undefined);
  if (shown === undefined) return current;
  return { id: "", label: shown.label, order: 0, truth: null, values: [] };
}

/** Returns what is open in the subsection on screen. */
export function openHere(state: CaseState): readonly CaseItem[] {
  const one = shownInstantiation(state);
  if (one === undefined) return [];
  const first = findRow(caseLayer(state), one.label);
  // Of two rows of a subsection, suggestions go to the first.
  if (first !== undefined && first.id !== one.id) return [];
  return openShown(state).filter((item) => item.row.label === one.label);
}

/** Puts a suggestion in focus, and with it its row and argument. */
export function focusItem(state: CaseState, id: string): CaseState {
  const item = openShown(state).find((one) => one.id === id);
  if (item === undefined) return state;
  const home = findRow(caseLayer(state), item.row.label);
  return {
    ...state,
    suggestion: id,
    at: home?.id ?? state.at,
    argument: item.argument?.name ?? state.argument,
    typing: null,
  };
}

/** Goes to the next suggestion or the previous one; the same state behind the last. */
export function moveSuggestion(state: CaseState, by: 1 | -1): CaseState {
  const open = openShown(state);
  const at = open.findIndex((item) => item.id === state.suggestion);
  const next = at === -1 ? open.at(by === 1 ? 0 : -1) : open[at + by];
  return next === undefined ? state : focusItem(state, next.id);
}

/** Lets go of a suggestion that is no longer open. */
export function dropClosed(state: CaseState): CaseState {
  if (state.suggestion === null || focusedItem(state) !== undefined) return state;
  return { ...state, suggestion: null };
}

/** After a decision: on to what now stands at its place, if anything does. */
export function goOn(state: CaseState, at: number): CaseState {
  const open = openShown(state);
  // Behind the last come those that were passed over.
  const next = open[at] ?? open[0];
  if (next === undefined) return { ...state, suggestion: null };
  const there = focusItem(state, next.id);
  const said = `${state.said.text}. Next: ${sayItem(next)}`;
  return { ...there, said: { ...state.said, text: said } };
}

/** Returns how sure the model is of the value, or of the truth where that is what is suggested. */
export function sureOf({ row, value }: CaseItem): number | null {
  return value === null ? row.confidence : (value.confidence ?? null);
}

/** Returns a suggestion in words: "Master, suggested Alice, 95 percent". */
export function sayItem(item: CaseItem): string {
  const { row, value, argument } = item;
  const said = value === null ? String(row.truth) : [value.value].flat().join(", ");
  const chance = sureOf(item);
  const sure = chance === null ? "" : `, ${Math.round(chance * 100)} percent`;
  return `${argument?.name ?? "@truth"}, suggested ${said}${sure}`;
}

/** Takes on what a model says now. Caret, focus and all that the person did stay as they are. */
export function takeSuggestions(state: CaseState, suggestions: CaseSuggestions): CaseState {
  // What a run said does not change, so its layer's id tells.
  const same = state.suggestions !== null && state.suggestions.source?.layer === suggestions.source?.layer;
  if (same) return state;
  const told = suggestions.subsections.filter((one) => !state.subsections.has(one.label));
  const subsections = new Map([...state.subsections, ...told.map((one) => [one.label, one] as const)]);
  return dropClosed({ ...state, suggestions, subsections });
}
