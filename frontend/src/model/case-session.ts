/** What happens to an open case: edits, news, the caret, what is in focus. One pure update. */
import type { Case } from "../api/types";
import { mapOffsets } from "../text/offsets";
import { makeWordText, nextWord } from "../text/words";
import { dropSelection, extend, moveCaret, select } from "./case-caret";
import { caseLayer, currentInstantiation, readCaseLayer, rowsOf } from "./case-state";
import type { CaseAction, CaseState } from "./case-state";
import { dropClosed, focusItem, goOn, moveSuggestion, takeSuggestions } from "./case-state-suggestions";
import { applyOperation, keepForeign, orderedInstantiations } from "./edits";
import type { Edit } from "./edits";

export * from "./case-state";

/** Returns the state of a case just opened, with what waits to be sent. */
export function openCase(
  one: Case,
  author: string,
  at: string | null,
  waiting: readonly Edit[] = [],
): CaseState {
  const layer = readCaseLayer(one);
  const bare: CaseState = {
    author,
    one,
    words: makeWordText(`${one.text}\n${one.question}`),
    textEnd: mapOffsets(one.text).points,
    layers: new Map([[one.name, layer]]),
    labels: new Map([[layer.id, one.name]]),
    subsections: new Map(one.subsections.map((row) => [row.label, row])),
    log: [],
    at,
    argument: null,
    selection: null,
    anchor: null,
    typing: null,
    suggestions: null,
    suggestion: null,
    showing: true,
    said: { text: "", count: 0, fault: false },
    astray: false,
  };
  const word = nextWord(bare.words, 0);
  return settle(applyEdits({ ...bare, selection: word && { ...word, made: false }, anchor: word }, waiting));
}

function speak(state: CaseState, text: string, fault = false): CaseState {
  return { ...state, said: { text, count: state.said.count + 1, fault } };
}

function applyEdits(state: CaseState, edits: readonly Edit[]): CaseState {
  const known = new Set(state.log.map((edit) => edit.id));
  return edits.filter((edit) => !known.has(edit.id)).reduce(applyEdit, state);
}

function applyEdit(state: CaseState, edit: Edit): CaseState {
  const name = state.labels.get(edit.layer);
  const layer = name === undefined ? undefined : state.layers.get(name);
  if (name === undefined || layer === undefined) {
    const kept = keepForeign(state.log, edit);
    return kept === null ? state : { ...state, log: [...state.log, kept] };
  }
  const outcome = applyOperation(layer, edit.operation);
  if (!outcome.ok) return { ...state, astray: true };
  const added = [...outcome.layer.instantiations.values()].find((one) => !layer.instantiations.has(one.id));
  return {
    ...state,
    layers: new Map(state.layers).set(name, outcome.layer),
    log: [...state.log, { ...edit, inverse: outcome.inverse }],
    ...(added === undefined ? {} : { at: added.id, argument: null }),
    // Another tab spoke of a subsection whose arguments are not known here.
    astray: state.astray || (added !== undefined && !state.subsections.has(added.label)),
  };
}

/** Puts the focus on something that is there. */
function settle(state: CaseState): CaseState {
  const all = orderedInstantiations(caseLayer(state));
  const at = all.some((one) => one.id === state.at) ? state.at : (all[0]?.id ?? null);
  const next = at === state.at ? state : { ...state, at };
  const rows = rowsOf(next, currentInstantiation(next));
  const argument = rows.some((row) => row.name === next.argument) ? next.argument : (rows[0]?.name ?? null);
  const typing = rows.some((row) => row.name === next.typing) ? next.typing : null;
  if (argument === next.argument && typing === next.typing) return next;
  return { ...next, argument, typing };
}

/** Another tab may have renamed an argument: then a value has a name that is not known here. */
function seekNames(state: CaseState): CaseState {
  const all = orderedInstantiations(caseLayer(state)).flatMap((one) => rowsOf(state, one));
  return all.every((row) => row.known) ? state : { ...state, astray: true };
}

function readAgain(state: CaseState, one: Case, waiting: readonly Edit[]): CaseState {
  const fresh = openCase(one, state.author, state.at, waiting);
  const replayed = new Set(waiting.map((edit) => edit.id));
  const log = [...state.log.filter((edit) => !replayed.has(edit.id)), ...fresh.log];
  const { argument, selection, anchor, typing, said, at } = state;
  const { suggestions, suggestion, showing } = state;
  const subsections = new Map([...state.subsections, ...fresh.subsections]);
  const kept = { argument, selection, anchor, typing, said, at, suggestions, suggestion, showing };
  return dropClosed(settle({ ...fresh, ...kept, log, subsections }));
}

function moveInstantiation(state: CaseState, by: 1 | -1): CaseState {
  const all = orderedInstantiations(caseLayer(state));
  const at = all.findIndex((one) => one.id === state.at);
  const next = all[Math.max(0, Math.min(at + by, all.length - 1))];
  return next === undefined || next.id === state.at
    ? state
    : settle({ ...state, at: next.id, argument: null, suggestion: null });
}

function moveArgument(state: CaseState, by: 1 | -1): CaseState {
  const rows = rowsOf(state, currentInstantiation(state));
  const at = rows.findIndex((row) => row.name === state.argument);
  const next = rows[Math.max(0, Math.min(at + by, rows.length - 1))];
  return next === undefined ? state : { ...state, argument: next.name, suggestion: null };
}

/** Returns the next state; the same object when nothing changes. */
export function updateCase(state: CaseState, action: CaseAction): CaseState {
  switch (action.type) {
    case "caseRead":
      return readAgain(state, action.one, action.waiting);
    case "logRead": {
      const known = new Set(state.log.map((edit) => edit.id));
      return { ...state, log: [...action.edits.filter((edit) => !known.has(edit.id)), ...state.log] };
    }
    case "edited": {
      const done = speak(settle(applyEdits(state, action.edits)), action.say);
      return action.next === undefined ? dropClosed(done) : goOn(done, action.next);
    }
    case "heard":
      return dropClosed(seekNames(settle(applyEdits(state, action.edits))));
    case "forgotten":
      return { ...state, log: state.log.filter((edit) => !action.ids.includes(edit.id)) };
    case "said":
      return speak(state, action.text, action.fault);
    case "subsectionKnown":
      return {
        ...state,
        subsections: new Map(state.subsections).set(action.subsection.label, action.subsection),
      };
    case "instantiationChosen":
      return settle({
        ...state,
        at: action.id,
        suggestion: null,
        ...(action.id === state.at ? {} : { argument: null }),
      });
    case "instantiationMoved":
      return moveInstantiation(state, action.by);
    case "argumentChosen":
      return settle({ ...state, argument: action.name, suggestion: null });
    case "argumentMoved":
      return moveArgument(state, action.by);
    case "selected":
      return { ...select(state, action.range, action.made), suggestion: null };
    case "caretMoved":
      return { ...moveCaret(state, action.by), suggestion: null };
    case "extended":
      return { ...extend(state, action.direction, action.by), suggestion: null };
    case "selectionDropped":
      return { ...dropSelection(state), suggestion: null };
    case "suggestionsRead":
      return takeSuggestions(state, action.suggestions);
    case "suggestionMoved":
      return moveSuggestion(state, action.by);
    case "suggestionChosen":
      return focusItem(state, action.id);
    case "suggestionsTurned":
      return dropClosed({ ...state, showing: action.showing });
    case "typingBegun":
      return settle({ ...state, argument: action.name, typing: action.name });
    case "typingEnded":
      return state.typing === null ? state : { ...state, typing: null };
  }
}
