/** What is pasted, in the notation of the screen. */
import { parseClause } from "./parse";
import { layoutPaper, printPaper } from "./print";
import type { Parsed } from "./parse";

/** As long as a clause may be; the server reads no more. */
export const MAX_TEXT = 100_000;

const HEAD = "x() :- ";

/** Returns the text in the paper's notation, or null where it is no clause and no part of one. */
export function toPaper(pasted: string, width?: number): string | null {
  const text = pasted.trim();
  if (text === "" || text.length > MAX_TEXT) return null;
  const whole = parseClause(text);
  if (whole.term !== null) return layoutPaper(whole.term, width);
  const part: Parsed = parseClause(HEAD + text);
  if (part.term?.body == null) return null;
  return printPaper(part.term).slice(HEAD.length).replace(/\.$/, "");
}
