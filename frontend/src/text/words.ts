/**
 * Words and letters of a text, and selections that keep to them. All offsets are code points, in the order
 * of the text: "next" is later in the text, also where a script runs from right to left.
 */

import { mapOffsets, slicePoints, toPoints } from "./offsets";
import type { OffsetMap } from "./offsets";

export interface Range {
  readonly start: number;
  readonly end: number;
}

export type Edge = "start" | "end";
export type Direction = "next" | "previous";

/** One text, cut into lines at once and into words only where someone looks. */
export interface WordText {
  readonly text: string;
  readonly map: OffsetMap;
  /** Where each line begins; the last entry is the end of the text. */
  readonly lineStarts: readonly number[];
  readonly lines: readonly string[];
  readonly words: Map<number, readonly Range[]>;
}

const segmenters = {
  word: new Intl.Segmenter("en", { granularity: "word" }),
  letter: new Intl.Segmenter("en", { granularity: "grapheme" }),
};

/** Signs that are punctuation to Unicode but belong to what they stand at: § 63, 20%, R&D. */
const SIGNS = "§¶%‰&#@°";
const CORE = `[\\p{L}\\p{N}\\p{S}${SIGNS}]`;
/** The part of a segment without outer blanks and punctuation; marks stay with their letter. */
const TRIMMED = new RegExp(`${CORE}(?:[^]*${CORE})?\\p{M}*`, "u");
const GLUE_LEFT = /[\p{N}\p{Sc}§¶#]\p{M}*$/u;
const GLUE_RIGHT = /^[\p{N}\p{Sc}%‰°]/u;
const HYPHEN = /^[-\u2010\u2011]$/;
const LETTER_LAST = /[\p{L}\p{N}]\p{M}*$/u;
const LETTER_FIRST = /^[\p{L}\p{N}]/u;
const BRACKETS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Returns a text ready to be asked for its words. */
export function makeWordText(text: string): WordText {
  const lines = text.split("\n");
  const map = mapOffsets(text);
  const lineStarts = [0];
  let start = 0;
  for (const line of lines) {
    // Where every character is one unit, a line is as long as it says.
    start += (map.wide.length === 0 ? line.length : mapOffsets(line).points) + 1;
    lineStarts.push(start);
  }
  lineStarts[lines.length] = map.points;
  return { text, map, lineStarts, lines, words: new Map() };
}

/** Returns the words that share a character with the range, or touch it when it is empty. */
export function wordsIn(source: WordText, start: number, end: number): Range[] {
  const found: Range[] = [];
  for (let line = lineAt(source, start); line <= lineAt(source, end); line++)
    for (const word of wordsOfLine(source, line))
      if (start === end ? word.start <= start && start <= word.end : word.start < end && start < word.end)
        found.push(word);
  return found;
}

/** Returns the word under a caret; between two words that touch, the later one. */
export function wordAt(source: WordText, offset: number): Range | null {
  return wordsIn(source, offset, offset).at(-1) ?? null;
}

/** Returns the first word that starts at or after the offset. */
export function nextWord(source: WordText, offset: number): Range | null {
  for (let line = lineAt(source, offset); line < source.lines.length; line++) {
    const word = wordsOfLine(source, line).find((w) => w.start >= offset);
    if (word) return word;
  }
  return null;
}

/** Returns the last word that ends at or before the offset. */
export function previousWord(source: WordText, offset: number): Range | null {
  for (let line = lineAt(source, offset); line >= 0; line--) {
    const word = wordsOfLine(source, line).findLast((w) => w.end <= offset);
    if (word) return word;
  }
  return null;
}

/**
 * Returns the selection grown to whole words, without outer blanks and punctuation, or null when it holds
 * no word. A bracket that stands right outside comes along when its partner is inside: "paragraph (2)".
 */
export function snapSelection(source: WordText, start: number, end: number): Range | null {
  const words = start === end ? [wordAt(source, start)] : wordsIn(source, start, end);
  const [first, last] = [words.at(0), words.at(-1)];
  return first && last ? balance(source, { start: first.start, end: last.end }) : null;
}

/** Returns the range with one edge moved by a word; it keeps at least one word. */
export function moveEdgeByWord(source: WordText, range: Range, edge: Edge, direction: Direction): Range {
  const words = wordsIn(source, range.start, range.end);
  const first = words.at(0);
  const last = words.at(-1);
  if (!first || !last) return range;
  const grows = (edge === "end") === (direction === "next");
  if (grows) {
    const added = edge === "end" ? nextWord(source, last.end) : previousWord(source, first.start);
    if (!added) return range;
    const wide = { start: Math.min(first.start, added.start), end: Math.max(last.end, added.end) };
    return balance(source, wide);
  }
  if (words.length === 1) return range;
  const left = edge === "end" ? words.slice(0, -1) : words.slice(1);
  return snapSelection(source, left.at(0)?.start ?? range.start, left.at(-1)?.end ?? range.end) ?? range;
}

/** Returns the range with one edge moved by one letter as people see it; it never becomes empty. */
export function moveEdgeByLetter(source: WordText, range: Range, edge: Edge, direction: Direction): Range {
  const moved = moveByLetter(source, range[edge], direction);
  const after = edge === "end" ? { ...range, end: moved } : { ...range, start: moved };
  return after.start < after.end ? after : range;
}

/** Returns the offset one letter on or back: a base with its marks, an emoji with its parts, a line break. */
export function moveByLetter(source: WordText, offset: number, direction: Direction): number {
  const line = lineAt(source, offset);
  const start = source.lineStarts[line] ?? 0;
  const text = source.lines[line] ?? "";
  const stops = [...cut(text, "letter")].map((letter) => start + letter.end);
  if (direction === "next")
    return stops.find((stop) => stop > offset) ?? Math.min(offset + 1, source.map.points);
  return [start, ...stops].findLast((stop) => stop < offset) ?? Math.max(offset - 1, 0);
}

interface Piece extends Range {
  readonly text: string;
}

/** Pieces of one line, in code points of that line. */
function* cut(line: string, by: keyof typeof segmenters): Generator<Piece> {
  const map = mapOffsets(line);
  for (const { segment, index } of segmenters[by].segment(line))
    yield { text: segment, start: toPoints(map, index), end: toPoints(map, index + segment.length) };
}

function wordsOfLine(source: WordText, line: number): readonly Range[] {
  const known = source.words.get(line);
  if (known) return known;
  const start = source.lineStarts[line] ?? 0;
  const words = joinPieces([...cut(source.lines[line] ?? "", "word")]).map((word) => ({
    start: start + word.start,
    end: start + word.end,
  }));
  source.words.set(line, words);
  return words;
}

/** Joins what people read as one word ($500, 2½, 20%, self-employed) and drops what is none. */
function joinPieces(pieces: readonly Piece[]): readonly Piece[] {
  const words: Piece[] = [];
  pieces.forEach((piece, i) => {
    const word = trim(piece);
    const last = words.at(-1);
    if (!word) return;
    if (last && belongsTo(last, word, pieces[i - 1]))
      words[words.length - 1] = { text: last.text + word.text, start: last.start, end: word.end };
    else words.push(word);
  });
  return words;
}

function belongsTo(last: Piece, word: Piece, between: Piece | undefined): boolean {
  if (last.end === word.start) return GLUE_LEFT.test(last.text) && GLUE_RIGHT.test(word.text);
  const hyphen =
    between && HYPHEN.test(between.text) && last.end === between.start && between.end === word.start;
  return Boolean(hyphen) && LETTER_LAST.test(last.text) && LETTER_FIRST.test(word.text);
}

function trim(piece: Piece): Piece | null {
  const found = TRIMMED.exec(piece.text);
  if (!found) return null;
  const start = piece.start + mapOffsets(piece.text.slice(0, found.index)).points;
  return { text: found[0], start, end: start + mapOffsets(found[0]).points };
}

function balance(source: WordText, range: Range): Range {
  const { opened, unopened } = countLoose(slicePoints(source.text, source.map, range.start, range.end));
  let { start, end } = range;
  for (const bracket of opened.reverse()) {
    if (charAt(source, end) !== BRACKETS[bracket]) break;
    end++;
  }
  for (const bracket of unopened) {
    const before = charAt(source, start - 1);
    if (before === "" || BRACKETS[before] !== bracket) break;
    start--;
  }
  return { start, end };
}

/** Brackets of a text that lack their partner in it. */
function countLoose(text: string): { opened: string[]; unopened: string[] } {
  const opened: string[] = [];
  const unopened: string[] = [];
  for (const char of text) {
    if (Object.hasOwn(BRACKETS, char)) opened.push(char);
    else if (Object.values(BRACKETS).includes(char)) {
      if (BRACKETS[opened.at(-1) ?? ""] === char) opened.pop();
      else unopened.push(char);
    }
  }
  return { opened, unopened };
}

function charAt(source: WordText, offset: number): string {
  if (offset < 0 || offset >= source.map.points) return "";
  return slicePoints(source.text, source.map, offset, offset + 1);
}

/** The line that holds an offset; a line break belongs to the line that it ends. */
function lineAt(source: WordText, offset: number): number {
  let low = 0;
  let high = source.lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((source.lineStarts[middle] ?? Infinity) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
