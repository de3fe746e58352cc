import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { mapOffsets } from "./offsets";
import { cutPieces, splitLastWord, splitReferences } from "./pieces";

const sourceOf = (text: string) => ({ text, map: mapOffsets(text) });

describe("cutPieces", () => {
  it("cuts at the edges of marks, counted in code points", () => {
    const pieces = cutPieces(sourceOf("🚢 the master pays"), 0, 17, [{ start: 2, end: 12 }]);
    expect(pieces.map((piece) => [piece.text, piece.marks.length])).toEqual([
      ["🚢 ", 0],
      ["the master", 1],
      [" pays", 0],
    ]);
  });

  it("puts the innermost of two overlapping marks last", () => {
    const outer = { start: 0, end: 9, name: "outer" };
    const inner = { start: 4, end: 7, name: "inner" };
    const middle = cutPieces(sourceOf("a b c d e"), 0, 9, [inner, outer])[1];
    expect(middle?.marks.map((mark) => mark.name)).toEqual(["outer", "inner"]);
  });

  it("clips marks that reach beyond the stretch and ignores those outside", () => {
    const pieces = cutPieces(sourceOf("abcdef"), 2, 4, [
      { start: 0, end: 3 },
      { start: 4, end: 6 },
    ]);
    expect(pieces.map((piece) => [piece.text, piece.marks.length])).toEqual([
      ["c", 1],
      ["d", 0],
    ]);
  });

  it("never changes the text, and covers each mark exactly", () => {
    const range = fc.tuple(fc.nat(60), fc.nat(60));
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.array(range, { maxLength: 8 }),
        (text, ranges) => {
          const source = sourceOf(text);
          const marks = ranges.map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
          const pieces = cutPieces(source, 0, source.map.points, marks);
          expect(pieces.map((piece) => piece.text).join("")).toBe(text);
          for (const mark of marks) {
            const covered = pieces.filter((piece) => piece.marks.includes(mark));
            const length = covered.reduce((sum, piece) => sum + piece.end - piece.start, 0);
            const inside = Math.min(mark.end, source.map.points) - Math.min(mark.start, source.map.points);
            expect(length).toBe(inside);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("splitLastWord", () => {
  it.each([
    ["the master", "the ", "master"],
    ["dues", "", "dues"],
    ["one-half of ", "one-half ", "of "],
    ["", "", ""],
  ])("%j", (text, head, tail) => {
    expect(splitLastWord(text)).toEqual([head, tail]);
  });
});

describe("splitReferences", () => {
  it("keeps a reference on one line", () => {
    const runs = splitReferences("under subsection (b), section 63 or clause");
    expect(runs.filter((run) => run.keep).map((run) => run.text)).toEqual(["subsection (b)", "section 63"]);
  });

  it("loses nothing", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(
          splitReferences(text)
            .map((run) => run.text)
            .join(""),
        ).toBe(text);
      }),
      { numRuns: 60 },
    );
  });
});
