/** The workbench while it is written in: one person's layers, the caret, the log for undo. One pure update. */
import type { SourcedSuggestions, Statute } from "../api/types";
import { slicePoints } from "../text/offsets";
import { makeWordText, nextWord, previousWord, snapSelection, wordAt } from "../text/words";
import type { Edge, Range, WordText } from "../text/words";
import type { DeskAction } from "./desk";
import { buildDocument, replaceLayer } from "./document";
import { applyOperation, keepForeign } from "./edits";
import type { Edit, Layer } from "./edits";
import { readLayers, showLayer } from "./layers";
import { knownNames } from "./names";
import {
  dropClosed,
  focusSuggestion,
  nameSuggested,
  nextSuggestion,
  openHere,
  suggestionAt,
  takeSuggestions,
} from "./session-suggestions";
import { placeAll, placeSuggested, readSuggestions } from "./suggestion-marks";
import type { SuggestionsByLabel } from "./suggestion-marks";
import { openWorkbench, update as updateView } from "./workbench";
import type { WorkbenchAction, WorkbenchState } from "./workbench";

/** What is selected: a word under the caret, or more of it when it was made longer by hand. */
export interface Selection extends Range {
  readonly made: boolean;
}

export interface SessionState extends WorkbenchState {
  readonly author: string;
  readonly words: WordText;
  readonly layers: ReadonlyMap<string, Layer>;
  readonly labels: ReadonlyMap<string, string>;
  /** What models say, by subsection; which of it is open stands in the document. */
  readonly suggestions: SuggestionsByLabel;
  /** The suggestion in focus; never together with a mention. */
  readonly suggestion: string | null;
  /** False while the person does not want to see suggestions. */
  readonly showing: boolean;
  readonly selection: Selection | null;
  readonly edge: Edge;
  /** Edits known here, oldest first, each with its inverse; undo reads it. */
  readonly log: readonly Edit[];
  /** The argument whose name is being typed, or the suggestion that is to be accepted under one. */
  readonly renaming: string | null;
  /** What was last done, in words, for those who do not see it; counted so that it is said again. */
  readonly said: { readonly text: string; readonly count: number; readonly fault: boolean };
  /** An edit from elsewhere did not fit what is shown; read the statute again. */
  readonly astray: boolean;
}

export type SessionAction =
  | DeskAction
  | WorkbenchAction
  | { readonly type: "statuteRead"; readonly statute: Statute; readonly waiting: readonly Edit[] }
  | { readonly type: "selected"; readonly label: string; readonly range: Range; readonly made: boolean }
  | { readonly type: "caretMoved"; readonly by: 1 | -1 }
  | { readonly type: "extended"; readonly range: Range }
  | { readonly type: "selectionDropped" }
  | { readonly type: "edgeTurned" }
  | { readonly type: "suggestionMoved"; readonly by: 1 | -1 }
  | { readonly type: "suggestionChosen"; readonly label: string; readonly suggestion: string }
  | { readonly type: "suggestionsRead"; readonly suggestions: readonly SourcedSuggestions[] }
  | { readonly type: "suggestionsTurned"; readonly showing: boolean }
  | { readonly type: "renameBegun"; readonly argument: string }
  | { readonly type: "renameEnded" };

/** Returns the state of a statute just opened for writing, with what waits to be sent. */
export function openSession(
  statute: Statute,
  author: string,
  label: string | null,
  waiting: readonly Edit[] = [],
): SessionState {
  const layers = readLayers(statute);
  const suggestions = readSuggestions(statute.suggestions);
  const words = makeWordText(statute.text);
  const document = buildDocument(statute, placeAll(layers, suggestions, words));
  const bare: SessionState = {
    ...openWorkbench(document, label),
    author,
    words,
    layers,
    suggestions,
    suggestion: null,
    showing: true,
    labels: new Map([...layers].map(([one, layer]) => [layer.id, one])),
    selection: null,
    edge: "end",
    log: [],
    renaming: null,
    said: { text: "", count: 0, fault: false },
    astray: false,
  };
  return putCaret(nameSuggested(applyEdits(bare, waiting)));
}

/** Returns the layer in focus. */
export function focusedLayer(state: SessionState): Layer | undefined {
  return state.focus === null ? undefined : state.layers.get(state.focus);
}

/** Returns the subsection whose text holds an offset; the one in focus before others. */
export function labelAt(state: SessionState, offset: number): string | null {
  const holds = (label: string): boolean =>
    (state.document.byLabel.get(label)?.parts ?? []).some(([start, end]) => start <= offset && offset < end);
  if (state.focus !== null && holds(state.focus)) return state.focus;
  return state.document.subsections.findLast((one) => holds(one.label))?.label ?? null;
}

/** Returns a range cut to the part of the subsection that holds its start, or null. */
export function clip(state: SessionState, label: string, range: Range): Range | null {
  const parts = state.document.byLabel.get(label)?.parts ?? [];
  const part = parts.find(([start, end]) => start <= range.start && range.start < end);
  if (part === undefined) return null;
  const end = Math.min(range.end, part[1]);
  return range.start < end ? { start: range.start, end } : null;
}

