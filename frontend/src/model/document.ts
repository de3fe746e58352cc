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
}

export interface SetParagraph {
  readonly type: "paragraph";
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly kind: StatuteParagraph["kind"];
  readonly indent: number;
  readonly depth: number;
  readonly enumerator: readonly Piece<SetMention>[];
  readonly pieces: readonly Piece<SetMention>[];
}

export interface SetSection {
  readonly type: "section";
  readonly key: string;
  readonly label: string;
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
  return placed.sort((a, b) => a.start - b.start || b.end - a.end);
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

function setParagraph(
  source: Source,
  paragraph: StatuteParagraph,
  printed: { readonly indent: number; readonly depth: number },
  mentions: readonly SetMention[],
): SetParagraph {
  const { start, end, kind, enumerator } = paragraph;
  const body = enumerator !== null && enumerator[0] === start ? enumerator[1] : start;
  return {
    type: "paragraph",
    key: `p${start}`,
    start,
    end,
    kind,
    ...printed,
    enumerator: body > start ? cutPieces(source, start, body, mentions) : [],
    pieces: body < end ? cutPieces(source, body, end, mentions) : [],
  };
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
  readonly children: (OpenSection | SetParagraph)[];
}

function open(label: string, key: string): OpenSection {
  return { type: "section", key, label, children: [] };
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
  source: Source,
  byLabel: ReadonlyMap<string, Subsection>,
): SetSection {
  const root = open(statute.section, "root");
  const stack = [root];
  const stepped = findStepped(statute.paragraphs);
  const shared = shareMentions(statute.paragraphs, placeMentions(statute.layers));
  statute.paragraphs.forEach((paragraph, index) => {
    const label = ownerOf(paragraph.label ?? statute.section, byLabel, statute.section);
    while (stack.length > 1 && !holdsLabel(stack.at(-1)?.label ?? "", label)) stack.pop();
    for (const step of stepsBetween(stack.at(-1)?.label ?? "", label, byLabel)) {
      const next = open(step, `${step}@${paragraph.start}`);
      stack.at(-1)?.children.push(next);
      stack.push(next);
    }
    const printed = { indent: printedIndent(paragraph, stepped), depth: byLabel.get(label)?.depth ?? 0 };
    stack.at(-1)?.children.push(setParagraph(source, paragraph, printed, shared[index] ?? []));
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
export function buildDocument(statute: Statute): StatuteDocument {
  const source = { text: statute.text, map: mapOffsets(statute.text) };
  const byLabel = new Map(statute.subsections.map((one) => [one.label, one]));
  return {
    section: statute.section,
    source,
    root: nestParagraphs(statute, source, byLabel),
    subsections: orderSubsections(statute),
    byLabel,
    layers: new Map(statute.layers.map((layer) => [layer.label, layer])),
    mentions: groupByLabel(placeMentions(statute.layers)),
  };
}

function marksOf(paragraph: SetParagraph): Set<SetMention> {
  return new Set([...paragraph.enumerator, ...paragraph.pieces].flatMap((piece) => piece.marks));
}

/** Returns the paragraph with other mentions of one subsection; itself when nothing in it changes. */
function remark(
  source: Source,
  paragraph: SetParagraph,
  label: string,
  mentions: readonly SetMention[],
): SetParagraph {
  const { start, end } = paragraph;
  const before = marksOf(paragraph);
  const here = mentions.filter((one) => one.start < end && one.end > start);
  const others = Array.from(before).filter((one) => one.label !== label);
  if (before.size === others.length + here.length && here.every((one) => before.has(one))) return paragraph;
  const marks = [...others, ...here];
  const body = paragraph.pieces[0]?.start ?? end;
  return {
    ...paragraph,
    enumerator: body > start ? cutPieces(source, start, body, marks) : [],
    pieces: body < end ? cutPieces(source, body, end, marks) : [],
  };
}

function remarkSection(
  source: Source,
  section: SetSection,
  label: string,
  mentions: readonly SetMention[],
): SetSection {
  const children = section.children.map((child) =>
    child.type === "paragraph"
      ? remark(source, child, label, mentions)
      : remarkSection(source, child, label, mentions),
  );
  return children.every((child, i) => child === section.children[i]) ? section : { ...section, children };
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

/** Returns the document with one subsection's layer changed; all that does not change stays the same object. */
export function replaceLayer(document: StatuteDocument, layer: Layer): StatuteDocument {
  const { label } = layer;
  const before = new Map((document.mentions.get(label) ?? []).map((one) => [one.id, one]));
  const mentions = placeMentions([layer]).map((one) => {
    const known = before.get(one.id);
    return known !== undefined && sameMention(known, one) ? known : one;
  });
  return {
    ...document,
    root: remarkSection(document.source, document.root, label, mentions),
    layers: new Map(document.layers).set(label, layer),
    mentions: new Map(document.mentions).set(label, mentions),
  };
}
