/**
 * A model's layer beside a person's: which suggestions are open, and what deciding one means. The same rules
 * stand in `sara_annotate/domain/suggestions.py`; `tests/edits/suggestions.json` runs through both.
 */
import { matchNames } from "../text/naming";
import type { KnownName, ProposedName } from "../text/naming";
import { proposeJoin } from "../text/words-join";
import {
  applyOperation,
  findArgument,
  isFrozen,
  makeBatch,
  orderedArguments,
  orderedMentions,
} from "./edits";
import type { Argument, Layer, Operation, SingleOperation, ValueType } from "./edits";

export interface SuggestedArgument {
  readonly id: string;
  readonly name: string;
  readonly value_type: ValueType;
  readonly confidence: number | null;
  readonly why: string;
}

export interface SuggestedMention {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** The id of a suggested argument. */
  readonly argument: string;
  /** Between 0 and 1. */
  readonly confidence: number;
  readonly why: string;
}

export interface SuggestedClause {
  readonly id: string;
  readonly text: string;
  readonly confidence: number;
  readonly why: string;
}

/** What one run of a model says of one subsection. */
export interface Suggestions {
  readonly arguments: readonly SuggestedArgument[];
  readonly mentions: readonly SuggestedMention[];
  readonly clause: SuggestedClause | null;
}

/** The text of a span. */
export type TextOf = (range: { readonly start: number; readonly end: number }) => string;

const LAST_ORDER = 32767;

/** Returns the suggested mentions that the person can decide on, in the order of the text. */
export function openMentions(layer: Layer, suggestions: Suggestions): readonly SuggestedMention[] {
  return suggestions.mentions
    .filter((one) => isOpen(layer, one))
    .sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
}

/** Not decided, inside its subsection, and in nobody's way; never in a frozen layer. */
function isOpen(layer: Layer, { id, start, end }: SuggestedMention): boolean {
  if (isFrozen(layer) || layer.decisions.has(id) || start >= end) return false;
  if (!layer.parts.some((part) => part[0] <= start && end <= part[1])) return false;
  for (const one of layer.mentions.values()) if (one.start < end && start < one.end) return false;
  return true;
}

/** Returns the suggested clause, while the person has written none and not decided. */
export function openClause(layer: Layer, { clause }: Suggestions): SuggestedClause | null {
  if (clause === null || isFrozen(layer) || layer.clause.text !== null) return null;
  return layer.decisions.has(clause.id) ? null : clause;
}

/** Returns what a suggested argument is called: as the person calls such words, else as the model does. */
export function resolveName(
  suggestions: Suggestions,
  mention: SuggestedMention,
  textOf: TextOf,
  known: readonly KnownName[],
): ProposedName {
  const { name, value_type } = nameOf(suggestions, mention);
  const own = suggestions.mentions
    .filter((one) => one.argument === mention.argument)
    .sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  const [fit] = matchNames(known, own.map(textOf), own[0]?.start ?? 0);
  return fit ?? { name, value_type };
}

/**
 * Returns the person's argument that an accepted mention joins, or null for a new one: the one made of the
 * same suggested argument, whatever it is called by now; then the one of its name; then the one that has a
 * mention with the same words.
 */
export function findHome(
  layer: Layer,
  suggestions: Suggestions,
  mention: SuggestedMention,
  textOf: TextOf,
  known: readonly KnownName[] = [],
): Argument | null {
  const made = orderedArguments(layer).find((one) => one.from_suggestion === mention.argument);
  if (made !== undefined) return made;
  const brothers = new Set(
    suggestions.mentions.filter((one) => one.argument === mention.argument).map((one) => one.id),
  );
  const ordered = orderedMentions(layer);
  const brother = ordered.find((one) => brothers.has(one.from_suggestion ?? ""));
  if (brother !== undefined) return layer.arguments.get(brother.argument) ?? null;
  const named = findArgument(layer, resolveName(suggestions, mention, textOf, known).name);
  if (named !== undefined) return named;
  const marked = ordered.map((one) => ({ argument: one.argument, start: one.start, text: textOf(one) }));
  const joined = proposeJoin(marked, textOf(mention), mention.start);
  return joined === null ? null : (layer.arguments.get(joined) ?? null);
}

