import { describe, expect, it } from "vitest";

import { FERRY } from "../../tests/statute";
import { connectedWith } from "./connections";
import { buildDocument } from "./document";

function withClause(clause: string | null) {
  const layers = FERRY.layers.map((one) => (one.label === "9(a)" ? { ...one, clause } : one));
  return buildDocument({ ...FERRY, layers });
}

const names = (document: ReturnType<typeof withClause>, label: string, id: string): readonly string[] =>
  connectedWith(document, label, id).map((one) => `${one.label} ${one.argument.name}`);

describe("arguments that clauses connect", () => {
  const document = withClause("§9(a)(Passenger, Fare) :- §9(a)(1)(Passenger) AND §9(a)(2)(Fare).");

  it("are found from the caller and from the callee", () => {
    expect(names(document, "9(a)", "passenger")).toEqual(["9(a)(1) Passenger"]);
    expect(names(document, "9(a)(1)", "grown")).toEqual(["9(a) Passenger"]);
  });

  it("are none where the callee has no such argument, or the clause cannot be read, or there is none", () => {
    expect(names(document, "9(a)", "fare")).toEqual([]);
    expect(names(withClause("§9(a)(Passenger :- ("), "9(a)", "passenger")).toEqual([]);
    expect(names(withClause(null), "9(a)(1)", "grown")).toEqual([]);
    expect(names(document, "9(z)", "grown")).toEqual([]);
  });

  it("are those that the callee names otherwise, too", () => {
    const renamed = withClause("§9(a)(Passenger, Fare) :- §9(a)(1)(Passenger=Fare).");
    expect(names(renamed, "9(a)", "fare")).toEqual(["9(a)(1) Passenger"]);
  });
});
