import { describe, expect, it } from "vitest";

import { FERRY, TEXT } from "../../tests/statute";
import type { SetParagraph, SetSection } from "./document";
import { buildDocument } from "./document";

function outline(node: SetSection): unknown {
  return [
    node.label,
    ...node.children.map((child) => (child.type === "section" ? outline(child) : child.kind)),
  ];
}

function paragraphs(node: SetSection): readonly SetParagraph[] {
  return node.children.flatMap((child) => (child.type === "section" ? paragraphs(child) : [child]));
}

const textOf = (paragraph: SetParagraph): string =>
  [...paragraph.enumerator, ...paragraph.pieces].map((piece) => piece.text).join("");

describe("buildDocument", () => {
  const document = buildDocument(FERRY);

  it("nests subsections, with flush text back in its owner", () => {
    expect(outline(document.root)).toEqual([
      "9",
      "title",
      ["9(a)", "heading", "body", ["9(a)(1)", "body"], ["9(a)(2)", "body"], "flush"],
    ]);
  });

  it("keeps every paragraph's text as it is", () => {
    const characters = Array.from(TEXT);
    expect(paragraphs(document.root).map(textOf)).toEqual(
      FERRY.paragraphs.map(({ start, end }) => characters.slice(start, end).join("")),
    );
  });

  it("sets a body one step in from its heading, and what lies in it too", () => {
    expect(paragraphs(document.root).map((paragraph) => paragraph.indent)).toEqual([0, 0, 1, 2, 2, 1]);
  });

  it("groups mentions by subsection, by place", () => {
    expect(document.mentions.get("9(a)")?.map((mention) => mention.id)).toEqual(["m1", "m2", "m3"]);
  });

  it("orders subsections as the text does, parents first", () => {
    const shuffled = buildDocument({ ...FERRY, subsections: FERRY.subsections.toReversed() });
    expect(shuffled.subsections.map((one) => one.label)).toEqual(["9", "9(a)", "9(a)(1)", "9(a)(2)"]);
  });

  it("refuses a mention of an argument that is not there", () => {
    const [first, ...rest] = FERRY.layers;
    const broken = first ? [{ ...first, arguments: [] }, ...rest] : [];
    expect(() => buildDocument({ ...FERRY, layers: broken })).toThrow("unknown argument");
  });
});
