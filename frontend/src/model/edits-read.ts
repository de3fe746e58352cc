/** Strict readers of JSON values: each returns the value or refuses with a code and its path. */

import { joinPath, refuse } from "./edits-refusal";
import type { Scalar, Span } from "./edits-state";

export type Reader<T> = (value: unknown, path: string) => T;
export type Shape<T> = { readonly [K in keyof T]-?: Reader<T[K]> };

export const MAX_OFFSET = 2 ** 31 - 1;
export const MAX_ORDER = 2 ** 15 - 1;
export const MAX_TEXT = 100_000;
const MAX_SHORT = 200;
const MAX_ITEMS = 10_000;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ITEM = new RegExp(`^(?:clause|(?:argument|instantiation):${UUID.source.slice(1, -1)})$`);
const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?Z$/;
const NAME = /^[\p{L}\p{N}_]{1,80}$/u;
const PLAIN_LABEL = /^[0-9]+[A-Za-z]*(?:\([A-Za-z0-9]+\))*$/;
const FREE_LABEL = /^[a-z][a-zA-Z0-9]*(?:_[a-zA-Z0-9]+)*$/;
/** Other spellings of a subsection's label, which are not for JSON. */
const OTHER_LABEL = /^(?:s[0-9]+[A-Za-z]*(?:_[A-Za-z0-9]+)*|section[0-9]+[A-Za-z]*)$/;

export const readString: Reader<string> = (value, path) => readText(value, path, MAX_TEXT);
export const readShort: Reader<string> = (value, path) => readText(value, path, MAX_SHORT);

function readText(value: unknown, path: string, limit: number): string {
  if (typeof value !== "string") return refuseType("text", path);
  // A string of n units has at most n code points, so that most texts need no counting.
  if (value.length > limit && Array.from(value).length > limit)
    refuse("text_long", `The text is longer than ${limit} characters.`, path);
  if (value.includes("\0") || /\p{Cs}/u.test(value))
    refuse("text_invalid", "The text holds NUL or half a character.", path);
  return value;
}

export const readId: Reader<string> = (value, path) => {
  if (typeof value !== "string") return refuseType("a UUID", path);
  if (!UUID.test(value)) refuse("id_invalid", "An id is a UUID in lower case with hyphens.", path);
  return value;
};

/** The key of an item that can be marked. */
export const readItem: Reader<string> = (value, path) => {
  const text = readShort(value, path);
  if (!ITEM.test(text)) refuse("item_invalid", "An item is clause, argument:ID or instantiation:ID.", path);
  return text;
};

export const readReason: Reader<string> = (value, path) =>
  readString(value, path) || refuse("text_empty", "A mark says why.", path);

export const readTime: Reader<string> = (value, path) => {
  const text = readShort(value, path);
  if (!TIME.test(text)) refuse("time_invalid", "Write the time as 2026-01-31T12:00:00Z.", path);
  return text;
};

export const readName: Reader<string> = (value, path) => {
  const name = readShort(value, path);
  const message = "A name is letters, digits and underscores, 80 characters at most.";
  if (!NAME.test(name)) refuse("name_invalid", message, path, { name });
  return name;
};

export const readLabel: Reader<string> = (value, path) => {
  const label = readShort(value, path);
  if (PLAIN_LABEL.test(label) || (FREE_LABEL.test(label) && !OTHER_LABEL.test(label))) return label;
  return refuse("label_invalid", "Write the label as 63(c)(5).", path);
};

function readInteger(value: unknown, path: string, low: number, high: number): number {
  if (typeof value !== "number" || !Number.isInteger(value)) return refuseType("a whole number", path);
  if (value < low || value > high) refuse("number_range", `The number must lie in ${low}…${high}.`, path);
  return value;
}

export const readOffset: Reader<number> = (value, path) => readInteger(value, path, 0, MAX_OFFSET);
export const readOrder: Reader<number> = (value, path) => readInteger(value, path, 0, MAX_ORDER);

const readScalar: Reader<Scalar> = (value, path) => {
  if (typeof value === "string") return readString(value, path);
  if (typeof value !== "number") return refuseType("text or a whole number", path);
  return readInteger(value, path, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
};

export const readValue: Reader<Scalar | readonly Scalar[]> = (value, path) =>
  Array.isArray(value) ? listOf(readScalar)(value, path) : readScalar(value, path);

export const readSpan: Reader<Span> = (value, path) => {
  const [start, end, ...more] = listOf(readOffset)(value, path);
  if (start === undefined || end === undefined || more.length > 0)
    return refuse("field_type", "A span is [start, end].", path);
  return [start, end];
};

export const readTruth: Reader<boolean | null> = (value, path) =>
  value === null || typeof value === "boolean" ? value : refuseType("true, false or null", path);

export function listOf<T>(reader: Reader<T>): Reader<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) return refuseType("a list", path);
    if (value.length > MAX_ITEMS) refuse("list_long", `The list has more than ${MAX_ITEMS} items.`, path);
    return value.map((item: unknown, i) => reader(item, joinPath(path, String(i))));
  };
}

export function choiceOf<const T extends string>(...choices: readonly T[]): Reader<T> {
  return (value, path) => {
    if (typeof value !== "string") return refuseType("a word", path);
    const found = choices.find((choice) => choice === value);
    return (
      found ?? refuse("choice_unknown", `“${value.slice(0, 40)}” is none of ${choices.join(", ")}.`, path)
    );
  };
}

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, path) => (value === null ? null : reader(value, path));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns a reader of an object with these fields; one that is unknown, or missing without a default,
 * is refused by name.
 */
export function objectOf<T extends object>(shape: Shape<T>, defaults: Partial<T> = {}): Reader<T> {
  const fields = Object.entries<Reader<unknown>>(shape);
  return (value, path) => {
    if (!isObject(value)) return refuseType("an object", path);
    for (const key of Object.keys(value))
      if (!Object.hasOwn(shape, key))
        refuse("field_unknown", `There is no field “${key.slice(0, 40)}” here.`, joinPath(path, key));
    for (const [key] of fields)
      if (!Object.hasOwn(value, key) && !Object.hasOwn(defaults, key))
        refuse("field_missing", `The field “${key}” is missing.`, joinPath(path, key));
    const found = fields.map(([key, reader]) => [
      key,
      Object.hasOwn(value, key)
        ? reader(value[key], joinPath(path, key))
        : (defaults as Record<string, unknown>)[key],
    ]);
    return Object.fromEntries(found) as T;
  };
}

export function refuseRepeats(keys: readonly string[], path: string, code: string): void {
  const seen = new Set<string>();
  keys.forEach((key, i) => {
    if (seen.has(key)) refuse(code, `“${key}” stands twice in the list.`, joinPath(path, String(i)));
    seen.add(key);
  });
}

export function refuseType(wanted: string, path: string): never {
  return refuse("field_type", `Expected ${wanted}.`, path);
}
