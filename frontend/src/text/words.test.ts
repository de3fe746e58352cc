import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  makeWordText,
  moveByLetter,
  moveEdgeByLetter,
  moveEdgeByWord,
  nextWord,
  previousWord,
  snapSelection,
  wordAt,
  wordsIn,
} from "./words";
import type { Range } from "./words";

const points = (text: string): string[] => Array.from(text);
const slice = (text: string, range: Range): string => points(text).slice(range.start, range.end).join("");
const wordsOf = (text: string): string[] => {
  const source = makeWordText(text);
  return wordsIn(source, 0, source.map.points).map((word) => slice(text, word));
};

/** The bars mark the selection: "the |mast|er". */
function snap(marked: string): string | null {
  const [before = "", inside = "", after = ""] = marked.split("|");
  const text = before + inside + after;
  const start = points(before).length;
  const range = snapSelection(makeWordText(text), start, start + points(inside).length);
  return range && slice(text, range);
}

describe("words", () => {
  it.each([
    ["the master pays", ["the", "master", "pays"]],
    ["taxpayer's dues, (if any).", ["taxpayer's", "dues", "if", "any"]],
    ["self-employed — one-half", ["self-employed", "one-half"]],
    ["½ of 2½ and $1,500.50", ["½", "of", "2½", "and", "$1,500.50"]],
    ["20% under §63(c)(5)", ["20%", "under", "§63", "c", "5"]],
    ["a 🚢🏴‍☠️ b 👩‍👩‍👧 c", ["a", "🚢", "🏴‍☠️", "b", "👩‍👩‍👧", "c"]],
    ["cafe\u0301 nai\u0308ve", ["cafe\u0301", "nai\u0308ve"]],
    ["the\u00a0master\u00a0pays", ["the", "master", "pays"]],
    ["end\u202f.", ["end"]],
    ["שלום עולם, מס", ["שלום", "עולם", "מס"]],
    ["first line\nsecond line", ["first", "line", "second", "line"]],
    ["… — ()", []],
    ["", []],
  ])("of %j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

describe("snapping", () => {
  it.each([
    ["the m|aste|r pays", "master"],
    ["the| mas|ter pays", "master"],
    ["t|he mas|ter pays", "the master"],
    ["the| master, |pays", "master"],
    ["“|the master|” pays", "the master"],
    ["paragraph |(2)| of", "2"],
    ["under |paragraph (2|) of", "paragraph (2)"],
    ["under |paragraph (2),| of", "paragraph (2)"],
    ["(|the master) pays|", "(the master) pays"],
    ["a |½| b", "½"],
    ["pays 🚢 d|ue|s", "dues"],
    ["pays |🚢| dues", "🚢"],
    ["caf|e|\u0301 noir", "cafe\u0301"],
    ["the|\u00a0|master", null],
    ["the\u00a0m|a|ster", "master"],
    ["אמר |של|ום.", "שלום"],
    ["one |two\nthr|ee four", "two\nthree"],
    ["the mas||ter", "master"],
    ["the|| master", "the"],
    ["the . || . master", null],
    [" |,;| ", null],
  ])("%j gives %j", (marked, wanted) => {
    expect(snap(marked)).toBe(wanted);
  });

  it("is a fixed point: snapping again changes nothing", () => {
    const texts = fc.string({ unit: fc.constantFrom(...points("ab ,.()[]\n½🚢$5%-'")), maxLength: 30 });
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (text, a, b) => {
        const source = makeWordText(text);
        const length = source.map.points + 1;
        const [start = 0, end = 0] = [a % length, b % length].sort((x, y) => x - y);
        const once = snapSelection(source, start, end);
        if (once) expect(snapSelection(source, once.start, once.end)).toEqual(once);
      }),
    );
  });

  it("holds on any text: inside it, in order, never in half a letter", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), fc.nat(), (text, pick) => {
        const source = makeWordText(text);
        const words = wordsIn(source, 0, source.map.points);
        const stops = new Set([0]);
        for (let at = 0; at < source.map.points; stops.add(at)) at = moveByLetter(source, at, "next");
        words.forEach((word, i) => {
          expect(word.start).toBeLessThan(word.end);
          expect(word.start).toBeGreaterThanOrEqual(words[i - 1]?.end ?? 0);
          expect(stops.has(word.end)).toBe(true);
          expect(slice(text, word)).toBe(slice(text, word).trim());
        });
        const at = pick % (source.map.points + 1);
        expect(nextWord(source, at)).toEqual(words.find((w) => w.start >= at) ?? null);
        expect(previousWord(source, at)).toEqual(words.findLast((w) => w.end <= at) ?? null);
      }),
    );
  });
});

describe("moving", () => {
  const text = "the master (2) pays";
  const source = makeWordText(text);
  const move = (range: Range, edge: "start" | "end", direction: "next" | "previous"): string =>
    slice(text, moveEdgeByWord(source, range, edge, direction));

  it("moves an edge by a word and keeps brackets in pairs", () => {
    const master = { start: 4, end: 10 };
    expect(move(master, "end", "next")).toBe("master (2)");
    expect(move(master, "start", "previous")).toBe("the master");
    expect(move({ start: 4, end: 14 }, "end", "previous")).toBe("master");
    expect(move({ start: 4, end: 14 }, "start", "next")).toBe("2");
  });

  it("keeps one word, and stops at the ends of the text", () => {
    expect(move({ start: 4, end: 10 }, "end", "previous")).toBe("master");
    expect(move({ start: 4, end: 10 }, "start", "next")).toBe("master");
    expect(move({ start: 15, end: 19 }, "end", "next")).toBe("pays");
    expect(move({ start: 0, end: 3 }, "start", "previous")).toBe("the");
  });

  it("finds the word under the caret, and none between", () => {
    expect(wordAt(source, 5)).toEqual({ start: 4, end: 10 });
    expect(wordAt(source, 10)).toEqual({ start: 4, end: 10 });
    expect(wordAt(makeWordText("a  b"), 2)).toBeNull();
  });

  it.each([
    ["e\u0301x", [0, 2, 3]],
    ["a👩‍👩‍👧b", [0, 1, 6, 7]],
    ["½🚢", [0, 1, 2]],
    ["a\nb", [0, 1, 2, 3]],
    ["של", [0, 1, 2]],
  ])("steps through the letters of %j, there and back", (letters, stops) => {
    const at = makeWordText(letters);
    const forth = stops.slice(0, -1).map((stop) => moveByLetter(at, stop, "next"));
    const back = stops.slice(1).map((stop) => moveByLetter(at, stop, "previous"));
    expect(forth).toEqual(stops.slice(1));
    expect(back).toEqual(stops.slice(0, -1));
    expect(moveByLetter(at, 0, "previous")).toBe(0);
    expect(moveByLetter(at, stops.at(-1) ?? 0, "next")).toBe(stops.at(-1));
  });

  it("moves an edge by a letter and never empties the range", () => {
    expect(moveEdgeByLetter(source, { start: 4, end: 10 }, "end", "next")).toEqual({ start: 4, end: 11 });
    expect(moveEdgeByLetter(source, { start: 4, end: 5 }, "end", "previous")).toEqual({ start: 4, end: 5 });
    expect(moveEdgeByLetter(source, { start: 4, end: 5 }, "start", "next")).toEqual({ start: 4, end: 5 });
  });
});
