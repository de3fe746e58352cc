/** A callee as a small page: what it takes, and its text with the mentions underlined. */
import type { Callee } from "../../api/callees";
import { cutAtWords } from "../../text/highlight-words";

function span(className: string, text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}

/** Returns the card; the argument in question is set apart. */
export function drawCard(card: Callee, current: string | null = null): HTMLElement {
  const box = document.createElement("div");
  box.className = "ce-card";
  const takes = document.createElement("p");
  takes.append(span("mono", card.printed), card.arguments.length === 0 ? " takes nothing" : " takes ");
  card.arguments.forEach((one, index) => {
    if (index > 0) takes.append(", ");
    const name = span(one.name.toUpperCase() === current ? "now" : "", one.name);
    takes.append(name);
  });
  const law = document.createElement("p");
  law.className = "law";
  const words = card.arguments.flatMap((one) =>
    one.mentions.map((mention) => ({ words: mention, mark: one.name.toUpperCase() === current ? "hi" : "" })),
  );
  for (const piece of cutAtWords(card.text, words)) {
    law.append(piece.mark === null ? piece.text : span(`ce-m ${piece.mark}`, piece.text));
  }
  box.append(takes, law);
  return box;
}
