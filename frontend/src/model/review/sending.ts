/** Decisions on their way to the server: in order, the last one of each item, none lost when layers change. */
import type { Decided, Item, Review } from "./types";

/** Returns the decisions with only the last one of each item, in the order they were made. */
export function lastOfEach(decisions: readonly Decided[]): readonly Decided[] {
  const last = new Map<string, Decided>();
  for (const one of decisions) {
    last.delete(one.key);
    last.set(one.key, one);
  }
  return [...last.values()];
}

export interface Refit {
  /** Decisions whose item is what it was when they were made. */
  readonly kept: readonly Decided[];
  /** Items that say something else now, or are gone, so that the choice must be made again. */
  readonly lost: readonly Item[];
}

/** Returns which decisions made on one reading of a review still fit another. */
export function refit(decisions: readonly Decided[], before: Review, now: Review): Refit {
  const old = new Map(before.items.map((item) => [item.key, item]));
  const fresh = new Map(now.items.map((item) => [item.key, item.fingerprint]));
  const kept: Decided[] = [];
  const lost: Item[] = [];
  for (const one of decisions) {
    const item = old.get(one.key);
    if (item !== undefined && fresh.get(one.key) === item.fingerprint) kept.push(one);
    else if (item !== undefined) lost.push(item);
  }
  return { kept, lost };
}

/** Returns what changed between two readings, in words: whose layer is gone, come or changed. */
export function sayChange(before: Review, now: Review): string {
  const name = (layer: Review["layers"][number]): string => layer.author.name;
  const gone = before.layers.filter((one) => !now.layers.some((other) => other.id === one.id));
  const come = now.layers.filter((one) => !before.layers.some((other) => other.id === one.id));
  const changed = now.layers.filter((one) =>
    before.layers.some((other) => other.id === one.id && other.revision !== one.revision),
  );
  const said = [
    ...gone.map((one) => `${name(one)}’s layer is no longer waiting`),
    ...come.map((one) => `${name(one)} submitted a layer`),
    ...changed.map((one) => `${name(one)}’s layer has changed`),
  ];
  return said.length === 0 ? "The layers have changed since you looked" : said.join("; ");
}
