/** Ids and times that the client makes. */

/** Returns a random UUID; `crypto.randomUUID` is missing where the address is not secure. */
export function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [0, 8, 12, 16, 20].map((at, i, cuts) => hex.slice(at, cuts[i + 1])).join("-");
}

let last = 0;

/** Returns the time now, later than any it gave before, so that edits keep their order. */
export function makeTime(): string {
  last = Math.max(last + 1, Date.now());
  return new Date(last).toISOString();
}
