import { describe, expect, it } from "vitest";

import { lookOf, numberArguments } from "./numbering";

describe("numberArguments", () => {
  it("numbers by first mention, whatever the order given", () => {
    const numbers = numberArguments([
      { start: 30, argument: "berth" },
      { start: 5, argument: "vessel" },
      { start: 12, argument: "berth" },
      { start: 40, argument: "master" },
    ]);
    expect(Object.fromEntries(numbers)).toEqual({ vessel: 1, berth: 2, master: 3 });
  });
});

describe("lookOf", () => {
  it.each([
    [1, "a1"],
    [12, "a12"],
    [13, "a1"],
    [25, "a1"],
  ])("%d looks like %s", (number, look) => {
    expect(lookOf(number)).toBe(look);
  });
});
