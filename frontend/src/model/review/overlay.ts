/** Several layers over one text: which layer marks what, where they agree, and where a dispute stands. */
import type { Range } from "../../api/types";
import type { Marked, Piece, Source } from "../../text/pieces";
import { cutPieces } from "../../text/pieces";
import type { ClusterArgument, Item, ItemFor, Review } from "./types";

export interface OverlayMark extends Marked {
  readonly layer: number;
  readonly number: number;
  readonly name: string;
}

/** Returns every mention of every layer; a case has the evidence of its values instead. */
export function marksOf(review: Review): readonly OverlayMark[] {
  const said = review.layers.flatMap((layer) =>
    layer.arguments.flatMap(({ number, name, spans }) =>
      spans.map(([start, end]) => ({ start, end, layer: layer.index, number, name })),
    ),
  );
  const evidence = review.items.flatMap((item) =>
    item.kind !== "value"
      ? []
      : item.versions.flatMap(({ layers, content }) =>
          content.evidence.flatMap(([start, end]) =>
            layers.map((layer) => ({ start, end, layer, number: 0, name: item.subject })),
          ),
        ),
  );
  return [...said, ...evidence];
}

const keyOf = ({ start, end }: Marked): string => `${start}-${end}`;

/** Returns the spans that every layer marks alike and that no dispute touches. */
export function agreedSpans(review: Review, marks: readonly OverlayMark[]): ReadonlySet<string> {
  const sayers = new Map<string, Set<number>>();
  for (const mark of marks) {
    const known = sayers.get(keyOf(mark)) ?? new Set();
    sayers.set(keyOf(mark), known.add(mark.layer));
  }
  const disputed = new Set(
    review.items
      .filter((item) => item.disputed)
      .flatMap(spansOf)
      .map(([s, e]) => `${s}-${e}`),
  );
  const all = [...sayers].filter(([key, who]) => who.size === review.layers.length && !disputed.has(key));
  return new Set(all.map(([key]) => key));
}

/** Returns the spans that an item is about; of arguments, those that are put otherwise. */
export function spansOf(item: Item): readonly Range[] {
  if (item.kind === "span") return item.versions.flatMap(({ content }) => content.spans);
  if (item.kind === "cluster") return movedSpans(item);
  if (item.kind === "value") return item.versions.flatMap(({ content }) => content.evidence);
  return item.at === null ? [] : [item.at];
}

function overlap(a: Range, b: Range): number {
  return Math.max(0, Math.min(a[1], b[1]) - Math.max(a[0], b[0]));
}

function shared(a: ClusterArgument, b: ClusterArgument): number {
  return a.spans.reduce((sum, one) => sum + b.spans.reduce((part, two) => part + overlap(one, two), 0), 0);
}

/** Returns, for each argument of the second list, the place in the first of the one it goes on from. */
function pairArguments(
  first: readonly ClusterArgument[],
  second: readonly ClusterArgument[],
): ReadonlyMap<number, number> {
  const likely = second
    .flatMap((two, j) =>
      first.map((one, i) => ({ i, j, fit: shared(one, two), named: one.name === two.name })),
    )
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => Number(b.named) - Number(a.named) || b.fit - a.fit);
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  for (const { i, j } of likely) {
    if (pairs.has(j) || taken.has(i)) continue;
    pairs.set(j, i);
    taken.add(i);
  }
  return pairs;
}

function homeOf(span: Range, args: readonly ClusterArgument[]): number {
  return args.findIndex((one) => one.spans.some((other) => overlap(span, other) > 0));
}

/** Returns the mentions that some version puts with others than the first version does. */
export function movedSpans(item: ItemFor<"cluster">): readonly Range[] {
  const [base, ...rest] = item.versions.map(({ content }) => content.arguments);
  if (base === undefined) return [];
  const moved = new Map<string, Range>();
  for (const other of rest) {
    const pairs = pairArguments(base, other);
    other.forEach((argument, j) => {
      for (const span of argument.spans) {
        const home = homeOf(span, base);
        if (home !== -1 && home !== pairs.get(j)) moved.set(`${span[0]}-${span[1]}`, span);
      }
    });
  }
  return [...moved.values()];
}

export interface OverlayPiece extends Piece<OverlayMark> {
  /** Layers that mark this piece, and those whose mention ends with it, with the argument's number. */
  readonly layers: readonly number[];
  readonly ends: readonly OverlayMark[];
  readonly agreed: boolean;
  /** Numbers of the disputes that end here, and whether one in focus covers the piece. */
  readonly disputes: readonly number[];
  readonly current: boolean;
}

export interface OverlayView {
  readonly marks: readonly OverlayMark[];
  readonly agreed: ReadonlySet<string>;
  /** Spans of each dispute by its number, 1 to n. */
  readonly disputes: readonly (readonly Range[])[];
  /** The dispute in focus, from 1; 0 for none. */
  readonly current: number;
}

/** Returns a stretch of text cut at every edge; joined the pieces are the text. */
export function cutOverlay(
  source: Source,
  start: number,
  end: number,
  view: OverlayView,
): readonly OverlayPiece[] {
  const focus = (view.disputes[view.current - 1] ?? []).map(([from, to]) => ({ start: from, end: to }));
  const edges = focus.map((one) => ({ ...one, layer: -1, number: 0, name: "" }));
  const last = lastPlaces(view.disputes);
  return cutPieces(source, start, end, [...view.marks, ...edges]).map((piece) => {
    const marks = piece.marks.filter((mark) => mark.layer >= 0);
    const ends = marks.filter((mark) => mark.end === piece.end).sort((a, b) => a.layer - b.layer);
    return {
      ...piece,
      marks,
      layers: [...new Set(marks.map((mark) => mark.layer))].sort((a, b) => a - b),
      ends,
      agreed: marks.length > 0 && marks.every((mark) => view.agreed.has(keyOf(mark))),
      disputes: marks.length > 0 ? (last.get(piece.end) ?? []) : [],
      current: focus.some((one) => one.start <= piece.start && piece.end <= one.end),
    };
  });
}

/** Returns, by offset, the disputes whose last span ends there. */
function lastPlaces(disputes: OverlayView["disputes"]): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  disputes.forEach((spans, index) => {
    const end = Math.max(-1, ...spans.map(([, to]) => to));
    if (end >= 0) places.set(end, [...(places.get(end) ?? []), index + 1]);
  });
  return places;
}
