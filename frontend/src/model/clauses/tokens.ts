/** The words of a clause, with what the language does not take marked as "bad". Joined by their places they are the text. */

export type TokenKind =
  | "and"
  | "or"
  | "not"
  | "neck"
  | "dot"
  | "comma"
  | "pair"
  | "open"
  | "close"
  | "open_group"
  | "close_group"
  | "label"
  | "name"
  | "bad";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SIGNS: Readonly<Record<string, TokenKind>> = {
  ":-": "neck",
  ".": "dot",
  ",": "comma",
  ":": "pair",
  "=": "pair",
  "(": "open",
  ")": "close",
  "[": "open_group",
  "]": "close_group",
};

// The order is that of the server's grammar: operators, then what is longer or stands for itself.
const TOKEN = new RegExp(
  [
    String.raw`(?<operator>(?:AND|OR|NOT)\b)`,
    String.raw`(?<bad>:=|<-|<=|=>|->|%[^\n]*|/\*[^]*?(?:\*/|$)|#[^\n]*|"[^"\n]*"?|'[^'\n]*'?)`,
    // The bracket groups of a printed label end before the last one, which is the arguments.
    String.raw`(?<label>(?:§\s*\w*|\d\w*)(?:\s*\(\s*\w+\s*\)(?=\s*\())*)`,
    String.raw`(?<word>[A-Za-z_]\w*)`,
    String.raw`(?<sign>:-|[.,:=()[\]])`,
    String.raw`(?<space>\s+)`,
    String.raw`(?<rest>[^])`,
  ].join("|"),
  "g",
);

const PAPER_LABEL = /^§\s*\d+[A-Za-z]*(?:\s*\(\s*[A-Za-z0-9]+\s*\))*$/;
const FILE_LABEL = /^s\d+[A-Za-z]*(?:_[A-Za-z0-9]+)*$/;
const FREE_LABEL = /^[a-z][a-zA-Z0-9]*(?:_[a-zA-Z0-9]+)*$/;
const GLUED = /^(?:AND|OR|NOT)[a-z]\w*$/;
const OPERATOR = /^(?:and|or|not)$/i;

/** Returns the tokens of a clause in either notation, blanks left out. */
export function tokenize(text: string): readonly Token[] {
  const plain = softenBlanks(text);
  const found = Array.from(plain.matchAll(TOKEN)).filter((match) => match.groups?.space === undefined);
  return found.map((match, index) => {
    const follows = plain[nextStart(found, index)];
    const at = { text: match[0], start: match.index, end: match.index + match[0].length };
    return { kind: kindOf(match, plain, follows === "("), ...at };
  });
}

/** Blanks of other kinds (a no-break space) count as blanks; what cannot be seen at all (a form feed) is no blank. */
function softenBlanks(text: string): string {
  return text
    .replace(/[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g, " ")
    .replace(/[\v\f\ufeff]/g, "\0");
}

function nextStart(found: readonly RegExpExecArray[], index: number): number {
  return found[index + 1]?.index ?? Infinity;
}

function kindOf(match: RegExpExecArray, text: string, beforeBracket: boolean): TokenKind {
  const { operator, label, word, sign } = match.groups ?? {};
  if (operator) return hasBlanks(text, match.index, operator) ? lower(operator) : "bad";
  if (label) return PAPER_LABEL.test(label) ? "label" : "bad";
  if (word) return kindOfWord(word, beforeBracket);
  return SIGNS[sign ?? ""] ?? "bad";
}

function lower(operator: string): TokenKind {
  return operator === "AND" ? "and" : operator === "OR" ? "or" : "not";
}

function hasBlanks(text: string, start: number, word: string): boolean {
  const sides = [text[start - 1], text[start + word.length]];
  return sides.every((side) => side === undefined || /\s/.test(side));
}

function kindOfWord(word: string, beforeBracket: boolean): TokenKind {
  if (OPERATOR.test(word) || word.startsWith("_")) return "bad";
  if (!beforeBracket) return "name";
  if (GLUED.test(word) || /^section\d+$/.test(word)) return "bad";
  return FILE_LABEL.test(word) || FREE_LABEL.test(word) ? "label" : "bad";
}

/** Returns the plain label that a token of either notation names: 63(c)(5), tax. */
export function readLabel(text: string): string {
  if (!text.startsWith("§") && !FILE_LABEL.test(text)) return text;
  const bare = text.replace(/^[§s]/, "");
  const [section = "", ...steps] = bare.match(/[A-Za-z0-9]+/g) ?? [];
  return section + steps.map((step) => `(${step})`).join("");
}
