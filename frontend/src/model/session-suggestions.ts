/** The workbench's look at suggestions: which is in focus, which comes next, what a new run changes. */
import type { SourcedSuggestions } from "../api/types";
import type { SetMention } from "./document";
import { replaceSuggested } from "./document";
import { knownNames } from "./names";
import type { SessionState } from "./session";
import { placeSuggested, readSuggestions } from "./suggestion-marks";

/** Returns the open suggestions of the subsection in focus, by place; none while they are hidden. */
export function openHere(state: SessionState): readonly SetMention[] {
  if (!state.showing || state.focus === null) return [];
  return state.document.suggested.get(state.focus) ?? [];
}

export function focusedSuggestion(state: SessionState): SetMention | undefined {
  return state.suggestion === null ? undefined : openHere(state).find((one) => one.id === state.suggestion);
}

/** Returns the suggestion after the one in focus, or after the caret; null behind the last one. */
export function nextSuggestion(state: SessionState, by: 1 | -1): SetMention | null {
  const open = openHere(state);
  const at = open.findIndex((one) => one.id === state.suggestion);
  if (at !== -1) return open[at + by] ?? null;
  const caret = state.selection?.start ?? 0;
  const found = by === 1 ? open.find((one) => one.start >= caret) : open.findLast((one) => one.start < caret);
  return found ?? null;
}

/** Returns the open suggestion that covers an offset. */
export function suggestionAt(state: SessionState, offset: number): SetMention | undefined {
  return openHere(state).find((one) => one.start <= offset && offset < one.end);
}

/** Puts a suggestion in focus and the selection on it. */
export function focusSuggestion(
  state: SessionState,
  { id, start, end, argumentId }: SetMention,
): SessionState {
  const known = state.focus === null ? undefined : state.layers.get(state.focus)?.arguments.get(argumentId);
  return {
    ...state,
    suggestion: id,
    mention: null,
    argument: known?.id ?? null,
    selection: { start, end, made: false },
    edge: "end",
    renaming: null,
  };
}

/** Lets go of a suggestion that is no longer open. */
export function dropClosed(state: SessionState): SessionState {
  if (state.suggestion === null || focusedSuggestion(state) !== undefined) return state;
  return { ...state, suggestion: null };
}

/** Sets the suggestions of the subsection in focus anew: what was named elsewhere may name them too. */
export function nameSuggested(state: SessionState): SessionState {
  const { focus, layers, suggestions } = state;
  const said = focus === null ? undefined : suggestions.get(focus);
  if (focus === null || said === undefined) return state;
  const known = knownNames(state, focus);
  const open = placeSuggested(focus, layers.get(focus), said, state.document.source, known);
  const document = replaceSuggested(state.document, focus, open);
  return document.suggested === state.document.suggested ? state : { ...state, document };
}

/** Takes on what models say now. Caret, focus and all that the person did stay as they are. */
export function takeSuggestions(state: SessionState, fresh: readonly SourcedSuggestions[]): SessionState {
  const suggestions = readSuggestions(fresh);
  const labels = new Set([...state.suggestions.keys(), ...suggestions.keys()]);
  let { document } = state;
  for (const label of labels) {
    if (isSame(state.suggestions.get(label), suggestions.get(label))) continue;
    const open = placeSuggested(label, state.layers.get(label), suggestions.get(label), document.source);
    document = replaceSuggested(document, label, open);
  }
  if (document === state.document) return state;
  return dropClosed({ ...state, document, suggestions });
}

/** What a run said does not change, so its layer's id tells. */
function isSame(one: SourcedSuggestions | undefined, two: SourcedSuggestions | undefined): boolean {
  return one?.layer === two?.layer;
}
