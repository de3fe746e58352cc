/**
 * Paragraphs of the workbench as nodes of the page. There are thousands of them, so they are made by hand
 * and left alone until what is marked in them changes. The text that comes out is the text that went in:
 * numbers are attributes, drawn by the style sheet.
 */
import { piecesOf } from "../../model/document";
import type { SetMention, SetParagraph } from "../../model/document";
import { lookOf } from "../../text/numbering";
import type { Piece, Source } from "../../text/pieces";
import { splitLastWord, splitReferences } from "../../text/pieces";

export type ParagraphTag = "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "p";
const HEADINGS: readonly ParagraphTag[] = ["h1", "h2", "h3", "h4", "h5", "h6"];

export function tagOf(paragraph: SetParagraph): ParagraphTag {
  if (paragraph.kind === "title") return "h1";
  if (paragraph.kind !== "heading") return "p";
  return HEADINGS[Math.min(Math.max(paragraph.depth, 1), 5)] ?? "h6";
}

export function lookOfParagraph(tag: ParagraphTag): string {
  return tag === "p" ? "par in" : tag === "h1" ? "par" : "par h in";
}

function makeSpan(look: string, ...inside: readonly (string | Node)[]): HTMLSpanElement {
  const span = document.createElement("span");
  span.className = look;
  span.append(...inside);
  return span;
}

/** How sure the model is, on the line of the last word. */
function withConfidence(last: HTMLSpanElement, percent: number): HTMLSpanElement {
  const around = makeSpan("nb", last);
  around.setAttribute("data-sure", `${percent}%`);
  return around;
}

/** How a mark is drawn: the one place where a mention becomes an element. */
function drawMark(piece: Piece<SetMention>, mention: SetMention): HTMLElement {
  const { number, name } = mention.argument;
  const sure = mention.confidence === undefined ? null : Math.round(mention.confidence * 100);
  const mark = makeSpan(`m ${lookOf(number)}${sure === null ? "" : " sug"}`);
  mark.setAttribute("data-arg", mention.argumentId);
  mark.setAttribute(sure === null ? "data-mention" : "data-suggestion", mention.id);
  if (mention.end > piece.end) {
    mark.append(piece.text);
    return mark;
  }
  const [head, tail] = splitLastWord(piece.text);
  // The number stands beside the last word, also at the end of a line.
  const last = makeSpan("nb", tail);
  last.setAttribute("data-n", String(number));
  last.setAttribute(
    "data-say",
    sure === null
      ? ` (argument ${number}, ${name})`
      : ` (suggested for argument ${number}, ${name}, ${sure} percent)`,
  );
  if (head !== "") mark.append(head);
  mark.append(sure === null ? last : withConfidence(last, sure));
  return mark;
}

function drawPieces(pieces: readonly Piece<SetMention>[]): (string | Node)[] {
  const drawn: (string | Node)[] = [];
  for (const piece of pieces) {
    const mention = piece.marks.at(-1);
    if (mention !== undefined) drawn.push(drawMark(piece, mention));
    else
      for (const run of splitReferences(piece.text))
        drawn.push(run.keep ? makeSpan("nb", run.text) : run.text);
  }
  return drawn;
}

/** Puts the paragraph's text and marks into its element, in place of what was there. */
export function fillParagraph(element: HTMLElement, source: Source, paragraph: SetParagraph): void {
  const { enumerator, rest } = piecesOf(source, paragraph);
  const inside = drawPieces(rest);
  if (enumerator.length > 0) inside.unshift(makeSpan("en", ...drawPieces(enumerator)));
  element.replaceChildren(...inside);
}

/** Returns the paragraph as an element: its indent, its enumerator, its marks. */
export function makeParagraph(source: Source, paragraph: SetParagraph): HTMLElement {
  const tag = tagOf(paragraph);
  const element = document.createElement(tag);
  element.className = lookOfParagraph(tag);
  if (paragraph.indent !== 0) element.style.setProperty("--in", String(paragraph.indent));
  element.setAttribute("data-kind", paragraph.kind);
  element.setAttribute("data-start", String(paragraph.start));
  fillParagraph(element, source, paragraph);
  return element;
}