/** Returns the mention of the subsection in focus that covers an offset. */
export function mentionAt(state: SessionState, offset: number): string | null {
  const mentions = state.focus === null ? [] : (state.document.mentions.get(state.focus) ?? []);
  return mentions.find((one) => one.start <= offset && offset < one.end)?.id ?? null;
}

const ENUMERATOR = /^\s*\([A-Za-z0-9]+\)\s*/;

/** The caret begins on a word of the law, not on "(1)". */
function firstWord(state: SessionState, label: string): Range | null {
  for (const [start, end] of state.document.byLabel.get(label)?.parts ?? []) {
    const text = slicePoints(state.words.text, state.words.map, start, end);
    const word = nextWord(state.words, start + (ENUMERATOR.exec(text)?.[0].length ?? 0));
    if (word !== null && word.end <= end) return word;
  }
  return null;
}

/** Puts the caret on the first word of the subsection in focus, unless it stands in it already. */
function putCaret(state: SessionState): SessionState {
  const { focus, selection } = state;
  if (focus === null) return state;
  if (selection !== null && clip(state, focus, selection) !== null) return state;
  const word = firstWord(state, focus);
  return { ...state, selection: word && { ...word, made: false }, edge: "end" };
}

function speak(state: SessionState, text: string, fault = false): SessionState {
  return { ...state, said: { text, count: state.said.count + 1, fault } };
}

function applyEdit(state: SessionState, edit: Edit): SessionState {
  const label = state.labels.get(edit.layer);
  const layer = label === undefined ? undefined : state.layers.get(label);
  if (label === undefined || layer === undefined) {
    const kept = keepForeign(state.log, edit);
    return kept === null ? state : { ...state, log: [...state.log, kept] };
  }
  const outcome = applyOperation(layer, edit.operation);
  if (!outcome.ok) return { ...state, astray: true };
  const shown = showLayer(outcome.layer, label, state.author, edit.base_revision);
  return {
    ...state,
    layers: new Map(state.layers).set(label, outcome.layer),
    document: replaceLayer(
      state.document,
      shown,
      placeSuggested(
        label,
        outcome.layer,
        state.suggestions.get(label),
        state.words,
        // Elsewhere names are looked up once a subsection comes into focus.
        label === state.focus ? knownNames(state, label) : [],
      ),
    ),
    log: [...state.log, { ...edit, inverse: outcome.inverse }],
  };
}

function applyEdits(state: SessionState, edits: readonly Edit[]): SessionState {
  const known = new Set(state.log.map((edit) => edit.id));
  return edits.filter((edit) => !known.has(edit.id)).reduce(applyEdit, state);
}

/** Drops a mention or argument in focus that is no longer there. */
function dropLost(state: SessionState): SessionState {
  const layer = focusedLayer(state);
  const mention = state.mention !== null && layer?.mentions.has(state.mention) ? state.mention : null;
  const argument = state.argument !== null && layer?.arguments.has(state.argument) ? state.argument : null;
  if (mention === state.mention && argument === state.argument) return dropClosed(state);
  return dropClosed({ ...state, mention, argument });
}

/** Puts a mention in focus and the selection on it. */
function focusMention(state: SessionState, id: string | null): SessionState {
  const mentions = state.focus === null ? [] : (state.document.mentions.get(state.focus) ?? []);
  const mention = mentions.find((one) => one.id === id);
  if (mention === undefined) return { ...state, mention: null, suggestion: null };
  return {
    ...state,
    mention: mention.id,
    suggestion: null,
    argument: mention.argumentId,
    selection: { start: mention.start, end: mention.end, made: false },
  };
}

function afterEdits(state: SessionState, mention: string | null | undefined): SessionState {
  const sound = dropLost(state);
  if (mention === undefined) return sound.mention === null ? sound : focusMention(sound, sound.mention);
  return focusMention(sound, mention);
}

/** Goes on to the first suggestion from an offset; behind the last one stays on the mention just made. */
function goOn(state: SessionState, from: number, mention: string | null | undefined): SessionState {
  const next = openHere(state).find((one) => one.start >= from);
  if (next === undefined) return focusMention(state, mention ?? null);
  const { number, name } = next.argument;
  const words = slicePoints(state.words.text, state.words.map, next.start, next.end);
  const sure = Math.round((next.confidence ?? 0) * 100);
  const said = `${state.said.text}. Next: ${words}, suggested ${number}, ${name}, ${sure} percent`;
  return focusSuggestion({ ...state, said: { ...state.said, text: said } }, next);
}

function edited(state: SessionState, action: SessionAction & { type: "edited" }): SessionState {
  const done = speak(applyEdits(state, action.edits), action.say);
  if (action.next === undefined) return afterEdits(done, action.mention);
  return goOn(dropLost(done), action.next, action.mention);
}

