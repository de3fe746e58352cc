/** Numbers and colours of arguments: 1 to n in order of first mention, twelve looks. */

export const LOOKS = 12;

interface Placed<Key> {
  readonly start: number;
  readonly argument: Key;
}

/** Returns each argument's number in one subsection, by the place of its first mention. */
export function numberArguments<Key>(mentions: readonly Placed<Key>[]): ReadonlyMap<Key, number> {
  const numbers = new Map<Key, number>();
  for (const { argument } of mentions.toSorted((a, b) => a.start - b.start)) {
    if (!numbers.has(argument)) numbers.set(argument, numbers.size + 1);
  }
  return numbers;
}

/** Returns the class that sets hue and rule, a1 to a12; looks repeat, numbers do not. */
export function lookOf(number: number): string {
  return `a${((((number - 1) % LOOKS) + LOOKS) % LOOKS) + 1}`;
}
