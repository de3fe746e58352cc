/** The case workbench while it is written in: one person's layer of one case, the caret, the log. One pure update. */
import type { Case, CaseSubsection } from "../api/types";
import { mapOffsets } from "../text/offsets";
import {
  makeWordText,
  moveEdgeByLetter,
  moveEdgeByWord,
  nextWord,
  previousWord,
  snapSelection,
  wordAt,
} from "../text/words";
import type { Direction, Range, WordText } from "../text/words";
import { applyOperation, emptyLayer, foldName, orderedInstantiations } from "./edits";
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
  readonly log: readonly Edit[];
  /** The instantiation and, by its name, the argument in focus. */
  readonly at: string | null;
  readonly argument: string | null;
  readonly selection: Selection | null;
  /** The word at which a selection was begun. */
  readonly anchor: Range | null;
  /** The argument whose value is being typed. */
  readonly typing: string | null;
  readonly said: { readonly text: string; readonly count: number; readonly fault: boolean };
  readonly astray: boolean;
}

export type CaseAction =
  | { readonly type: "caseRead"; readonly one: Case; readonly waiting: readonly Edit[] }
  | { readonly type: "logRead"; readonly edits: readonly Edit[] }
  | {
      readonly type: "edited";
      readonly edits: readonly Edit[];
      readonly say: string;
      readonly mention?: string | null;
    }
  | { readonly type: "forgotten"; readonly ids: readonly string[] }
  | { readonly type: "heard"; readonly edits: readonly Edit[] }
  | { readonly type: "said"; readonly text: string; readonly fault?: boolean }
  | { readonly type: "subsectionKnown"; readonly subsection: CaseSubsection }
  | { readonly type: "instantiationChosen"; readonly id: string }
  | { readonly type: "instantiationMoved"; readonly by: 1 | -1 }
  | { readonly type: "argumentChosen"; readonly name: string }
  | { readonly type: "argumentMoved"; readonly by: 1 | -1 }
  | { readonly type: "selected"; readonly range: Range; readonly made: boolean }
  | { readonly type: "caretMoved"; readonly by: 1 | -1 }
  | { readonly type: "extended"; readonly direction: Direction; readonly by: "word" | "letter" }
  | { readonly type: "selectionDropped" }
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
      from_suggestion: null,
    });
    const values = [...row.given.map(read("given")), ...row.found.map(read("found"))];
    return { id: row.id, label: row.label, order: row.order, truth: row.truth, values };
  });
  return {
    ...empty,
    state: one.layer?.state ?? "in_progress",
    reason: one.layer?.reason ?? "",
    instantiations: new Map(instantiations.map((row) => [row.id, row])),
  };
}

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
    said: { text: "", count: 0, fault: false },
    astray: false,
  };
  const word = nextWord(bare.words, 0);
  return settle(applyEdits({ ...bare, selection: word && { ...word, made: false }, anchor: word }, waiting));
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
  if (name === undefined || layer === undefined) return state;
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

function readAgain(state: CaseState, one: Case, waiting: readonly Edit[]): CaseState {
  const fresh = openCase(one, state.author, state.at, waiting);
  const replayed = new Set(waiting.map((edit) => edit.id));
  const log = [...state.log.filter((edit) => !replayed.has(edit.id)), ...fresh.log];
  const { argument, selection, anchor, typing, said, at } = state;
  const subsections = new Map([...state.subsections, ...fresh.subsections]);
  return settle({ ...fresh, argument, selection, anchor, typing, said, at, log, subsections });
}

function moveCaret(state: CaseState, by: 1 | -1): CaseState {
  const { selection, words } = state;
  const word =
    by === 1
      ? nextWord(words, selection?.end ?? 0)
      : previousWord(words, selection?.start ?? words.map.points);
  return word === null ? state : { ...state, selection: { ...word, made: false }, anchor: word };
}

/** Grows or shrinks the selection at the side that is not its anchor's. */
function extend(state: CaseState, direction: Direction, by: "word" | "letter"): CaseState {
  const { selection, anchor, words } = state;
  if (selection === null || anchor === null) return moveCaret(state, 1);
  const back = selection.start < anchor.start;
  const ahead = selection.end > anchor.end;
  const edge = direction === "next" ? (back ? "start" : "end") : ahead ? "end" : "start";
  const move = by === "word" ? moveEdgeByWord : moveEdgeByLetter;
  const moved = move(words, selection, by === "letter" ? "end" : edge, direction);
  const cut = clipCase(state, moved);
  if (cut?.start !== moved.start || cut.end !== moved.end) return state;
  return { ...state, selection: { ...cut, made: true } };
}

function select(state: CaseState, range: Range, made: boolean): CaseState {
  const cut = clipCase(state, range);
  if (cut === null) return state;
  const word = wordAt(state.words, cut.start) ?? cut;
  if (made) return { ...state, selection: { ...cut, made: true }, anchor: word };
  const whole = snapSelection(state.words, cut.start, cut.end) ?? cut;
  return { ...state, selection: { ...whole, made: false }, anchor: whole };
}

function dropSelection(state: CaseState): CaseState {
  const { selection, anchor } = state;
  if (selection?.made !== true || anchor === null) return state;
  return { ...state, selection: { ...anchor, made: false } };
}

function moveInstantiation(state: CaseState, by: 1 | -1): CaseState {
  const all = orderedInstantiations(caseLayer(state));
  const at = all.findIndex((one) => one.id === state.at);
  const next = all[Math.max(0, Math.min(at + by, all.length - 1))];
  return next === undefined || next.id === state.at
    ? state
    : settle({ ...state, at: next.id, argument: null });
}

function moveArgument(state: CaseState, by: 1 | -1): CaseState {
  const rows = rowsOf(state, currentInstantiation(state));
  const at = rows.findIndex((row) => row.name === state.argument);
  const next = rows[Math.max(0, Math.min(at + by, rows.length - 1))];
  return next === undefined ? state : { ...state, argument: next.name };
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
    case "edited":
      return speak(settle(applyEdits(state, action.edits)), action.say);
    case "heard":
      return settle(applyEdits(state, action.edits));
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
      return settle({ ...state, at: action.id, ...(action.id === state.at ? {} : { argument: null }) });
    case "instantiationMoved":
      return moveInstantiation(state, action.by);
    case "argumentChosen":
      return settle({ ...state, argument: action.name });
    case "argumentMoved":
      return moveArgument(state, action.by);
    case "selected":
      return select(state, action.range, action.made);
    case "caretMoved":
      return moveCaret(state, action.by);
    case "extended":
      return extend(state, action.direction, action.by);
    case "selectionDropped":
      return dropSelection(state);
    case "typingBegun":
      return settle({ ...state, argument: action.name, typing: action.name });
    case "typingEnded":
      return state.typing === null ? state : { ...state, typing: null };
  }
}
