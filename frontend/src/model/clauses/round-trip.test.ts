/** Printing and reading a clause gives the clause back, whatever it says. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  isSameTerm,
  layoutPaper,
  makeCall,
  makeGate,
  makePassed,
  makeTerm,
  parseClause,
  printFile,
  printPaper,
} from ".";
import type { Node, Term } from ".";

const names = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,7}$/).filter((name) => !/^(?:AND|OR|NOT)$/.test(name));
const steps = fc.array(fc.stringMatching(/^[A-Za-z0-9]{1,3}$/), { maxLength: 4 });
const sections = fc
  .tuple(fc.stringMatching(/^[1-9][0-9]{0,3}[A-Z]?$/), steps)
  .map(([section, path]) => section + path.map((step) => `(${step})`).join(""));
const free = fc
  .stringMatching(/^[a-z]{2,6}(?:_[a-z0-9]{1,3}){0,2}$/)
  .filter((name) => !/^(?:and|or|not)$/.test(name) && !name.startsWith("sec"));
const labels = fc.oneof(sections, free);
const passed = fc.tuple(names, names).map(([name, by]) => makePassed(name, by));
const calls = fc
  .tuple(labels, fc.array(passed, { maxLength: 4 }))
  .map(([label, args]) => makeCall(label, args));

const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    calls,
    tie("node").map((item) => makeGate("not", [item])),
    fc
      .tuple(
        fc.constantFrom("and" as const, "or" as const),
        fc.array(tie("node"), { minLength: 2, maxLength: 4 }),
      )
      .map(([op, items]) => makeGate(op, items)),
  ),
}));
const terms: fc.Arbitrary<Term> = fc
  .tuple(labels, fc.array(names, { maxLength: 6 }), fc.option(node))
  .map(([label, heads, body]) => makeTerm(label, heads, body));

describe("a clause", () => {
  it.each([
    ["paper", printPaper],
    ["file", printFile],
    ["lines", (term: Term) => layoutPaper(term, 40)],
  ])("comes back from its %s form", (_, print) => {
    fc.assert(
      fc.property(terms, (term) => {
        const read = parseClause(print(term));
        expect(read.fault).toBeNull();
        expect(read.term !== null && isSameTerm(read.term, term)).toBe(true);
      }),
    );
  });

  it("is never read from arbitrary text by accident of an exception", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        (text) => parseClause(text).term === null || text.length > 3,
      ),
    );
  });
});
