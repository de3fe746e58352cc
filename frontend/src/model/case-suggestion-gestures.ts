/** What is done to suggestions of a case, as operations on its layer. Pure: new ids come from outside. */
import { countWords } from "../text/counting";
import { attempt, no } from "./case-gestures";
import type { CaseGesture } from "./case-gestures";
import { caseLayer } from "./case-state";
import type { CaseState } from "./case-state";
import { focusedItem, knownArguments, openHere, openShown, sayItem } from "./case-state-suggestions";
import type { CaseItem } from "./case-state-suggestions";
import { planAcceptItems, planRejectItems } from "./case-suggestions";

const NONE = "No suggestion is in focus.";
const NOTHING_OPEN = "There is no open suggestion here.";

/** Says the suggestion in focus with the model's reason. */
export function sayFocused(state: CaseState): string {
  const item = focusedItem(state);
  if (item === undefined) return "";
  return item.row.why === "" ? sayItem(item) : `${sayItem(item)}, ${item.row.why}`;
}

function accept(
  state: CaseState,
  items: readonly CaseItem[],
  makeId: () => string,
  say: string,
): CaseGesture {
  const wanted = new Set(items.map((item) => item.id));
  const rows = state.suggestions?.rows ?? [];
  const operation = planAcceptItems(caseLayer(state), rows, wanted, knownArguments(state), makeId);
  return operation === null ? no(NOTHING_OPEN) : attempt(state, operation, say);
}

function placeOf(state: CaseState, { id }: CaseItem): number {
  return openShown(state).findIndex((item) => item.id === id);
}

/** Returns the acceptance of the suggestion in focus. */
export function acceptFocused(state: CaseState, makeId: () => string): CaseGesture {
  const item = focusedItem(state);
  if (item === undefined) return no(NONE);
  const name = item.argument === null ? "@truth" : `${item.argument.number}, ${item.argument.name}`;
  const made = accept(state, [item], makeId, `${name}, accepted`);
  return made.ok ? { ...made, from: item.id, next: placeOf(state, item) } : made;
}

/** Returns the rejection of the suggestion in focus. */
export function rejectFocused(state: CaseState): CaseGesture {
  const item = focusedItem(state);
  const operation = item === undefined ? null : planRejectItems([item.id]);
  if (item === undefined || operation === null) return no(NONE);
  const made = attempt(state, operation, `${item.argument?.name ?? "@truth"}, rejected`);
  return made.ok ? { ...made, next: placeOf(state, item) } : made;
}

/** Returns the acceptance of all that is open in the subsection on screen. */
export function acceptAllHere(state: CaseState, makeId: () => string): CaseGesture {
  const here = openHere(state);
  return accept(state, here, makeId, `${countWords(here.length, "suggestion")} accepted`);
}

/** Returns the rejection of all that is open in the subsection on screen. */
export function rejectAllHere(state: CaseState): CaseGesture {
  const here = openHere(state);
  const operation = planRejectItems(here.map((item) => item.id));
  if (operation === null) return no(NOTHING_OPEN);
  return attempt(state, operation, `${countWords(here.length, "suggestion")} rejected`);
}
