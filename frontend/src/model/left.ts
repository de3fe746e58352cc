/** Changes that were made without the server and may have left other places behind; kept until looked at. */

export interface Left {
  readonly edit: string;
  readonly layer: string;
  readonly printed: string;
  readonly words: string;
  /** How many places still stand as before; null until the server has said. */
  readonly places: number | null;
}

const keyOf = (person: string, slug: string): string => `sara-left:${person}:${slug}`;

function isLeft(value: unknown): value is Left {
  if (typeof value !== "object" || value === null) return false;
  const { edit, layer, printed, words, places } = value as Record<string, unknown>;
  const said = [edit, layer, printed, words].every((one) => typeof one === "string");
  return said && (places === null || typeof places === "number");
}

/** Returns what is kept on this computer; nothing where the browser keeps nothing. */
export function readLeft(person: string, slug: string, storage: Storage = localStorage): readonly Left[] {
  try {
    const found: unknown = JSON.parse(storage.getItem(keyOf(person, slug)) ?? "[]");
    return Array.isArray(found) ? found.filter(isLeft) : [];
  } catch {
    return [];
  }
}

/** Keeps it; where the browser has no room, this visit remembers it all the same. */
export function writeLeft(
  person: string,
  slug: string,
  left: readonly Left[],
  storage: Storage = localStorage,
): void {
  try {
    if (left.length === 0) storage.removeItem(keyOf(person, slug));
    else storage.setItem(keyOf(person, slug), JSON.stringify(left));
  } catch {
    return;
  }
}

/** Returns the list once it is known how many places an edit left; none is forgotten. */
export function leftOf(before: readonly Left[], edit: string, places: number): readonly Left[] {
  if (places === 0) return before.filter((one) => one.edit !== edit);
  return before.map((one) => (one.edit === edit ? { ...one, places } : one));
}
