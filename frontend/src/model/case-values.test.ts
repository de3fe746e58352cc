import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { measureError, readTyped, writeTyped } from "./case-values";

describe("typed values", () => {
  it.each([
    ["$1,200", "integer", 1200],
    ["20 crowns", "integer", 20],
    ["-3", "integer", -3],
    ["8; 12", "integer", [8, 12]],
    [" 15  June 2025 ", "span", "15 June 2025"],
    ["2024-02-29", "span", "2024-02-29"],
    ["June 15, 2025", "span", "June 15, 2025"],
    ["the Kittiwake; the Whimbrel", "span", ["the Kittiwake", "the Whimbrel"]],
  ] as const)("reads %s as %s", (typed, type, value) => {
    expect(readTyped(typed, type)).toMatchObject({ ok: true, value });
  });

  it.each([
    ["", "integer", "Type a value"],
    ["nine", "integer", "whole number is wanted"],
    ["15 June 2025", "integer", "whole number is wanted"],
    ["9.4 metres", "integer", "no whole number"],
    ["1,20", "integer", "a comma stands"],
    ["99999999999999999999", "integer", "too large"],
    ["31 June 2025", "span", "June 2025 has 30 days"],
    ["2025-02-29", "span", "February 2025 has 28 days"],
    ["2025-13-01", "span", "no month 13"],
    ["a;;b", "span", "both sides"],
  ] as const)("refuses %s as %s", (typed, type, why) => {
    const read = readTyped(typed, type);
    expect(read.ok ? "" : read.say).toContain(why);
  });

  it("reads what it writes, and measures as the metric does", () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 4 }), (numbers) => {
        const value = numbers.length === 1 ? (numbers[0] ?? 0) : numbers;
        expect(readTyped(writeTyped(value), "integer")).toMatchObject({ ok: true, value });
      }),
      { numRuns: 60 },
    );
    expect(measureError(100_000, 109_999)).toBeLessThan(1);
    expect(measureError(1000, 6000)).toBe(1);
  });
});
