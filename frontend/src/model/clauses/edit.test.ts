import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { isSameTerm, makeCall, makePassed, parseClause, printFile, printPaper } from ".";
import type { Term } from ".";
import {
  addCall,
  connect,
  group,
  moveNode,
  negate,
  nodeAt,
  pathsOf,
  removeNode,
  setOperator,
  ungroup,
} from "./edit";
import type { Changed, Path } from "./edit";

function read(text: string): Term {
  const { term } = parseClause(text);
  if (term === null) throw new Error(text);
  return term;
}

const CLAUSE = "s1(A,B) :- s2(A) AND [ s3(B) OR s4(A) OR s5(X:B) ] AND NOT s6(B)";
const show = (changed: Changed): string => printFile(changed.term);

type Act = (term: Term, path: Path) => Changed;
const CALL = makeCall("7(a)", [makePassed("A")]);
const ACTS: Readonly<Record<string, Act>> = {
  add: (term, path) => addCall(term, path, CALL),
  remove: removeNode,
  and: (term, path) => setOperator(term, path, "and"),
  or: (term, path) => setOperator(term, path, "or"),
  negate,
  group,
  ungroup,
  up: (term, path) => moveNode(term, path, -1),
  down: (term, path) => moveNode(term, path, 1),
  connect: (term, path) => connect(term, path, "NEW", "FRESH"),
  cut: (term, path) => connect(term, path, "X", null),
};

describe("changes of a clause", () => {
  it("does what each is for", () => {
    const term = read(CLAUSE);
    expect(show(addCall(term, [1], CALL))).toContain("OR s5(X:B) OR s7_a(A) ]");
    expect(show(addCall(term, [0], CALL))).toContain("s2(A) AND s7_a(A) AND [");
    expect(show(addCall(term, [2, 0], CALL))).toContain("NOT [ s6(B) AND s7_a(A) ]");
    expect(show(addCall(read("s1(A)"), [], CALL))).toBe("s1(A) :- s7_a(A)");
    expect(show(removeNode(term, [1]))).toBe("s1(A,B) :- s2(A) AND NOT s6(B)");
    expect(show(removeNode(term, [2, 0]))).toBe("s1(A,B) :- s2(A) AND [ s3(B) OR s4(A) OR s5(X:B) ]");
    expect(show(removeNode(term, []))).toBe("s1(A,B)");
    expect(show(setOperator(term, [1, 2], "and"))).toContain("[ s3(B) AND s4(A) AND s5(X:B) ]");
    expect(show(negate(term, [2]))).toContain("AND s6(B)");
    expect(show(negate(term, [2, 0]))).toContain("AND s6(B)");
    expect(show(negate(term, [1]))).toContain("AND NOT [ s3(B) OR");
    expect(show(group(term, [1, 1]))).toContain("[ s3(B) OR [ s4(A) AND s5(X:B) ] ]");
    expect(show(ungroup(term, [1]))).toBe("s1(A,B) :- s2(A) AND s3(B) AND s4(A) AND s5(X:B) AND NOT s6(B)");
    expect(show(moveNode(term, [1], -1))).toMatch(/^s1\(A,B\) :- \[ s3/);
    expect(show(connect(term, [1, 2], "X", "A"))).toContain("s5(X:A)");
    expect(show(connect(term, [0], "Y", "NEW"))).toBe(
      CLAUSE.replace("s1(A,B)", "s1(A,B,NEW)").replace("s2(A)", "s2(A,Y:NEW)"),
    );
    expect(show(connect(term, [1, 2], "X", null))).toContain("s5()");
  });

  it("gives a clause that prints and reads as itself, and a path that is there, whatever is done", () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.nat(40)), { maxLength: 14 });
    fc.assert(
      fc.property(steps, (acts) => {
        let term = read(CLAUSE);
        for (const [name, pick] of acts) {
          const paths = pathsOf(term.body);
          const path = paths[pick % Math.max(1, paths.length)] ?? [];
          const changed = ACTS[name]?.(term, path) ?? { term, path };
          term = changed.term;
          if (changed.path !== null && term.body !== null)
            expect(nodeAt(term.body, changed.path)).not.toBeNull();
          expect(isSameTerm(read(printFile(term)), term)).toBe(true);
          expect(isSameTerm(read(printPaper(term)), term)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("takes itself back where it can", () => {
    const term = read(CLAUSE);
    for (const path of pathsOf(term.body)) {
      const twice = negate(term, path);
      if (twice.path !== null) expect(isSameTerm(negate(twice.term, twice.path).term, term)).toBe(true);
      const moved = moveNode(term, path, 1);
      if (moved.path !== null && moved.term !== term) {
        expect(isSameTerm(moveNode(moved.term, moved.path, -1).term, term)).toBe(true);
      }
    }
  });
});
