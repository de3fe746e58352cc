/** What a model suggests of a subsection, ready to be set: each open mention with the argument it would join. */
import type { Argument as ShownArgument, SourcedSuggestions } from "../api/types";
import type { KnownName } from "../text/naming";
import { slicePoints } from "../text/offsets";
import type { Source } from "../text/pieces";
import type { SetMention } from "./document";
import { orderedArguments } from "./edits";
import type { Layer } from "./edits";
import { findHome, openMentions, resolveName } from "./suggestions";
import type { Suggestions } from "./suggestions";

/** By subsection. */
export type SuggestionsByLabel = ReadonlyMap<string, SourcedSuggestions>;

export function readSuggestions(suggestions: readonly SourcedSuggestions[]): SuggestionsByLabel {
  return new Map(suggestions.map((one) => [one.label, one]));
}

/**
 * Returns the open mentions as they are drawn: with the number of the argument that they would join, or the
 * number that a new one would get. `known` is what the person has named in other subsections.
 */
export function placeSuggested(
  label: string,
  layer: Layer | undefined,
  suggestions: Suggestions | undefined,
  source: Source,
  known: readonly KnownName[] = [],
): readonly SetMention[] {
  if (layer === undefined || suggestions === undefined) return [];
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }): string =>
    slicePoints(source.text, source.map, start, end);
  const numbers = new Map(orderedArguments(layer).map((one, i) => [one.id, i + 1]));
  const fresh = new Map<string, ShownArgument>();
  return openMentions(layer, suggestions).map((mention) => {
    const home = findHome(layer, suggestions, mention, textOf, known);
    let argument =
      home === null ? fresh.get(mention.argument) : { ...home, number: numbers.get(home.id) ?? 0 };
    if (argument === undefined) {
      const called = resolveName(suggestions, mention, textOf, known);
      const number = numbers.size + fresh.size + 1;
      argument = { ...called, id: mention.argument, number, order: number };
      fresh.set(mention.argument, argument);
    }
    const { id, start, end, confidence } = mention;
    const shown = { id: argument.id, name: argument.name, value_type: argument.value_type };
    return {
      id,
      start,
      end,
      label,
      argument: { ...shown, number: argument.number, order: argument.order },
      argumentId: argument.id,
      confidence,
    };
  });
}

/** Returns all open suggestions of a statute. */
export function placeAll(
  layers: ReadonlyMap<string, Layer>,
  suggestions: SuggestionsByLabel,
  source: Source,
): ReadonlyMap<string, readonly SetMention[]> {
  const placed = new Map<string, readonly SetMention[]>();
  for (const [label, one] of suggestions) {
    const open = placeSuggested(label, layers.get(label), one, source);
    if (open.length > 0) placed.set(label, open);
  }
  return placed;
}
