import { describe, expect, it } from "vitest";

import { CASE } from "../../tests/case";
import { currentInstantiation, openCase } from "./case-session";
import { addChange, sayChange, supposables, toWhatIf } from "./what-if";

const ROW = { ...CASE.instantiations[0], truth: true } as (typeof CASE.instantiations)[number];
const state = openCase({ ...CASE, instantiations: [ROW] }, "robin", null);

describe("what if", () => {
  it("offers given values, subsections of the case and their values; by program given values alone", () => {
    const one = currentInstantiation(state);
    if (one === undefined) throw new Error("the case has a row");
    const words = supposables(state, one, "structure").map((choice) => choice.words);
    expect(words).toEqual([
      ...["Passenger", "Fare", "Day"],
      ...["§9(a) were false", "§9(a) Passenger", "§9(a) Fare", "§9(a) Day"],
    ]);
    expect(supposables(state, one, "program").map((choice) => choice.words)).toEqual(words.slice(0, 3));
  });

  it("puts another value into a row in place of its own", () => {
    const one = currentInstantiation(state);
    if (one === undefined) throw new Error("the case has a row");
    const fare = supposables(state, one, "structure").find((choice) => choice.words === "§9(a) Fare");
    const change = fare?.change(7);
    if (change === undefined) throw new Error("there is such a choice");
    const values = Object.fromEntries(one.values.map((value) => [value.name, value.value]));
    expect(toWhatIf([change], "")).toEqual({
      rows: [{ label: "9(a)", values: { ...values, Fare: 7 }, truth: true, instead: values }],
    });
    expect(sayChange(change).slice(0, 1)).toEqual(["§9(a) Fare"]);
    const again = fare?.change(8);
    expect(again && addChange([change], again)).toEqual([again]);
  });
});
