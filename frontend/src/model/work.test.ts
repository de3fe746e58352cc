import { describe, expect, it } from "vitest";

import { readLabels } from "./work";

describe("readLabels", () => {
  it.each([
    ["", []],
    ["63(c)(5)", ["63(c)(5)"]],
    [" § 63(c), 151;§7\n7 ,", ["63(c)", "151", "7"]],
  ])("reads %j", (typed, labels) => {
    expect(readLabels(typed)).toEqual(labels);
  });
});
