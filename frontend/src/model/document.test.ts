import { describe, expect, it } from "vitest";

import { FERRY, TEXT } from "../../tests/statute";
import type { SetParagraph, SetSection } from "./document";
import { buildDocument, piecesOf, replaceLayer, sameShape } from "./document";

function outline(node: SetSection): unknown {
  return [
    node.label,
    ...node.children.map((child) => (child.type === "section" ? outline(child) : child.kind)),
  ];
}

function paragraphs(node: SetSection): readonly SetParagraph[] {
  return node.children.flatMap((child) => (child.type === "section" ? paragraphs(child) : [child]));
}

describe("buildDocument", () => {
  const document = buildDocument(FERRY);
  const textOf = (paragraph: SetParagraph): string => {
    const { enumerator, rest } = piecesOf(document.source, paragraph);
    return [...enumerator, ...rest].map((piece) => piece.text).join("");
  };

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

describe("replaceLayer", () => {
  const document = buildDocument(FERRY);
  const layer = document.layers.get("9(a)");
  if (layer === undefined) throw new Error("the fixture has a layer of 9(a)");

  it("leaves every paragraph alone that the change is not in", () => {
    const mentions = layer.mentions.filter((one) => one.id !== "m1");
    const after = replaceLayer(document, { ...layer, mentions });
    const [before, now] = [paragraphs(document.root), paragraphs(after.root)];
    const changed = now.filter((one, i) => one !== before[i]);
    expect(changed).toHaveLength(1);
    expect(changed[0]?.marks.some((mark) => mark.id === "m1")).toBe(false);
    expect(sameShape(document.root, after.root)).toBe(true);
  });

  it("changes nothing when nothing changed", () => {
    expect(replaceLayer(document, { ...layer }).root).toBe(document.root);
  });

  it("comes to what opening the changed statute would show", () => {
    const mentions = layer.mentions.slice(1);
    const after = replaceLayer(document, { ...layer, mentions });
    const layers = FERRY.layers.map((one) => (one.label === "9(a)" ? { ...one, mentions } : one));
    const opened = buildDocument({ ...FERRY, layers });
    expect(after.root).toEqual(opened.root);
  });
});
