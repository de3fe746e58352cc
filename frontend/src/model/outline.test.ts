import { describe, expect, it } from "vitest";

import { FERRY } from "../../tests/statute";
import { buildDocument } from "./document";
import { countFilter, makeRows, marksOf, visibleRows } from "./outline";

const document = buildDocument(FERRY);
const rows = makeRows(document, "Ferry fares");
const view = { filter: "all" as const, search: "", closed: new Set<string>() };
const shown = (change: Partial<typeof view> | { filter: "mentions" | "clauses" }): readonly string[] =>
  visibleRows(document, rows, { ...view, ...change }).map((row) => row.label);

describe("outline", () => {
  it("names rows by heading, or else by their first words", () => {
    expect(rows.map((row) => [row.step, row.words])).toEqual([
      ["§9", "Ferry fares"],
      ["(a)", "Fare"],
      ["(1)", "the passenger is grown, and"],
      ["(2)", "the ferry sails."],
    ]);
  });

  it("marks what is done", () => {
    expect(marksOf(document, rows[1]?.label ?? "")).toEqual(["accepted", "accepted", "accepted"]);
    expect(marksOf(document, rows[2]?.label ?? "")).toEqual(["accepted", "empty", "none"]);
    expect(marksOf(document, rows[3]?.label ?? "")).toEqual(["none", "none", "none"]);
  });

  it("hides what lies in a closed row", () => {
    expect(shown({ closed: new Set(["9(a)"]) })).toEqual(["9", "9(a)"]);
  });

  it("finds by words and by any spelling", () => {
    expect(shown({ search: "ferry sails" })).toEqual(["9(a)(2)"]);
    expect(shown({ search: "s9_a_1" })).toEqual(["9(a)(1)"]);
  });

  it("filters and counts", () => {
    expect(shown({ filter: "mentions" })).toEqual(["9(a)", "9(a)(1)"]);
    expect(countFilter(document, rows, "clauses")).toBe(1);
  });
});
