/** What a person has named in a statute, and what a model calls things there. */
import type { KnownName, NameQuestion, ProposedName } from "../text/naming";
import { knowName, listNames } from "../text/naming";
import { slicePoints } from "../text/offsets";
import { mentionsOf, orderedMentions } from "./edits";
import type { Layer } from "./edits";
import type { SessionState } from "./session";
import type { SuggestedMention, Suggestions, TextOf } from "./suggestions";

// A layer never changes, so what it names is read once.
const READ = new WeakMap<Layer, readonly KnownName[]>();

/** Returns what one layer names. */
export function readNames(layer: Layer, textOf: TextOf): readonly KnownName[] {
  const before = READ.get(layer);
  if (before !== undefined) return before;
  const found = orderedMentions(layer).flatMap((one) => {
    const argument = layer.arguments.get(one.argument);
    if (argument === undefined) return [];
    const { name, value_type } = argument;
    return [knowName(textOf(one), one.start, { name, value_type })];
  });
  READ.set(layer, found);
  return found;
}

type Known = Pick<SessionState, "layers" | "words" | "showing">;
type Layers = SessionState["layers"];

interface Remembered extends Pick<SessionState, "layers" | "words"> {
  readonly label: string | null;
  readonly known: readonly KnownName[];
}

// Work in one subsection leaves the others alone: what they name is gathered once, not with every key.
let remembered: Remembered | null = null;

function differOnlyIn(label: string | null, one: Layers, other: Layers): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const [key, layer] of one) if (layer !== other.get(key) && key !== label) return false;
  return true;
}

/** Returns what the person has named in the other subsections; nothing while suggestions are hidden. */
export function knownNames({ layers, words, showing }: Known, label: string | null): readonly KnownName[] {
  if (!showing) return [];
  const before = remembered?.words === words && remembered.label === label ? remembered : null;
  if (before !== null && differOnlyIn(label, before.layers, layers)) return before.known;
  const textOf: TextOf = ({ start, end }) => slicePoints(words.text, words.map, start, end);
  const known = [...layers].flatMap(([other, layer]) => (other === label ? [] : readNames(layer, textOf)));
  remembered = { layers, words, label, known };
  return known;
}

/** Returns all names that a model uses in these subsections, the most frequent first. */
export function countNames(said: Iterable<Suggestions>): readonly ProposedName[] {
  const counts = new Map<string, { readonly named: ProposedName; count: number }>();
  for (const { arguments: some } of said) {
    for (const { name, value_type } of some) {
      const key = `${name} ${value_type}`;
      const one = counts.get(key) ?? { named: { name, value_type }, count: 0 };
      counts.set(key, { ...one, count: one.count + 1 });
    }
  }
  const ordered = [...counts].sort(([a, one], [b, two]) => two.count - one.count || (a < b ? -1 : 1));
  return ordered.map(([, { named }]) => named);
}

function list(state: SessionState, asked: Pick<NameQuestion, "words" | "start" | "offered">) {
  const layer = state.focus === null ? undefined : state.layers.get(state.focus);
  if (layer === undefined || !state.showing) return [];
  const taken = Array.from(layer.arguments.values(), (one) => one.name);
  const others = countNames(state.suggestions.values());
  return listNames(knownNames(state, state.focus), { ...asked, others, taken });
}

const textIn =
  (state: SessionState): TextOf =>
  ({ start, end }) =>
    slicePoints(state.words.text, state.words.map, start, end);

/** Returns the names to choose from for an argument of the layer in focus. */
export function namesForArgument(state: SessionState, id: string): readonly ProposedName[] {
  const layer = state.focus === null ? undefined : state.layers.get(state.focus);
  const mentions = layer === undefined ? [] : mentionsOf(layer, id);
  return list(state, { words: mentions.map(textIn(state)), start: mentions[0]?.start ?? 0, offered: [] });
}

/** Returns the names to choose from for the new argument that a suggestion would make. */
export function namesForSuggestion(
  state: SessionState,
  suggestions: Suggestions,
  mention: SuggestedMention,
): readonly ProposedName[] {
  const said = suggestions.arguments.find((one) => one.id === mention.argument);
  const offered = said === undefined ? [] : [{ name: said.name, value_type: said.value_type }];
  const own = suggestions.mentions
    .map((one) => (one.id === mention.id ? mention : one))
    .filter((one) => one.argument === mention.argument)
    .sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  return list(state, { words: own.map(textIn(state)), start: mention.start, offered });
}
