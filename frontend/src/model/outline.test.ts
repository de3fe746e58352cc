import { describe, expect, it } from "vitest";

import { FERRY } from "../../tests/statute";
import { buildDocument } from "./document";
import { countFilter, makeRows, marksOf, visibleRows } from "./outline";
import type { OutlineView } from "./outline";
import { expectedWork, uncertaintyOf } from "./outline-order";

const document = buildDocument(FERRY);
const rows = makeRows(document, "Ferry fares");
const view: OutlineView = {
  filter: "all",
  search: "",
  closed: new Set<string>(),
  order: "document",
  disputes: new Set(["9(a)(2)"]),
};
const shown = (change: Partial<OutlineView>): readonly string[] =>
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
    expect(marksOf(document, rows[1]?.label ?? "")).toEqual(["accepted", "accepted", "accepted", "none"]);
    expect(marksOf(document, rows[2]?.label ?? "")).toEqual(["accepted", "empty", "none", "none"]);
    expect(marksOf(document, rows[3]?.label ?? "")).toEqual(["none", "none", "none", "none"]);
  });

  it("hides what lies in a closed row", () => {
    expect(shown({ closed: new Set(["9(a)"]) })).toEqual(["9", "9(a)"]);
  });

  it("finds by words and by any spelling", () => {
    expect(shown({ search: "ferry sails" })).toEqual(["9(a)(2)"]);
    expect(shown({ search: "s9_a_1" })).toEqual(["9(a)(1)"]);
  });

  it("filters what is not done, stale or in dispute, and counts it", () => {
    expect(shown({ filter: "not_done" })).toEqual(["9", "9(a)(2)"]);
    expect(countFilter(document, rows, "not_done")).toBe(2);
    expect(shown({ filter: "dispute" })).toEqual(["9(a)(2)"]);
    expect(shown({ filter: "dispute", disputes: null })).toEqual([]);
    expect(shown({ filter: "stale" })).toEqual([]);
    const stale = buildDocument({
      ...FERRY,
      layers: FERRY.layers.map((one) =>
        one.label === "9(a)" ? { ...one, stale: { clause: "9 changed" } } : one,
      ),
    });
    expect(visibleRows(stale, rows, { ...view, filter: "stale" }).map((row) => row.label)).toEqual(["9(a)"]);
    expect(marksOf(stale, "9(a)")[2]).toBe("stale");
  });

  it("sorts by the work that is left and by the model's doubt", () => {
    const argument = { id: "s", number: 1, name: "Ferry", value_type: "span" as const, order: 1 };
    const suggest = (label: string, ...sure: readonly number[]) =>
      [
        label,
        sure.map((confidence, i) => ({
          ...{ id: `${label}${i}`, start: i, end: i + 1, label, argument, argumentId: "s", confidence },
        })),
      ] as const;
    const suggested = buildDocument(
      { ...FERRY, layers: [] },
      new Map([suggest("9(a)", 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9), suggest("9(a)(1)", 0.2)]),
    );
    const order = (by: OutlineView["order"]): readonly string[] =>
      visibleRows(suggested, rows, { ...view, order: by }).map((row) => row.label);
    expect(order("uncertainty")).toEqual(["9(a)(1)", "9(a)", "9", "9(a)(2)"]);
    expect(order("work")[0]).toBe("9(a)");
    expect(uncertaintyOf(suggested, "9")).toBeNull();
    expect(expectedWork(document, "9(a)")).toBe(0);
    expect(expectedWork(suggested, "9(a)(1)")).toBeCloseTo(13.4);
  });
});
