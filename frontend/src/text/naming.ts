/**
 * What an argument might be called, by what such words are called elsewhere. The same rules stand in
 * `sara_annotate/domain/naming.py` and `phrases.py`; `tests/edits/known_names.json` runs through both.
 */
import { DETERMINERS, foldPhrase, proposeName } from "./words-join";

export interface ProposedName {
  readonly name: string;
  readonly value_type: "span" | "integer";
}

/** A mention that the person has named elsewhere: its words as they are compared. */
export interface KnownName {
  readonly same: string;
  readonly like: string;
  readonly head: string;
  readonly start: number;
  readonly proposed: ProposedName;
}

/** So many names have a number of their own. */
export const MENU = 9;

const OWNED = new Set("his her its their either one some all other same".split(" "));
const BEHIND = new Set("of for in to by with under over from or and".split(" "));

function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  const plural = word.length > 3 && word.endsWith("s") && !/(?:ss|us|is)$/.test(word);
  return plural ? word.slice(0, -1) : word;
}

/** Returns a text without what rarely tells things apart: owners, plurals, and which number it is. */
export function foldLikeness(text: string): string {
  const words = foldPhrase(text)
    .split(" ")
    .filter(Boolean)
    .map((word) => word.replace(/[0-9]+(?:[.,][0-9]+)*/g, "#"));
  const drops = (word: string): boolean => OWNED.has(word) || DETERMINERS.has(word) || word === "#";
  const first = words.findIndex((word) => !drops(word));
  const kept = words.slice(first < 0 ? Math.max(0, words.length - 1) : first);
  return kept.map((word, i) => (i === kept.length - 1 ? singular(word) : word)).join(" ");
}

/** Returns the word that a phrase is about: the last before "of" and the like. */
export function findHead(text: string): string {
  const words = foldLikeness(text).split(" ");
  const cut = words.findIndex((word, i) => i > 0 && BEHIND.has(word));
  const word = words[(cut < 0 ? words.length : cut) - 1] ?? "";
  return singular(word.replace(/^[^a-z0-9#]+|[^a-z0-9#]+$/g, ""));
}

export function knowName(words: string, start: number, proposed: ProposedName): KnownName {
  return { same: foldPhrase(words), like: foldLikeness(words), head: findHead(words), start, proposed };
}

function nearest(known: readonly KnownName[], start: number): readonly ProposedName[] {
  return known
    .toSorted((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start) || a.start - b.start)
    .map((one) => one.proposed);
}

/** Each name the first time it comes, without those that are taken. */
function once(names: readonly ProposedName[], taken: readonly string[]): readonly ProposedName[] {
  const seen = new Set(taken.map((name) => name.toUpperCase()));
  return names.filter(({ name }) => {
    const isNew = !seen.has(name.toUpperCase());
    seen.add(name.toUpperCase());
    return isNew;
  });
}

const KEYS = ["same", "like", "head"] as const;
type Index = ReadonlyMap<string, readonly KnownName[]>;

// Many questions are put to one list.
const INDEXES = new WeakMap<readonly KnownName[], Readonly<Record<(typeof KEYS)[number], Index>>>();

function indexOf(known: readonly KnownName[]): Readonly<Record<(typeof KEYS)[number], Index>> {
  const before = INDEXES.get(known);
  if (before !== undefined) return before;
  const by = (key: (typeof KEYS)[number]): Index => {
    const groups = new Map<string, KnownName[]>();
    for (const one of known) {
      const group = groups.get(one[key]);
      if (group === undefined) groups.set(one[key], [one]);
      else group.push(one);
    }
    return groups;
  };
  const made = { same: by("same"), like: by("like"), head: by("head") };
  INDEXES.set(known, made);
  return made;
}

/**
 * Returns the names that fit these words: of the same, then of like words, then of the same head. Of several,
 * the one that was used nearest to `start`.
 */
export function matchNames(
  known: readonly KnownName[],
  words: readonly string[],
  start: number,
): readonly ProposedName[] {
  const mine = words.map((one) => knowName(one, start, { name: "", value_type: "span" }));
  const index = indexOf(known);
  const found = KEYS.flatMap((key) => {
    const wanted = new Set(mine.map((one) => one[key]).filter(Boolean));
    return nearest(
      [...wanted].flatMap((one) => index[key].get(one) ?? []),
      start,
    );
  });
  return once(found, []);
}

export interface NameQuestion {
  readonly words: readonly string[];
  readonly start: number;
  /** What a model calls it. */
  readonly offered: readonly ProposedName[];
  /** Names that a model uses elsewhere. */
  readonly others: readonly ProposedName[];
  readonly taken: readonly string[];
}

/** Returns the names to choose from: those that fit, what a model offers here, the nearest, the others. */
export function listNames(known: readonly KnownName[], asked: NameQuestion): readonly ProposedName[] {
  const fit = matchNames(known, asked.words, asked.start);
  return once([...fit, ...asked.offered, ...nearest(known, asked.start), ...asked.others], asked.taken);
}

/** Returns what a new argument of these words is called: as they were before, else by the words. */
export function nameSelection(
  known: readonly KnownName[],
  words: string,
  start: number,
  taken: readonly string[],
  value_type: ProposedName["value_type"] = "span",
): ProposedName {
  const [fit] = once(matchNames(known, [words], start), taken);
  return fit ?? { name: proposeName(taken, words), value_type };
}