/** Returns the argument that a suggested mention belongs to. */
export function nameOf(suggestions: Suggestions, mention: SuggestedMention): SuggestedArgument {
  const found = suggestions.arguments.find((one) => one.id === mention.argument);
  if (found === undefined) throw new Error(`Suggestion ${mention.id} names an unknown argument`);
  return found;
}

/**
 * Returns the acceptance of the wanted mentions that are open, as one undo step; null when none is. `known` is
 * what the person has named in other subsections of the statute.
 */
export function planAccept(
  layer: Layer,
  suggestions: Suggestions,
  wanted: ReadonlySet<string>,
  textOf: TextOf,
  makeId: () => string,
  known: readonly KnownName[] = [],
): Operation | null {
  const ops: SingleOperation[] = [];
  let here = layer;
  for (const mention of openMentions(layer, suggestions)) {
    if (!wanted.has(mention.id) || !isOpen(here, mention)) continue;
    for (const op of acceptSteps(here, suggestions, mention, textOf, makeId, known)) {
      const outcome = applyOperation(here, op);
      if (!outcome.ok) throw new Error(outcome.refusal.message);
      here = outcome.layer;
      ops.push(op);
    }
  }
  return ops.length === 0 ? null : makeBatch(ops);
}

function acceptSteps(
  layer: Layer,
  suggestions: Suggestions,
  mention: SuggestedMention,
  textOf: TextOf,
  makeId: () => string,
  known: readonly KnownName[],
): readonly SingleOperation[] {
  const home = findHome(layer, suggestions, mention, textOf, known);
  const called = resolveName(suggestions, mention, textOf, known);
  const fresh = home === null ? newArgument(layer, called, mention.argument, makeId()) : null;
  const { id, start, end } = mention;
  const argument = fresh?.id ?? home?.id ?? "";
  return [
    ...(fresh === null ? [] : [{ op: "new_argument", argument: fresh } as const]),
    { op: "add_mention", mention: { id: makeId(), start, end, argument, from_suggestion: id } },
    { op: "decide_suggestion", suggestion: id, decision: "accepted" },
  ];
}

function newArgument(layer: Layer, called: ProposedName, from: string | null, id: string): Argument {
  const { name, value_type } = called;
  const last = Math.max(0, ...Array.from(layer.arguments.values(), (one) => one.order));
  return { id, name, value_type, order: Math.min(LAST_ORDER, last + 1), from_suggestion: from };
}

/** Returns the acceptance of a mention into this argument; null is a new one, called so. */
export function planAcceptInto(
  layer: Layer,
  { id, start, end }: SuggestedMention,
  argument: string | null,
  called: ProposedName,
  makeId: () => string,
): Operation {
  const fresh = argument === null ? newArgument(layer, called, null, makeId()) : null;
  const own = argument ?? fresh?.id ?? "";
  return makeBatch([
    ...(fresh === null ? [] : [{ op: "new_argument", argument: fresh } as const]),
    { op: "add_mention", mention: { id: makeId(), start, end, argument: own, from_suggestion: id } },
    { op: "decide_suggestion", suggestion: id, decision: "accepted" },
  ]);
}

/** Returns the ids of the mentions that the model is at least this sure of. */
export function above(mentions: readonly SuggestedMention[], threshold: number): readonly string[] {
  return mentions.filter((one) => one.confidence >= threshold).map((one) => one.id);
}

/** Returns the writing of the suggested clause; the note is the person's own and stays. */
export function planAcceptClause({ id, text }: SuggestedClause, note: string): Operation {
  return makeBatch([
    { op: "set_clause", clause: { text, note, from_suggestion: id } },
    { op: "decide_suggestion", suggestion: id, decision: "accepted" },
  ]);
}

export function planReject(suggestion: string): Operation {
  return { op: "decide_suggestion", suggestion, decision: "rejected" };
}