/** Returns the selection on the next or previous word of the subsection in focus, over the edges of its parts. */
function moveCaret(state: SessionState, by: 1 | -1): SessionState {
  const { focus, selection, words } = state;
  if (focus === null || selection === null) return putCaret(state);
  const parts = state.document.byLabel.get(focus)?.parts ?? [];
  const ordered = by === 1 ? parts : parts.toReversed();
  for (const [start, end] of ordered) {
    const word =
      by === 1
        ? nextWord(words, Math.max(start, selection.end))
        : previousWord(words, Math.min(end, selection.start));
    if (word !== null && word.start >= start && word.end <= end) return rest(state, word);
  }
  return state;
}

/** The caret on a word; inside a mention, or a suggestion, that comes into focus. */
function rest(state: SessionState, word: Range): SessionState {
  const mention = mentionAt(state, word.start);
  const plain: SessionState = {
    ...state,
    selection: { ...word, made: false },
    mention: null,
    suggestion: null,
    edge: "end",
  };
  if (mention !== null) return focusMention(plain, mention);
  const suggestion = suggestionAt(plain, word.start);
  return suggestion === undefined ? plain : focusSuggestion(plain, suggestion);
}

function select(state: SessionState, label: string, range: Range, made: boolean): SessionState {
  const there = updateView(state, { type: "subsectionChosen", label });
  const moved = there === state ? state : { ...state, ...there };
  const cut = clip(moved, label, range);
  if (cut === null) return putCaret(moved);
  if (!made) return rest(moved, snapSelection(state.words, cut.start, cut.end) ?? cut);
  return { ...moved, selection: { ...cut, made: true }, mention: null, suggestion: null, edge: "end" };
}

function readAgain(state: SessionState, statute: Statute, waiting: readonly Edit[]): SessionState {
  const fresh = openSession(statute, state.author, state.focus, waiting);
  const replayed = new Set(waiting.map((edit) => edit.id));
  const log = [...state.log.filter((edit) => !replayed.has(edit.id)), ...fresh.log];
  const kept = {
    mention: state.mention,
    argument: state.argument,
    selection: state.selection,
    suggestion: state.suggestion,
    showing: state.showing,
    edge: state.edge,
    renaming: state.renaming,
    tab: state.tab,
  };
  return putCaret(dropLost({ ...fresh, ...kept, log, said: state.said }));
}

/** Returns the next state; the same object when nothing changes. */
export function updateSession(state: SessionState, action: SessionAction): SessionState {
  const next = update(state, action);
  const same =
    next.focus === state.focus &&
    next.layers === state.layers &&
    next.suggestions === state.suggestions &&
    next.showing === state.showing;
  return same ? next : nameSuggested(next);
}

function update(state: SessionState, action: SessionAction): SessionState {
  switch (action.type) {
    case "statuteRead":
      return readAgain(state, action.statute, action.waiting);
    case "logRead": {
      const known = new Set(state.log.map((edit) => edit.id));
      return { ...state, log: [...action.edits.filter((edit) => !known.has(edit.id)), ...state.log] };
    }
    case "edited":
      return edited(state, action);
    case "forgotten":
      return { ...state, log: state.log.filter((edit) => !action.ids.includes(edit.id)) };
    case "heard":
      return afterEdits(applyEdits(state, action.edits), undefined);
    case "selected":
      return select(state, action.label, action.range, action.made);
    case "caretMoved":
      return moveCaret(state, action.by);
    case "extended":
      return { ...state, selection: { ...action.range, made: true }, mention: null };
    case "selectionDropped":
      return dropSelection(state);
    case "suggestionMoved": {
      const next = nextSuggestion(state, action.by);
      return next === null ? state : focusSuggestion(state, next);
    }
    case "suggestionChosen": {
      const there = updateLook(state, { type: "subsectionChosen", label: action.label });
      const chosen = openHere(there).find((one) => one.id === action.suggestion);
      return chosen === undefined ? there : focusSuggestion(there, chosen);
    }
    case "suggestionsRead":
      return takeSuggestions(state, action.suggestions);
    case "suggestionsTurned":
      return dropClosed({ ...state, showing: action.showing });
    case "edgeTurned":
      return { ...state, edge: state.edge === "end" ? "start" : "end" };
    case "renameBegun":
      return { ...state, renaming: action.argument };
    case "renameEnded":
      return { ...state, renaming: null };
    case "said":
      return speak(state, action.text, action.fault);
    default:
      return updateLook(state, action);
  }
}

/** A selection that was made shrinks to its first word; there is always a caret. */
function dropSelection(state: SessionState): SessionState {
  const { selection } = state;
  const { mention, suggestion } = state;
  if (selection === null || (!selection.made && mention === null && suggestion === null)) return state;
  const word = wordAt(state.words, selection.start) ?? selection;
  return { ...state, selection: { ...word, made: false }, mention: null, suggestion: null };
}

function updateLook(state: SessionState, action: WorkbenchAction): SessionState {
  if (action.type === "documentLoaded") return state;
  const seen = updateView(state, action);
  if (seen === state) return state;
  const next = { ...state, ...seen, edge: "end" as const };
  if (next.mention !== null && next.mention !== state.mention) return focusMention(next, next.mention);
  return next.focus === state.focus ? next : putCaret({ ...next, renaming: null, suggestion: null });
}
