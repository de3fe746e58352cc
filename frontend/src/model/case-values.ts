/** Values as people type or select them: numbers, days, years, lists and words, read and held against their type. */
import type { Scalar, ValueType } from "./edits";

export type Typed =
  | { readonly ok: true; readonly value: Scalar | readonly Scalar[]; readonly reading: string }
  | { readonly ok: false; readonly say: string };

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
const MONTH = `(${MONTHS.map((name) => `${name.slice(0, 3)}[a-z]*\\.?`).join("|")})`;
const DAY_FIRST = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)? ${MONTH},? (\\d{4})$`, "i");
const MONTH_FIRST = new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`, "i");
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const NUMBER = /^([-−]?)\s*[\p{Sc}]?\s*(\d[\d,.]*)(?:\s+\p{L}[\p{L}\s.]*)?$/u;
const THOUSANDS = /^\d{1,3}(,\d{3})+$/;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const FORMAT = new Intl.NumberFormat("en");
const FLOOR = 5000;
const SHARE = 0.1;

const no = (say: string): Typed => ({ ok: false, say });
const yes = (value: Scalar, reading: string): Typed => ({ ok: true, value, reading });

/** Returns what was typed as a value of this type, or why it is none. A list has semicolons. */
export function readTyped(typed: string, type: ValueType): Typed {
  const text = typed.trim().replace(/\s+/gu, " ");
  if (text === "") return no("Type a value, or press 0 for none.");
  if (!text.includes(";")) return readOne(text, type);
  const items = text.split(";").map((one) => one.trim());
  if (items.some((one) => one === "")) return no("A list has a value on both sides of each semicolon.");
  const read = items.map((one) => readOne(one, type));
  const wrong = read.find((one) => !one.ok);
  if (wrong) return wrong;
  const values = read.flatMap((one) => (one.ok ? [one.value as Scalar] : []));
  return { ok: true, value: values, reading: `a list of ${values.length}` };
}

function readOne(text: string, type: ValueType): Typed {
  return type === "integer" ? readNumber(text) : readWords(text);
}

function readNumber(text: string): Typed {
  const found = NUMBER.exec(text);
  const digits = found?.[2];
  if (found === null || digits === undefined || readDay(text) !== null)
    return no(`A whole number is wanted; “${text}” is none.`);
  if (digits.includes(".")) return no(`${digits} is no whole number.`);
  if (digits.includes(",") && !THOUSANDS.test(digits))
    return no(`${digits}: a comma stands before each three digits, as in 1,200.`);
  const value = Number(digits.replaceAll(",", "")) * (found[1] === "" ? 1 : -1);
  if (!Number.isSafeInteger(value)) return no(`${digits} is too large.`);
  return yes(value, `${FORMAT.format(value)}; ${toleranceWords(value)}`);
}

function readWords(text: string): Typed {
  const day = readDay(text);
  if (day !== null) return day;
  if (/^\d{4}$/.test(text)) return yes(text, `the year ${text}`);
  if (/^[\p{Sc}]\s*\d/u.test(text)) {
    const amount = readNumber(text);
    return amount.ok ? yes(text, `an amount, ${text}`) : amount;
  }
  return yes(text, "words");
}

/** Returns a day that the text names, or why there is none such; null when it names no day. */
function readDay(text: string): Typed | null {
  const iso = ISO.exec(text);
  const day = DAY_FIRST.exec(text);
  const month = MONTH_FIRST.exec(text);
  if (iso) return checkDay(text, Number(iso[1]), Number(iso[2]), Number(iso[3]));
  if (day) return checkDay(text, Number(day[3]), monthOf(day[2] ?? ""), Number(day[1]));
  if (month) return checkDay(text, Number(month[3]), monthOf(month[1] ?? ""), Number(month[2]));
  return null;
}

function monthOf(name: string): number {
  const short = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((one) => one.slice(0, 3).toLowerCase() === short) + 1;
}

function checkDay(text: string, year: number, month: number, day: number): Typed {
  const name = MONTHS[month - 1];
  if (name === undefined) return no(`There is no month ${month}.`);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day < 1 || day > last) return no(`${name} ${year} has ${last} days.`);
  const weekday = WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? "";
  return yes(text, `a day, ${weekday} ${day} ${name} ${year}`);
}

/** Returns Δ = |y − ŷ| / max(0.1·y, 5000); a number counts as right when it is below 1. */
export function measureError(gold: number, proposed: number): number {
  return Math.abs(gold - proposed) / Math.max(SHARE * gold, FLOOR);
}

/** Returns the tolerance of the metric for a number, in words. */
export function toleranceWords(value: number): string {
  const slack = Math.max(SHARE * value, FLOOR);
  return `the metric takes less than ${FORMAT.format(slack)} more or less (Δ = |y − ŷ| / max(0.1·y, 5000) < 1)`;
}

/** Returns a value as it would be typed. */
export function writeTyped(value: Scalar | readonly Scalar[] | undefined): string {
  if (value === undefined) return "";
  return typeof value === "object" ? value.join("; ") : String(value);
}
