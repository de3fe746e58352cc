/** The outline's rows: what is open, found and filtered. */
import { holdsLabel, lastStep, parentLabel, parseLabel, plainLabel } from "../text/labels";
import { slicePoints } from "../text/offsets";
import type { StatuteDocument } from "./document";
import type { MarkState } from "./marks";
import { toMarkState } from "./marks";
import { sortRows } from "./outline-order";
import type { OutlineOrder } from "./outline-order";

export type OutlineFilter = "all" | "not_done" | "stale" | "dispute";
export const OUTLINE_FILTERS: readonly OutlineFilter[] = ["all", "not_done", "stale", "dispute"];
/** Labels of subsections on which people differ; null for those who may not know. */
export type Disputes = ReadonlySet<string> | null;

export interface OutlineRow {
  readonly label: string;
  readonly printed: string;
  readonly step: string;
  readonly words: string;
  readonly depth: number;
  readonly parent: string | null;
  readonly hasChildren: boolean;
  /** Which of how many beside each other, for those who cannot see the tree. */
  readonly place: readonly [at: number, of: number];
}

export type RowMarks = readonly [
  spans: MarkState,
  coreference: MarkState,
  clause: MarkState,
  cases: MarkState,
];
/** What of a document the rows are made of; an edit changes none of it. */
type Printed = Pick<StatuteDocument, "source" | "subsections" | "byLabel">;

const SNIPPET = 48;

function firstWords(document: Printed, label: string): string {
  const [start, end] = document.byLabel.get(label)?.parts[0] ?? [0, 0];
  const text = slicePoints(document.source.text, document.source.map, start, Math.min(end, start + SNIPPET));
  return text.replace(/^\s*\([A-Za-z0-9]+\)\s*/, "").replace(/\s+/g, " ");
}

/** Returns how far a subsection's spans, coreference, clause and cases are, and what of it is stale. */
export function marksOf(document: StatuteDocument, label: string): RowMarks {
  const cases = toMarkState(document.byLabel.get(label)?.case_state);
  const layer = document.layers.get(label);
  if (layer === undefined) return ["none", "none", "none", cases];
  const state = toMarkState(layer.state);
  const joined = layer.mentions.length > layer.arguments.length;
  const stale = Object.keys(layer.stale);
  return [
    layer.mentions.length > 0 ? state : "empty",
    stale.some((item) => item.startsWith("argument:")) ? "stale" : joined ? state : "empty",
    stale.includes("clause") ? "stale" : layer.clause === null ? "none" : state,
    stale.some((item) => item.startsWith("instantiation:")) ? "stale" : cases,
  ];
}

function knownParent(document: Printed, label: string): string | null {
  for (let here = parentLabel(label); here !== null; here = parentLabel(here)) {
    if (document.byLabel.has(here)) return here;
  }
  return null;
}

/** Returns a row for each subsection, in the statute's order. */
export function makeRows(document: Printed, title: string): readonly OutlineRow[] {
  const parents = new Map(document.subsections.map((one) => [one.label, knownParent(document, one.label)]));
  const counts = new Map<string | null, number>();
  const places = new Map<string, number>();
  for (const [label, parent] of parents) {
    counts.set(parent, (counts.get(parent) ?? 0) + 1);
    places.set(label, counts.get(parent) ?? 1);
  }
  return document.subsections.map(({ label, printed, heading, depth }) => ({
    label,
    printed,
    step: depth === 0 ? printed : lastStep(label),
    words: depth === 0 ? title : heading || firstWords(document, label),
    depth,
    parent: parents.get(label) ?? null,
    hasChildren: counts.has(label),
    place: [places.get(label) ?? 1, counts.get(parents.get(label) ?? null) ?? 1],
  }));
}

function passes(
  document: StatuteDocument,
  row: OutlineRow,
  filter: OutlineFilter,
  disputes: Disputes,
): boolean {
  if (filter === "all") return true;
  if (filter === "dispute") return disputes?.has(row.label) ?? false;
  const layer = document.layers.get(row.label);
  if (filter === "stale") return layer !== undefined && Object.keys(layer.stale).length > 0;
  return layer === undefined || (layer.state !== "submitted" && layer.state !== "accepted");
}

/** Returns how many subsections each filter lets through. */
export function countFilter(
  document: StatuteDocument,
  rows: readonly OutlineRow[],
  filter: OutlineFilter,
  disputes: Disputes = null,
): number {
  return rows.filter((row) => passes(document, row, filter, disputes)).length;
}

function matches(row: OutlineRow, search: string): boolean {
  const label = parseLabel(search);
  if (label !== null && row.label.startsWith(plainLabel(label))) return true;
  return `${row.printed} ${row.words}`.toLowerCase().includes(search.toLowerCase());
}

export interface OutlineView {
  readonly filter: OutlineFilter;
  readonly search: string;
  readonly closed: ReadonlySet<string>;
  readonly order: OutlineOrder;
  readonly disputes: Disputes;
}

/** Returns the rows to show: filtered, found, sorted; in the order of the statute without those in a closed one. */
export function visibleRows(
  document: StatuteDocument,
  rows: readonly OutlineRow[],
  view: OutlineView,
): readonly OutlineRow[] {
  const search = view.search.trim();
  if (search !== "" || view.filter !== "all" || view.order !== "document") {
    const found = rows.filter(
      (row) => passes(document, row, view.filter, view.disputes) && (search === "" || matches(row, search)),
    );
    return sortRows(document, found, view.order);
  }
  const closed = Array.from(view.closed);
  return rows.filter((row) => !closed.some((one) => one !== row.label && holdsLabel(one, row.label)));
}
