/** Offsets of code points (as the server counts) and of UTF-16 units (as the DOM counts). The only place that converts. */

/** Both counts of one text, made once so that each conversion is a lookup or a short search. */
export interface OffsetMap {
  readonly points: number;
  readonly units: number;
  /** Code point offsets of the characters that take two units, ascending. */
  readonly wide: readonly number[];
}

/** Returns the map of a text; texts without astral characters convert by identity. */
export function mapOffsets(text: string): OffsetMap {
  // Most texts of law have none; looking for one is far quicker than walking over every character.
  if (!/[\ud800-\udbff]/.test(text)) return { points: text.length, units: text.length, wide: [] };
  const wide: number[] = [];
  let point = 0;
  for (let unit = 0; unit < text.length; point++) {
    const size = (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
    if (size === 2) wide.push(point);
    unit += size;
  }
  return { points: point, units: text.length, wide };
}

/** Returns how many numbers of an ascending list are smaller than the limit. */
function countBelow(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Infinity) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function requireInside(offset: number, limit: number, kind: string): void {
  if (!Number.isInteger(offset) || offset < 0 || offset > limit) {
    throw new RangeError(`${kind} offset ${offset} lies outside the text (0 to ${limit})`);
  }
}

/** Returns the UTF-16 offset of a code point offset. */
export function toUnits(map: OffsetMap, point: number): number {
  requireInside(point, map.points, "Code point");
  return point + countBelow(map.wide, point);
}

/** Returns the code point offset of a UTF-16 offset; the middle of a pair counts as its start. */
export function toPoints(map: OffsetMap, unit: number): number {
  requireInside(unit, map.units, "UTF-16");
  let low = 0;
  let high = map.wide.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    // The k-th wide character starts k units later than its code point offset says.
    if ((map.wide[middle] ?? Infinity) + middle < unit) low = middle + 1;
    else high = middle;
  }
  return unit - low;
}

/** Returns the text between two code point offsets. */
export function slicePoints(text: string, map: OffsetMap, start: number, end: number): string {
  return text.slice(toUnits(map, start), toUnits(map, end));
}
