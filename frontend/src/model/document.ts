/** A statute made ready to be set: a tree of subsections, each with its paragraphs and their pieces. */
import type { Argument, Layer, Range, Statute, StatuteParagraph, Subsection } from "../api/types";
import { holdsLabel, parentLabel } from "../text/labels";
import { mapOffsets } from "../text/offsets";
import type { Piece, Source } from "../text/pieces";
import { cutPieces } from "../text/pieces";

export interface SetMention {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly argument: Argument;
  readonly argumentId: string;
  /** How sure the model is, between 0 and 1; only on what a model suggests and nobody has decided. */
  readonly confidence?: number;
}

/** Open suggestions, by subsection. */
export type Suggested = ReadonlyMap<string, readonly SetMention[]>;

export interface SetParagraph {
  readonly type: "paragraph";
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly kind: StatuteParagraph["kind"];
  readonly indent: number;
  readonly depth: number;
  /** Where its enumerator, "(a)" or "(a)(1)", ends; its start when it has none. */
  readonly body: number;
  /** What is marked in it, by place. Cut into pieces only where it is set: see piecesOf. */
  readonly marks: readonly SetMention[];
}

export interface SetSection {
  readonly type: "section";
  readonly key: string;
  readonly label: string;
  /** From its first paragraph to its last, so that a change is looked for only where it is. */
  readonly start: number;
  readonly end: number;
  readonly children: readonly (SetSection | SetParagraph)[];
}

export interface StatuteDocument {
  readonly section: string;
  readonly source: Source;
  readonly root: SetSection;
  /** In the order of the statute; J and K walk along it. */
  readonly subsections: readonly Subsection[];
  readonly byLabel: ReadonlyMap<string, Subsection>;
  readonly layers: ReadonlyMap<string, Layer>;
  /** Mentions of a subsection, by place. */
  readonly mentions: ReadonlyMap<string, readonly SetMention[]>;
  /** What models suggest and is open, by place. */
  readonly suggested: Suggested;
}

/** By place; where two cover the same, what a person marked comes last and is drawn. */
function byPlace(a: SetMention, b: SetMention): number {
  return a.start - b.start || b.end - a.end || Number(isSuggested(b)) - Number(isSuggested(a));
}

export function isSuggested(mention: SetMention): boolean {
  return mention.confidence !== undefined;
}

function placeMentions(layers: readonly Layer[]): readonly SetMention[] {
  const placed: SetMention[] = [];
  for (const layer of layers) {
    const byId = new Map(layer.arguments.map((argument) => [argument.id, argument]));
    for (const { id, start, end, argument } of layer.mentions) {
      const known = byId.get(argument);
      if (known === undefined) throw new Error(`Mention ${id} of ${layer.label} names an unknown argument`);
      placed.push({
        id: id,
        start,
        end,
        label: layer.label,
        argument: known,
        argumentId: known.id,
      });
    }
  }
  return placed.sort(byPlace);
}

/** Returns the mentions that touch each paragraph, in one walk over both. */
function shareMentions(
  paragraphs: readonly StatuteParagraph[],
  mentions: readonly SetMention[],
): readonly (readonly SetMention[])[] {
  let first = 0;
  return paragraphs.map(({ start, end }) => {
    while (first < mentions.length && (mentions[first]?.end ?? 0) <= start) first++;
    const here: SetMention[] = [];
    for (let i = first; i < mentions.length; i++) {
      const mention = mentions[i];
      if (mention === undefined || mention.start >= end) break;
      if (mention.end > start) here.push(mention);
    }
    return here;
  });
}

/** Returns a paragraph's enumerator and the rest of it, cut at the edges of what is marked. */
export function piecesOf(
  source: Source,
  { start, end, body, marks }: SetParagraph,
): { readonly enumerator: readonly Piece<SetMention>[]; readonly rest: readonly Piece<SetMention>[] } {
  return {
    enumerator: body > start ? cutPieces(source, start, body, marks) : [],
    rest: body < end ? cutPieces(source, body, end, marks) : [],
  };
}

function setParagraph(
  paragraph: StatuteParagraph,
  printed: { readonly indent: number; readonly depth: number },
  marks: readonly SetMention[],
): SetParagraph {
  const { start, end, kind, enumerator } = paragraph;
  const body = enumerator !== null && enumerator[0] === start ? enumerator[1] : start;
  return { type: "paragraph", key: `p${start}`, start, end, kind, ...printed, body, marks };
}

