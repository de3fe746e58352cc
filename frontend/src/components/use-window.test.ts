import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { WHOLE, windowOf } from "./use-window";

describe("windowOf", () => {
  it("sets a short list whole", () => {
    expect(windowOf(40, 20, WHOLE)).toEqual({ from: 0, to: WHOLE, before: 0, after: 0 });
  });

  it("holds every row in sight, and room for the others", () => {
    const sizes = fc.record({
      count: fc.integer({ min: WHOLE + 1, max: 5000 }),
      rows: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(sizes, fc.nat({ max: 6000 }), ({ count, rows }, at) => {
        const first = Math.min(at, count - 1);
        const { from, to, before, after } = windowOf(first, rows, count);
        expect(from).toBeLessThanOrEqual(first);
        expect(to).toBeGreaterThanOrEqual(Math.min(count, first + rows));
        expect(before + after + (to - from) * 26).toBe(count * 26);
      }),
    );
  });
});
