import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  axisStart,
  formatFigure,
  formatInterval,
  formatNumber,
  formatShare,
  placeOf,
  stretchesOf,
} from "./figures";

describe("figures", () => {
  it.each([
    [0.914, ".91"],
    [1, "1"],
    [0.9999, "1"],
    [0, ".00"],
    [-0.25, "-.25"],
    [-0.001, ".00"],
    [null, "–"],
  ])("prints %s as %s", (value, words) => {
    expect(formatFigure(value)).toBe(words);
  });

  it("prints intervals, shares and numbers", () => {
    expect(formatInterval(0.88, 0.931)).toBe(".88–.93");
    expect(formatInterval(null, null)).toBe("");
    expect(formatShare(5, 6)).toBe("83%");
    expect(formatShare(0, 0)).toBe("–");
    expect(formatNumber(2)).toBe("2");
    expect(formatNumber(2.25)).toBe("2.3");
  });

  it("begins the axis where all fit", () => {
    expect(axisStart([0.7, null])).toBe(0.5);
    expect(axisStart([0.2])).toBe(0);
    expect(axisStart([-0.2, 1])).toBe(-1);
    expect(axisStart([])).toBe(0.5);
  });

  it("keeps every place and every bar within its bounds", () => {
    const count = fc.nat(1000);
    fc.assert(
      fc.property(
        fc.double({ noNaN: true }),
        count,
        count,
        count,
        count,
        (value, planned, accepted, submitted, begun) => {
          expect(placeOf(value, 0, 1)).toBeGreaterThanOrEqual(0);
          expect(placeOf(value, 0, 1)).toBeLessThanOrEqual(1);
          const bar = stretchesOf({ planned, accepted, submitted, in_progress: begun });
          expect(bar.reduce((sum, [, percent]) => sum + percent, 0)).toBeLessThanOrEqual(100.0001);
        },
      ),
    );
  });
});