/** Returns the subsections whose body stands no further in than their heading; print sets it one step in. */
function findStepped(paragraphs: readonly StatuteParagraph[]): ReadonlySet<string> {
  const headings = new Map<string, number>();
  const stepped = new Set<string>();
  for (const { kind, label, indent } of paragraphs) {
    if (label === null || kind === "title") continue;
    if (kind === "heading") headings.set(label, indent);
    else if (indent <= (headings.get(label) ?? -1)) stepped.add(label);
  }
  return stepped;
}

function printedIndent({ kind, label, indent }: StatuteParagraph, stepped: ReadonlySet<string>): number {
  if (kind === "heading" || kind === "title") return indent;
  for (let here: string | null = label; here !== null; here = parentLabel(here)) {
    if (stepped.has(here)) return indent + 1;
  }
  return indent;
}

interface OpenSection {
  readonly type: "section";
  readonly key: string;
  readonly label: string;
  readonly start: number;
  end: number;
  readonly children: (OpenSection | SetParagraph)[];
}

function open(label: string, key: string, start: number): OpenSection {
  return { type: "section", key, label, start, end: start, children: [] };
}

function ownerOf(label: string, known: ReadonlyMap<string, Subsection>, section: string): string {
  for (let here: string | null = label; here !== null; here = parentLabel(here)) {
    if (known.has(here)) return here;
  }
  return section;
}

/** Returns the labels from just inside the outer one down to the inner one. */
function stepsBetween(
  outer: string,
  inner: string,
  known: ReadonlyMap<string, Subsection>,
): readonly string[] {
  const steps: string[] = [];
  for (let here: string | null = inner; here !== null && here !== outer; here = parentLabel(here)) {
    if (known.has(here)) steps.unshift(here);
  }
  return steps;
}

function nestParagraphs(
  statute: Statute,
  mentions: readonly SetMention[],
  byLabel: ReadonlyMap<string, Subsection>,
): SetSection {
  const root = open(statute.section, "root", 0);
  const stack = [root];
  const stepped = findStepped(statute.paragraphs);
  const shared = shareMentions(statute.paragraphs, mentions);
  statute.paragraphs.forEach((paragraph, index) => {
    const label = ownerOf(paragraph.label ?? statute.section, byLabel, statute.section);
    while (stack.length > 1 && !holdsLabel(stack.at(-1)?.label ?? "", label)) stack.pop();
    for (const step of stepsBetween(stack.at(-1)?.label ?? "", label, byLabel)) {
      const next = open(step, `${step}@${paragraph.start}`, paragraph.start);
      stack.at(-1)?.children.push(next);
      stack.push(next);
    }
    const printed = { indent: printedIndent(paragraph, stepped), depth: byLabel.get(label)?.depth ?? 0 };
    stack.at(-1)?.children.push(setParagraph(paragraph, printed, shared[index] ?? []));
    for (const section of stack) section.end = paragraph.end;
  });
  return root;
}

function firstPlace(parts: readonly Range[]): number {
  return Math.min(...parts.map(([start]) => start));
}

/** Returns the subsections as the text has them: parents before children, then by place. */
function orderSubsections(statute: Statute): readonly Subsection[] {
  const place = new Map(statute.subsections.map((one) => [one.label, firstPlace(one.parts)]));
  for (const { start, label } of statute.paragraphs) {
    for (let here = label; here !== null; here = parentLabel(here)) {
      place.set(here, Math.min(place.get(here) ?? Infinity, start));
    }
  }
  const at = (one: Subsection): number => place.get(one.label) ?? Infinity;
  return statute.subsections.toSorted((a, b) => at(a) - at(b) || a.depth - b.depth);
}

function groupByLabel(mentions: readonly SetMention[]): ReadonlyMap<string, readonly SetMention[]> {
  const groups = new Map<string, SetMention[]>();
  for (const mention of mentions) {
    const group = groups.get(mention.label);
    if (group === undefined) groups.set(mention.label, [mention]);
    else group.push(mention);
  }
  return groups;
}

/** Returns the statute ready to be set. */
export function buildDocument(statute: Statute, suggested: Suggested = new Map()): StatuteDocument {
  const source = { text: statute.text, map: mapOffsets(statute.text) };
  const byLabel = new Map(statute.subsections.map((one) => [one.label, one]));
  const mentions = placeMentions(statute.layers);
  const marks =
    suggested.size === 0 ? mentions : [...mentions, ...[...suggested.values()].flat()].sort(byPlace);
  return {
    section: statute.section,
    source,
    root: nestParagraphs(statute, marks, byLabel),
    subsections: orderSubsections(statute),
    byLabel,
    layers: new Map(statute.layers.map((layer) => [layer.label, layer])),
    mentions: groupByLabel(mentions),
    suggested,
  };
}

