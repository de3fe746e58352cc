/** Where a span may lie: not empty, inside one part, and on nobody else's characters. */

import { refuse } from "./edits-refusal";
import { isInside } from "./edits-state";
import type { Mention, Span } from "./edits-state";

export function requirePlace(start: number, end: number, parts: readonly Span[], path: string): void {
  if (start >= end) refuse("span_empty", "The span is empty.", path, { start, end });
  if (!isInside(start, end, parts))
    refuse("span_outside", `The span ${start}–${end} lies outside its subsection.`, path, { start, end });
}

/** Refuses a span on the characters of another mention, and names the first of these in the text. */
export function requireRoom(mention: Mention, others: Iterable<Mention>, path: string): void {
  const { start, end } = mention;
  let first: Mention | undefined;
  for (const other of others) {
    if (other.id === mention.id || start >= other.end || other.start >= end) continue;
    if (!first || other.start < first.start) first = other;
  }
  if (!first) return;
  const message = `The span ${start}–${end} overlaps ${first.start}–${first.end}.`;
  refuse("span_overlap", message, path, { start, end, other: [first.start, first.end] });
}
