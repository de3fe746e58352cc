/**
 * What one author says of one subsection or one case, as plain values. The same rules stand in
 * `sara_annotate/domain/edits`; `tests/edits/table.json` runs through both.
 *
 * Names of fields are those of the JSON, so that an operation is its own wire format. Everything is
 * found by its id, and order is a number that each item carries, so that two edits of different items
 * give the same layer whichever comes first.
 */

export type Kind = "subsection" | "case";
export type LayerState = "in_progress" | "submitted" | "accepted" | "returned";
export type ValueType = "span" | "integer";
export type Role = "given" | "found";
export type Decision = "accepted" | "rejected";
export type Scalar = string | number;
/** Half-open [start, end) in code points. */
export type Span = readonly [start: number, end: number];

export interface Argument {
  readonly id: string;
  readonly name: string;
  readonly value_type: ValueType;
  /** Its number on screen is its rank by order, then id. */
  readonly order: number;
  readonly from_suggestion: string | null;
}

export interface Mention {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly argument: string;
  readonly from_suggestion: string | null;
}

export interface Clause {
  /** Null until there is one. */
  readonly text: string | null;
  readonly note: string;
  readonly from_suggestion: string | null;
}

export interface CaseValue {
  readonly name: string;
  readonly role: Role;
  readonly value: Scalar | readonly Scalar[];
  readonly order: number;
  readonly evidence: readonly Span[];
  readonly from_suggestion: string | null;
}

/** As in JSON: values in order, one for each role and name. */
export interface Instantiation {
  readonly id: string;
  readonly label: string;
  readonly order: number;
  readonly truth: boolean | null;
  readonly values: readonly CaseValue[];
}

export interface Layer {
  readonly id: string;
  readonly kind: Kind;
  /** The stretches of text in which its spans must lie. */
  readonly parts: readonly Span[];
  readonly state: LayerState;
  readonly reason: string;
  readonly arguments: ReadonlyMap<string, Argument>;
  readonly mentions: ReadonlyMap<string, Mention>;
  readonly clause: Clause;
  readonly instantiations: ReadonlyMap<string, Instantiation>;
  readonly decisions: ReadonlyMap<string, Decision>;
  /** By item, why a person should look at it. */
  readonly stale: ReadonlyMap<string, string>;
}

export const NO_CLAUSE: Clause = { text: null, note: "", from_suggestion: null };

/** Returns a layer that says nothing yet. */
export function emptyLayer(id: string, kind: Kind, parts: readonly Span[]): Layer {
  return {
    id,
    kind,
    parts,
    state: "in_progress",
    reason: "",
    arguments: new Map(),
    mentions: new Map(),
    clause: NO_CLAUSE,
    instantiations: new Map(),
    decisions: new Map(),
    stale: new Map(),
  };
}

/** Argument names are one when they differ in letter case only. */
export function foldName(name: string): string {
  return name.toUpperCase();
}

/** Returns the key of a value: its role, and its name whatever the letter case. */
export function valueKey(role: Role, name: string): string {
  return `${role}:${foldName(name)}`;
}

export function isFrozen(layer: Layer): boolean {
  return layer.state === "submitted" || layer.state === "accepted";
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns arguments as they are numbered on screen. */
export function orderedArguments(layer: Layer): Argument[] {
  return [...layer.arguments.values()].sort((a, b) => a.order - b.order || compareText(a.id, b.id));
}

/** Returns mentions in the order of the text. */
export function orderedMentions(layer: Layer): Mention[] {
  return [...layer.mentions.values()].sort((a, b) => a.start - b.start);
}

export function orderedInstantiations(layer: Layer): Instantiation[] {
  return [...layer.instantiations.values()].sort((a, b) => a.order - b.order || compareText(a.id, b.id));
}

/** Returns values with the given ones first, each role in its own order. */
export function orderedValues(values: readonly CaseValue[]): CaseValue[] {
  const rank = (v: CaseValue): number => (v.role === "given" ? 0 : 1);
  return [...values].sort(
    (a, b) => rank(a) - rank(b) || a.order - b.order || compareText(foldName(a.name), foldName(b.name)),
  );
}

/** Returns the mentions of one argument, in the order of the text. */
export function mentionsOf(layer: Layer, argument: string): Mention[] {
  return orderedMentions(layer).filter((m) => m.argument === argument);
}

/** Returns the argument of this name, whatever the letter case. */
export function findArgument(layer: Layer, name: string): Argument | undefined {
  const folded = foldName(name);
  for (const argument of layer.arguments.values()) if (foldName(argument.name) === folded) return argument;
  return undefined;
}

export function isInside(start: number, end: number, parts: readonly Span[]): boolean {
  return parts.some(([from, to]) => from <= start && end <= to);
}

/** Returns what is wrong with a layer, one sentence each; a sound layer has none. */
export function findFlaws(layer: Layer): string[] {
  const flaws: string[] = [];
  const mentions = orderedMentions(layer);
  mentions.forEach((mention, i) => {
    const next = mentions[i + 1];
    if (next && next.start < mention.end) flaws.push(`${mention.id} overlaps ${next.id}`);
    if (mention.start >= mention.end || !isInside(mention.start, mention.end, layer.parts))
      flaws.push(`mention ${mention.id} is empty or outside`);
    if (!layer.arguments.has(mention.argument)) flaws.push(`mention ${mention.id} has no argument`);
  });
  const names = [...layer.arguments.values()].map((a) => foldName(a.name));
  if (new Set(names).size < names.length) flaws.push("a name is used twice");
  for (const one of layer.instantiations.values()) flaws.push(...findValueFlaws(one, layer.parts));
  return flaws;
}

function findValueFlaws(one: Instantiation, parts: readonly Span[]): string[] {
  const keys = one.values.map((v) => valueKey(v.role, v.name));
  const outside = one.values.some((v) => v.evidence.some(([s, e]) => s >= e || !isInside(s, e, parts)));
  return [
    ...(new Set(keys).size < keys.length ? [`a value of ${one.id} stands twice`] : []),
    ...(outside ? [`evidence of ${one.id} is empty or outside`] : []),
  ];
}