/** One subsection's mentions after a change, and how far the change reaches. */
interface Change {
  readonly label: string;
  readonly mentions: readonly SetMention[];
  readonly from: number;
  readonly to: number;
}

function touches(range: { readonly start: number; readonly end: number }, change: Change): boolean {
  return range.start < change.to && range.end > change.from;
}

function remark(paragraph: SetParagraph, { label, mentions }: Change): SetParagraph {
  const { start, end } = paragraph;
  const here = mentions.filter((one) => one.start < end && one.end > start);
  const others = paragraph.marks.filter((one) => one.label !== label);
  const known = new Set(paragraph.marks);
  if (known.size === others.length + here.length && here.every((one) => known.has(one))) return paragraph;
  return { ...paragraph, marks: [...others, ...here].sort(byPlace) };
}

function remarkSection(section: SetSection, change: Change): SetSection {
  if (!touches(section, change)) return section;
  const children = section.children.map((child) => {
    if (!touches(child, change)) return child;
    return child.type === "paragraph" ? remark(child, change) : remarkSection(child, change);
  });
  return children.every((child, i) => child === section.children[i]) ? section : { ...section, children };
}

/** Returns what reaches from the first to the last mention that is not in both lists. */
function findChange(label: string, before: readonly SetMention[], after: readonly SetMention[]): Change {
  const [old, now] = [new Set(before), new Set(after)];
  const changed = [...before.filter((one) => !now.has(one)), ...after.filter((one) => !old.has(one))];
  return {
    label,
    mentions: after,
    from: Math.min(...changed.map((one) => one.start)),
    to: Math.max(...changed.map((one) => one.end)),
  };
}

function sameMention(a: SetMention, b: SetMention): boolean {
  const [one, two] = [a.argument, b.argument];
  return (
    a.start === b.start &&
    a.end === b.end &&
    a.argumentId === b.argumentId &&
    one.number === two.number &&
    one.name === two.name
  );
}

/** Returns whether two paragraphs look the same, whoever made them. */
export function sameMarks(a: SetParagraph, b: SetParagraph): boolean {
  return (
    a.marks === b.marks ||
    (a.marks.length === b.marks.length &&
      a.marks.every((one, i) => {
        const other = b.marks[i];
        return other?.id === one.id && sameMention(one, other);
      }))
  );
}

/** Returns whether two documents are cut into the same sections and paragraphs. */
export function sameShape(a: SetSection, b: SetSection): boolean {
  return (
    a === b ||
    (a.key === b.key &&
      a.children.length === b.children.length &&
      a.children.every((child, i) => {
        const other = b.children[i];
        if (child === other) return true;
        if (child.type === "section") return other?.type === "section" && sameShape(child, other);
        return child.key === other?.key && child.end === other.end;
      }))
  );
}

/** Returns these mentions; those that look as they did are the same objects as before. */
function keepSame(before: readonly SetMention[], after: readonly SetMention[]): readonly SetMention[] {
  const byId = new Map(before.map((one) => [one.id, one]));
  return after.map((one) => {
    const known = byId.get(one.id);
    return known !== undefined && sameMention(known, one) ? known : one;
  });
}

/** Returns the document with one subsection's layer changed; all that does not change stays the same object. */
export function replaceLayer(
  document: StatuteDocument,
  layer: Layer,
  suggested: readonly SetMention[] = [],
): StatuteDocument {
  const { label } = layer;
  const own = document.mentions.get(label) ?? [];
  const mentions = keepSame(own, placeMentions([layer]));
  const changed = replaceMarks(document, label, own, mentions, suggested);
  return {
    ...changed,
    layers: new Map(document.layers).set(label, layer),
    mentions: new Map(document.mentions).set(label, mentions),
  };
}

/** Returns the document with other suggestions for one subsection. */
export function replaceSuggested(
  document: StatuteDocument,
  label: string,
  suggested: readonly SetMention[],
): StatuteDocument {
  const own = document.mentions.get(label) ?? [];
  return replaceMarks(document, label, own, own, suggested);
}

function replaceMarks(
  document: StatuteDocument,
  label: string,
  own: readonly SetMention[],
  mentions: readonly SetMention[],
  suggested: readonly SetMention[],
): StatuteDocument {
  const open = document.suggested.get(label) ?? [];
  const kept = keepSame(open, suggested);
  const change = findChange(label, [...own, ...open], [...mentions, ...kept]);
  const same = open.length === kept.length && open.every((one, i) => one === kept[i]);
  return {
    ...document,
    root: remarkSection(document.root, change),
    suggested: same ? document.suggested : new Map(document.suggested).set(label, kept),
  };
}
