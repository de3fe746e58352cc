import { describe, expect, it } from "vitest";

import { holdsLabel, isSection, lastStep, parentLabel, parseLabel, plainLabel, titleWords } from "./labels";

describe("parseLabel", () => {
  it.each([
    ["63(c)(5)", "63(c)(5)"],
    ["s63_c_5", "63(c)(5)"],
    ["§63(c)(5)", "63(c)(5)"],
    ["§ 63 (c) (5)", "63(c)(5)"],
    ["section63", "63"],
    ["63_c_5", "63(c)(5)"],
    ["s3306_a_1_B", "3306(a)(1)(B)"],
  ])("reads %s", (typed, plain) => {
    const label = parseLabel(typed);
    expect(label === null ? null : plainLabel(label)).toBe(plain);
  });

  it.each(["", "harbour", "63(", "63(c", "s_12", "(a)"])("refuses %j", (typed) => {
    expect(parseLabel(typed)).toBeNull();
  });
});

describe("kinship", () => {
  it("knows parents", () => {
    expect(parentLabel("63(c)(5)")).toBe("63(c)");
    expect(parentLabel("63")).toBeNull();
  });

  it("does not take 1 for the parent of 12(a)", () => {
    expect(holdsLabel("1", "12(a)")).toBe(false);
    expect(holdsLabel("12", "12(a)")).toBe(true);
    expect(holdsLabel("12(a)", "12(a)")).toBe(true);
  });

  it("names the last step", () => {
    expect(lastStep("63(c)(5)")).toBe("(5)");
    expect(lastStep("63")).toBe("63");
  });
});

describe("words", () => {
  it("takes the number off a title", () => {
    expect(titleWords("§12. Harbour dues")).toBe("Harbour dues");
    expect(titleWords("Harbour dues")).toBe("Harbour dues");
  });

  it("tells sections from free predicates", () => {
    expect(isSection("63")).toBe(true);
    expect(isSection("tax")).toBe(false);
    expect(isSection(null)).toBe(false);
  });
});
