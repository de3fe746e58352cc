/** The caret in a case's text and question: it goes by words, and a selection grows from where it began. */
import {
  moveEdgeByLetter,
  moveEdgeByWord,
  nextWord,
  previousWord,
  snapSelection,
  wordAt,
} from "../text/words";
import type { Direction, Range } from "../text/words";
import { clipCase } from "./case-state";
import type { CaseState } from "./case-state";

export function moveCaret(state: CaseState, by: 1 | -1): CaseState {
  const { selection, words } = state;
  const word =
    by === 1
      ? nextWord(words, selection?.end ?? 0)
      : previousWord(words, selection?.start ?? words.map.points);
  return word === null ? state : { ...state, selection: { ...word, made: false }, anchor: word };
}

/** Grows or shrinks the selection at the side that is not its anchor's. */
export function extend(state: CaseState, direction: Direction, by: "word" | "letter"): CaseState {
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

export function select(state: CaseState, range: Range, made: boolean): CaseState {
  const cut = clipCase(state, range);
  if (cut === null) return state;
  const word = wordAt(state.words, cut.start) ?? cut;
  if (made) return { ...state, selection: { ...cut, made: true }, anchor: word };
  const whole = snapSelection(state.words, cut.start, cut.end) ?? cut;
  return { ...state, selection: { ...whole, made: false }, anchor: whole };
}

export function dropSelection(state: CaseState): CaseState {
  const { selection, anchor } = state;
  if (selection?.made !== true || anchor === null) return state;
  return { ...state, selection: { ...anchor, made: false } };
}
