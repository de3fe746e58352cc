import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { mapOffsets, slicePoints, toPoints, toUnits } from "./offsets";

describe("offsets", () => {
  it("counts ½ as one unit and an emoji as two", () => {
    const map = mapOffsets("½ of 🚢 dues");
    expect(toUnits(map, 5)).toBe(5);
    expect(toUnits(map, 6)).toBe(7);
    expect(toPoints(map, 7)).toBe(6);
    expect(slicePoints("½ of 🚢 dues", map, 5, 6)).toBe("🚢");
  });

  it("takes the middle of a pair as its start", () => {
    expect(toPoints(mapOffsets("a🚢b"), 2)).toBe(1);
  });

  it("refuses offsets outside the text", () => {
    const map = mapOffsets("abc");
    expect(() => toUnits(map, 4)).toThrow("outside the text (0 to 3)");
    expect(() => toPoints(map, -1)).toThrow(RangeError);
  });

  it("agrees with counting by hand, there and back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), (text, pick) => {
        const characters = Array.from(text);
        const point = pick % (characters.length + 1);
        const map = mapOffsets(text);
        const unit = characters.slice(0, point).join("").length;
        expect(toUnits(map, point)).toBe(unit);
        expect(toPoints(map, unit)).toBe(point);
      }),
    );
  });
});
