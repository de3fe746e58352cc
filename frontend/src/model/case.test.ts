import { describe, expect, it } from "vitest";

import { FERRY } from "../../tests/statute";
import type { Instantiation } from "../api/types";
import { markEvidence, showValues, valueWords } from "./case";

const ONE: Instantiation = {
  id: "i",
  label: "9(a)",
  printed: "§9(a)",
  section: "9",
  order: 0,
  truth: true,
  origin: "gold",
  author: { kind: "gold", name: "gold" },
  given: [{ name: "FARE", value: 12, order: 0, evidence: [] }],
  found: [
    { name: "Passenger", value: "Alice", order: 0, evidence: [[0, 5]] },
    { name: "Stranger", value: ["Bob", 3], order: 0, evidence: [[90, 99]] },
  ],
};

describe("case values", () => {
  it("takes numbers from the subsection without regard to case, and counts on for the rest", () => {
    const values = showValues(ONE, FERRY.layers[0]);
    expect(values.map((value) => [value.name, value.number, value.words])).toEqual([
      ["FARE", 2, "12"],
      ["Passenger", 1, "Alice"],
      ["Stranger", 3, "Bob, 3"],
    ]);
  });

  it("marks evidence inside the text only", () => {
    expect(markEvidence(showValues(ONE, undefined), 20).map((mark) => mark.name)).toEqual(["Passenger"]);
  });

  it("says when there is no value", () => {
    expect(valueWords("")).toBeNull();
    expect(valueWords([])).toBeNull();
    expect(valueWords(0)).toBe("0");
  });
});
