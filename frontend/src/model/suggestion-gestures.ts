/** What is done to suggestions, as operations on the layer in focus. Pure: new ids come from outside. */
import type { Operation, SingleOperation } from "./edits";
import { orderedArguments } from "./edits";
import { NAME, NAME_RULE, attempt, nameNew, no, sayMention, spellName, textOf } from "./gestures";
import type { Gesture, MakeId } from "./gestures";
import { knownNames, namesForSuggestion } from "./names";
import { clip, focusedLayer } from "./session";
import type { SessionState } from "./session";
import { focusedSuggestion, openHere } from "./session-suggestions";
import {
  above,
  nameOf,
  openClause,
  planAccept,
  planAcceptClause,
  planAcceptInto,
  planReject,
} from "./suggestions";
import type { SuggestedClause, SuggestedMention, Suggestions } from "./suggestions";
import { countWords } from "../text/counting";
import type { ProposedName } from "../text/naming";

interface Here {
  readonly suggestions: Suggestions;
  readonly mention: SuggestedMention;
}

/** Returns the suggestion in focus with the edges that the person gave it. */
function inFocus(state: SessionState): Here | null {
  const suggestions = state.suggestions.get(state.focus ?? "");
  const mention = suggestions?.mentions.find((one) => one.id === state.suggestion);
  if (suggestions === undefined || mention === undefined || state.focus === null) return null;
  const range = state.selection?.made === true ? clip(state, state.focus, state.selection) : null;
  return { suggestions, mention: range === null ? mention : { ...mention, ...range } };
}

const NONE = "No suggestion is in focus.";

/** Returns a confidence in words, "91 percent". */
export function sayConfidence(confidence: number): string {
  return `${Math.round(confidence * 100)} percent`;
}

/** Says the suggestion in focus: "the days, suggested 7, Days, 91 percent, as in §12(b)". */
export function saySuggestion(state: SessionState): string {
  const shown = focusedSuggestion(state);
  const here = inFocus(state);
  if (shown === undefined || here === null) return "";
  const { number, name } = shown.argument;
  const { why, confidence } = here.mention;
  const words = textOf(state, here.mention);
  return `${words}, suggested ${number}, ${name}, ${sayConfidence(confidence)}${why === "" ? "" : `, ${why}`}`;
}

/** Returns the acceptance of the suggestion in focus, with the edges that it has on screen. */
export function acceptSuggestion(state: SessionState, makeId: MakeId): Gesture {
  const layer = focusedLayer(state);
  const here = inFocus(state);
  if (layer === undefined || here === null) return no(NONE);
  const { suggestions, mention } = here;
  const changed = {
    ...suggestions,
    mentions: suggestions.mentions.map((one) => (one.id === mention.id ? mention : one)),
  };
  const operation = planAccept(
    layer,
    changed,
    new Set([mention.id]),
    (range) => textOf(state, range),
    makeId,
    knownNames(state, state.focus),
  );
  if (operation === null) return no("This overlaps another mention. Nothing was changed.");
  return accepted(state, here, operation);
}

function accepted(state: SessionState, { mention }: Here, operation: Operation): Gesture {
  const added = singles(operation).find((op) => op.op === "add_mention");
  if (added === undefined) return no(NONE);
  const made = attempt(state, operation, added.mention.id, (after) =>
    sayMention(state, after, added.mention, "accepted as"),
  );
  return made.ok ? { ...made, next: mention.start, from: mention.id } : made;
}

function singles(operation: Operation): readonly SingleOperation[] {
  return operation.op === "batch" ? operation.ops : [operation];
}

/** Returns the acceptance of the suggestion in focus into another argument, by its number; null for a new one. */
export function acceptInto(state: SessionState, number: number | null, makeId: MakeId): Gesture {
  const layer = focusedLayer(state);
  const here = inFocus(state);
  if (layer === undefined || here === null) return no(NONE);
  const known = number === null ? undefined : orderedArguments(layer)[number - 1];
  if (number !== null && known === undefined) return no(`There is no argument ${number} here.`);
  const { value_type } = nameOf(here.suggestions, here.mention);
  const called = nameNew(state, layer, here.mention, value_type);
  return accepted(state, here, planAcceptInto(layer, here.mention, known?.id ?? null, called, makeId));
}

/** Returns the names that the suggestion in focus might get, should it become an argument of its own. */
export function namesInFocus(state: SessionState): readonly ProposedName[] {
  const here = inFocus(state);
  return here === null ? [] : namesForSuggestion(state, here.suggestions, here.mention);
}

/** Returns the acceptance of the suggestion in focus as a new argument under a name of the person's own. */
export function acceptAs(state: SessionState, typed: string, makeId: MakeId): Gesture {
  const layer = focusedLayer(state);
  const here = inFocus(state);
  const name = spellName(typed);
  if (layer === undefined || here === null) return no(NONE);
  if (!NAME.test(name)) return no(NAME_RULE);
  const listed = namesInFocus(state).find((one) => one.name.toUpperCase() === name.toUpperCase());
  const { value_type } = listed ?? nameOf(here.suggestions, here.mention);
  const called = { name, value_type };
  return accepted(state, here, planAcceptInto(layer, here.mention, null, called, makeId));
}

/** Returns the rejection of the suggestion in focus. */
export function rejectSuggestion(state: SessionState): Gesture {
  const suggestion = focusedSuggestion(state);
  if (suggestion === undefined) return no(NONE);
  const say = `${textOf(state, suggestion)}, rejected`;
  const made = attempt(state, planReject(suggestion.id), null, () => say);
  return made.ok ? { ...made, next: suggestion.start } : made;
}

/** Returns the acceptance of all open suggestions here that the model is at least this sure of. */
export function acceptAll(state: SessionState, threshold: number, makeId: MakeId): Gesture {
  const layer = focusedLayer(state);
  const suggestions = state.suggestions.get(state.focus ?? "");
  const open = openHere(state);
  if (layer === undefined || suggestions === undefined || open.length === 0)
    return no("There is no open suggestion here.");
  const sure = new Set(above(suggestions.mentions, threshold));
  const wanted = new Set(open.map((one) => one.id).filter((id) => sure.has(id)));
  const operation = planAccept(
    layer,
    suggestions,
    wanted,
    (range) => textOf(state, range),
    makeId,
    knownNames(state, state.focus),
  );
  if (operation === null)
    return no(`The model is less than ${Math.round(threshold * 100)} percent sure of all that is open here.`);
  const count = singles(operation).filter((op) => op.op === "add_mention").length;
  const made = attempt(state, operation, null, () => `${countWords(count, "suggestion")} accepted`);
  return made.ok ? { ...made, next: state.selection?.start ?? 0 } : made;
}

/** Returns the clause that a model suggests for the subsection in focus, while it is open. */
export function suggestedClause(state: SessionState): SuggestedClause | null {
  const layer = focusedLayer(state);
  const suggestions = state.suggestions.get(state.focus ?? "");
  if (layer === undefined || suggestions === undefined || !state.showing) return null;
  return openClause(layer, suggestions);
}

/** Returns the writing, or the rejection, of the suggested clause. */
export function decideClause(state: SessionState, accept: boolean): Gesture {
  const clause = suggestedClause(state);
  const note = focusedLayer(state)?.clause.note ?? "";
  if (clause === null) return no("There is no suggested clause here.");
  const operation = accept ? planAcceptClause(clause, note) : planReject(clause.id);
  const say = accept ? "The suggested clause is yours now" : "The suggested clause is rejected";
  const made = attempt(state, operation, state.mention, () => say);
  return made.ok && accept ? { ...made, from: clause.id } : made;
}
