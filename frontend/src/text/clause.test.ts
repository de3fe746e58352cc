import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { tokenizeClause } from "./clause";

function kinds(clause: string): readonly string[] {
  return tokenizeClause(clause)
    .filter((token) => token.kind !== "space")
    .map((token) => `${token.kind}:${token.text}`);
}

describe("tokenizeClause", () => {
  it("reads the paper's notation", () => {
    expect(kinds("§151(b)(Spouse=Taxp, Taxy) AND NOT §2(a)(Taxp)")).toEqual([
      "predicate:§151(b)",
      "punctuation:(",
      "callee:Spouse",
      "punctuation:=",
      "name:Taxp",
      "punctuation:,",
      "name:Taxy",
      "punctuation:)",
      "operator:AND",
      "operator:NOT",
      "predicate:§2(a)",
      "punctuation:(",
      "name:Taxp",
      "punctuation:)",
    ]);
  });

  it("reads the files' notation", () => {
    expect(kinds("s63(TAXP) :- tax(A:B).")).toEqual([
      "predicate:s63",
      "punctuation:(",
      "name:TAXP",
      "punctuation:)",
      "punctuation::-",
      "predicate:tax",
      "punctuation:(",
      "callee:A",
      "punctuation::",
      "name:B",
      "punctuation:)",
      "punctuation:.",
    ]);
  });

  it("loses nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (clause) => {
        expect(
          tokenizeClause(clause)
            .map((token) => token.text)
            .join(""),
        ).toBe(clause);
      }),
      { numRuns: 60 },
    );
  });
});
