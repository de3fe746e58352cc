import { describe, expect, it } from "vitest";

import { CASE } from "../../tests/case";
import { markEvidence, showAll, showHere, showRows, valueWords } from "./case";
import { openCase, rowsOf, updateCase } from "./case-session";
import type { CaseRow } from "./case-session";

const row = (name: string, value: CaseRow["value"]): CaseRow => ({
  number: 1,
  name,
  type: "span",
  value,
  known: true,
});
const found = (name: string, start: number, end: number): CaseRow =>
  row(name, { name, role: "found", value: "x", order: 0, evidence: [[start, end]], from_suggestion: null });

describe("case values", () => {
  it("shows those that have a value, with their numbers", () => {
    const state = openCase(CASE, "ada", null);
    const [one] = [...(state.layers.get(CASE.name)?.instantiations.values() ?? [])];
    const shown = showRows(rowsOf(state, one));
    expect(shown.length).toBe(one?.values.length);
    expect(showHere(state)).toEqual(shown);
    expect(showAll(state).get("9(a)")).toEqual(shown);
  });

  it("shows what is suggested beside them, until it is hidden", () => {
    const source = {
      layer: "l",
      run: "r",
      model: "m",
      fold: "",
      trained_on: [],
      created_at: "2026-01-01T00:00:00Z",
    };
    const value = {
      id: "v",
      role: "found" as const,
      name: "YEAR",
      value: "2025",
      confidence: 0.5,
      evidence: [[0, 3]] as const,
    };
    const suggestions = {
      source,
      rows: [{ id: "r", run: "r", label: "8", truth: null, confidence: 0.5, why: "", values: [value] }],
      subsections: [
        {
          label: "8",
          printed: "§8",
          section: "8",
          heading: "",
          arguments: [{ number: 2, name: "Year", value_type: "span" as const }],
        },
      ],
    };
    const read = updateCase(openCase(CASE, "ada", null), { type: "suggestionsRead", suggestions });
    const state = updateCase(read, { type: "suggestionChosen", id: "v" });
    expect(showHere(state)).toEqual([
      { name: "Year", number: 2, words: "2025", given: false, evidence: [[0, 3]], suggested: true },
    ]);
    expect([...showAll(state).keys()]).toEqual(["9(a)", "8"]);
    const hidden = updateCase(state, { type: "suggestionsTurned", showing: false });
    expect(showAll(hidden).has("8")).toBe(false);
  });

  it("marks evidence inside the text only", () => {
    const shown = showRows([found("Passenger", 0, 5), found("Stranger", 90, 99)]);
    expect(markEvidence(shown, 20).map((mark) => mark.name)).toEqual(["Passenger"]);
  });

  it("says when there is no value", () => {
    expect(valueWords("")).toBeNull();
    expect(valueWords([])).toBeNull();
    expect(valueWords(0)).toBe("0");
  });
});
