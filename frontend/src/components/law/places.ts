/** Where an offset of the text stands on the page, and which offset stands at a place of the page. */
import { toPoints, toUnits } from "../../text/offsets";
import type { Source } from "../../text/pieces";
import { pageOf } from "./set-page";

/** Returns the offset of a place in the document; null outside the law. */
export function offsetOf(source: Source, node: Node, at: number): number | null {
  const element = node instanceof Element ? node : node.parentElement;
  const paragraph = element?.closest<HTMLElement>(".par[data-start]");
  if (!paragraph) return null;
  const before = document.createRange();
  before.setStart(paragraph, 0);
  before.setEnd(node, at);
  // The page holds the statute's own text, so what lies before counts its characters.
  const units = toUnits(source.map, Number(paragraph.dataset.start)) + before.toString().length;
  return toPoints(source.map, Math.min(units, source.map.units));
}

/** Returns the offset under a point of the window; null outside the law. */
export function offsetAtPoint(source: Source, x: number, y: number): number | null {
  if ("caretPositionFromPoint" in document) {
    const place = document.caretPositionFromPoint(x, y);
    return place ? offsetOf(source, place.offsetNode, place.offset) : null;
  }
  return null;
}

function placeOf(paragraph: HTMLElement, units: number): readonly [Node, number] {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  let last: Node = paragraph;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (units <= length) return [node, units];
    units -= length;
    last = node;
  }
  return [last, last.textContent?.length ?? 0];
}

/** Returns the range of the page that shows these offsets; null when it is not on the page. */
export function rangeOf(root: Element, source: Source, start: number, end: number): Range | null {
  const page = pageOf(root);
  const [first, last] = [page?.paragraphAt(start), page?.paragraphAt(end - 1)];
  return first && last ? rangeBetween(source, first, last, start, end) : null;
}

/** Returns the range of the page from an offset in one paragraph to one in the same or a later paragraph. */
export function rangeBetween(
  source: Source,
  first: HTMLElement,
  last: HTMLElement,
  start: number,
  end: number,
): Range {
  const within = (paragraph: HTMLElement, offset: number): number =>
    toUnits(source.map, offset) - toUnits(source.map, Number(paragraph.dataset.start));
  const range = document.createRange();
  range.setStart(...skipEnd(first, within(first, start)));
  range.setEnd(...placeOf(last, within(last, end)));
  return range;
}

/** Returns the elements of a mention, or a suggestion, of this subsection. */
export function mentionElements(root: Element, label: string | null, id: string): readonly Element[] {
  const inside = pageOf(root)?.sectionsOf(label ?? "") ?? [];
  const key = CSS.escape(id);
  const wanted = `[data-mention="${key}"], [data-suggestion="${key}"]`;
  return inside.flatMap((one) => Array.from(one.querySelectorAll(wanted)));
}

/** A start at the end of one text node is the beginning of the next; else its box is empty. */
function skipEnd(paragraph: HTMLElement, units: number): readonly [Node, number] {
  const [node, at] = placeOf(paragraph, units);
  if (at < (node.textContent?.length ?? 0)) return [node, at];
  const [next] = placeOf(paragraph, units + 1);
  return next === node ? [node, at] : [next, 0];
}
