/** Cuts a stretch of text at the edges of what is marked in it, and loses not one character. */
import type { OffsetMap } from "./offsets";
import { slicePoints } from "./offsets";

export interface Marked {
  readonly start: number;
  readonly end: number;
}

export interface Piece<Mark extends Marked> {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What covers this piece, the innermost last. */
  readonly marks: readonly Mark[];
}

export interface Source {
  readonly text: string;
  readonly map: OffsetMap;
}

/** Returns the pieces of [start, end) in order; joined they are the source's own text. */
export function cutPieces<Mark extends Marked>(
  source: Source,
  start: number,
  end: number,
  marks: readonly Mark[],
): readonly Piece<Mark>[] {
  const inside = marks.filter((mark) => mark.start < end && mark.end > start && mark.start < mark.end);
  const edges = new Set([start, end]);
  for (const mark of inside) {
    edges.add(Math.max(start, mark.start));
    edges.add(Math.min(end, mark.end));
  }
  const cuts = Array.from(edges).sort((a, b) => a - b);
  const pieces: Piece<Mark>[] = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [from, to] = [cuts[i] ?? start, cuts[i + 1] ?? end];
    const covering = inside.filter((mark) => mark.start <= from && mark.end >= to);
    covering.sort((a, b) => b.end - b.start - (a.end - a.start));
    pieces.push({
      start: from,
      end: to,
      text: slicePoints(source.text, source.map, from, to),
      marks: covering,
    });
  }
  return pieces;
}

/** Returns the text before its last word, and that word, so that a number can stay beside it. */
export function splitLastWord(text: string): readonly [head: string, tail: string] {
  const cut = text.search(/\S+\s*$/u);
  return cut <= 0 ? ["", text] : [text.slice(0, cut), text.slice(cut)];
}

const REFERENCE =
  /\b(?:sections?|subsections?|paragraphs?|subparagraphs?|clauses?|subclauses?) (?:\([A-Za-z0-9]+\)|§?\d+[A-Za-z]*)/gi;

export interface Run {
  readonly text: string;
  readonly keep: boolean;
}

/** Returns the text in runs; those to keep on one line are references such as "subsection (b)". */
export function splitReferences(text: string): readonly Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (const found of text.matchAll(REFERENCE)) {
    if (found.index > from) runs.push({ text: text.slice(from, found.index), keep: false });
    runs.push({ text: found[0], keep: true });
    from = found.index + found[0].length;
  }
  if (from < text.length || runs.length === 0) runs.push({ text: text.slice(from), keep: false });
  return runs;
}
