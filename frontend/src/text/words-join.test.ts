import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { foldPhrase, proposeJoin, proposeName } from "./words-join";

const known = [
  { argument: "owner", start: 10, text: "the owner" },
  { argument: "ship", start: 30, text: "any such ship" },
  { argument: "year", start: 50, text: "year" },
  { argument: "other", start: 70, text: "The Year" },
];

describe("joining", () => {
  it.each([
    ["The Owner", 90, "owner"],
    ["such owner", 90, "owner"],
    ["SHIP", 0, "ship"],
    ["a\u00a0ship", 0, "ship"],
    ["ships", 0, null],
    ["owner of the ship", 0, null],
    ["", 0, null],
    ["the", 0, null],
    ["year", 60.5, "other"],
    ["year", 40, "year"],
  ])("%j at %d joins %j", (text, start, wanted) => {
    expect(proposeJoin(known, text, start)).toBe(wanted);
  });

  it("prefers the argument with most mentions of the text to the nearest", () => {
    const more = [...known, { argument: "year", start: 0, text: "such year" }];
    expect(proposeJoin(more, "year", 71)).toBe("year");
  });

  it("compares composed and decomposed letters as one", () => {
    expect(foldPhrase("The Cafe\u0301")).toBe(foldPhrase("caf\u00e9"));
    expect(foldPhrase("such")).toBe("such");
  });
});

describe("naming", () => {
  it.each([
    ["the taxable income", [], "Taxable_income"],
    ["the taxable income", ["TAXABLE_INCOME"], "Taxable_income_2"],
    ["income", ["Income", "INCOME_2"], "Income_3"],
    ["amount of remuneration paid to such employee", [], "Amount_of_remuneration"],
    ["½", [], "X"],
    ["$1,500", [], "X1_500"],
    ["שלום", ["x"], "X_2"],
  ])("%j is called %j", (text, taken, wanted) => {
    expect(proposeName(taken, text)).toBe(wanted);
  });
});

const table = resolve(import.meta.dirname, "../../../tests/edits/names.json");
const names = JSON.parse(readFileSync(table, "utf8")) as { taken: string[]; text: string; name: string }[];

describe("names of new arguments", () => {
  it.each(names)("are those of the server: $name", ({ taken, text, name }) => {
    expect(proposeName(taken, text)).toBe(name);
  });
});
