/** Which argument a new span is likely to belong to, and what a new one might be called. */

/** A mention with its text, as far as the proposal needs it. */
export interface KnownMention {
  readonly argument: string;
  readonly start: number;
  readonly text: string;
}

export const DETERMINERS = new Set("a an the any such each every this that these those".split(" "));
const MAX_NAME = 24;

/** Returns a text as it is compared: letter case, blanks and leading determiners do not count. */
export function foldPhrase(text: string): string {
  const words = text.normalize("NFC").toLowerCase().split(/\s+/u).filter(Boolean);
  const first = words.findIndex((word) => !DETERMINERS.has(word));
  return (first < 0 ? words : words.slice(first)).join(" ");
}

/**
 * Returns the argument that has a mention with the same text, or null. Of several, the one with most such
 * mentions; then the one whose mention stands nearest.
 */
export function proposeJoin(mentions: readonly KnownMention[], text: string, start: number): string | null {
  const wanted = foldPhrase(text);
  if (wanted === "") return null;
  const votes = new Map<string, { count: number; distance: number }>();
  for (const mention of mentions) {
    if (foldPhrase(mention.text) !== wanted) continue;
    const vote = votes.get(mention.argument) ?? { count: 0, distance: Infinity };
    const distance = Math.min(vote.distance, Math.abs(mention.start - start));
    votes.set(mention.argument, { count: vote.count + 1, distance });
  }
  const best = [...votes].sort(([, a], [, b]) => b.count - a.count || a.distance - b.distance);
  return best[0]?.[0] ?? null;
}

/** Returns a free name made from the text of a span: "the taxable income" → Taxable_income. */
export function proposeName(taken: readonly string[], text: string): string {
  const words = foldPhrase(text).match(/[a-z0-9]+/g) ?? [];
  let stem = "";
  for (const word of words) {
    if (stem !== "" && stem.length + 1 + word.length > MAX_NAME) break;
    stem = (stem === "" ? word : `${stem}_${word}`).slice(0, MAX_NAME);
  }
  if (!/^[a-z]/.test(stem)) stem = stem === "" ? "x" : `x${stem}`;
  const name = stem.charAt(0).toUpperCase() + stem.slice(1);
  const folded = new Set(taken.map((other) => other.toUpperCase()));
  if (!folded.has(name.toUpperCase())) return name;
  for (let n = 2; ; n++) if (!folded.has(`${name}_${n}`.toUpperCase())) return `${name}_${n}`;
}
