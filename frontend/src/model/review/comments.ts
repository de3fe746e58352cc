/** Comments in words: names called in them, and what they are about. */
import type { Thread } from "../../api/threads";
import { mapOffsets, slicePoints } from "../../text/offsets";

export interface NamedPiece {
  readonly text: string;
  readonly named: boolean;
}

/** Returns a comment cut at the names it calls; joined the pieces are the comment. */
export function splitNames(
  body: string,
  names: readonly { readonly start: number; readonly end: number }[],
): readonly NamedPiece[] {
  const map = mapOffsets(body);
  const pieces: NamedPiece[] = [];
  let from = 0;
  for (const { start, end } of names.toSorted((a, b) => a.start - b.start)) {
    if (start < from || end > map.points) continue;
    if (start > from) pieces.push({ text: slicePoints(body, map, from, start), named: false });
    pieces.push({ text: slicePoints(body, map, start, end), named: true });
    from = end;
  }
  if (from < map.points) pieces.push({ text: slicePoints(body, map, from, map.points), named: false });
  return pieces;
}

const KINDS: Readonly<Record<string, string>> = {
  mention: "a mention",
  argument: "an argument",
  clause: "the clause",
  instantiation: "a subsection of the case",
  value: "a value",
  span: "a span",
  cluster: "who belongs together",
  name: "a name",
  type: "a value type",
  row: "a subsection of the case",
  truth: "@truth",
};

/** Returns what a thread is about: "a mention", "the clause", "the whole of §12(c)". */
export function sayTopic(thread: Pick<Thread, "item" | "printed">): string {
  if (thread.item === "") return `the whole of ${thread.printed}`;
  const kind = thread.item.replace(/^dispute:/u, "").split(":")[0] ?? "";
  return KINDS[kind] ?? "an item";
}
