import { describe, expect, it } from "vitest";

import { FERRY } from "../../tests/statute";
import { buildDocument } from "./document";
import type { Layer, Operation } from "./edits";
import { emptyLayer } from "./edits";
import { mayReach } from "./reach";
import type { Known } from "./reach";

const A = "00000000-0000-4000-8000-000000000001";
const B = "00000000-0000-4000-8000-000000000002";

function layer(clause: string | null, names: readonly string[] = []): Layer {
  const ids = [A, B];
  return {
    ...emptyLayer(A, "subsection", [[0, 9]]),
    clause: { text: clause, note: "", from_suggestion: null },
    arguments: new Map(
      names.map((name, order) => {
        const id = ids[order] ?? "";
        return [id, { id, name, value_type: "span", order, from_suggestion: null }];
      }),
    ),
  };
}

function known(
  own: string | null,
  other: string | null,
  uses?: { readonly names: readonly string[]; readonly callers: number },
): Known {
  const document = buildDocument({
    ...FERRY,
    subsections: FERRY.subsections.map((one) =>
      one.label === "9(a)" && uses ? { ...one, uses: { ...uses, names: [...uses.names] } } : one,
    ),
  });
  return {
    layers: new Map([
      ["9(a)", layer(own, ["Fare", "Payer"])],
      ["9", layer(other)],
    ]),
    document,
  };
}

const rename: Operation = { op: "rename_argument", id: A, name: "Toll" };
const head = (text: string | null): Operation => ({
  op: "set_clause",
  clause: { text, note: "", from_suggestion: null },
});

describe("what a change may reach", () => {
  it.each<readonly [string, Known, Operation, boolean]>([
    ["nothing names it", known(null, null), rename, false],
    ["its own clause does", known("s9_a(FARE)", null), rename, true],
    ["a caller here does", known(null, "s9(X) :- s9_a(FARE:X)"), rename, true],
    ["a name inside another word", known(null, "s9(FAREWELL)"), rename, false],
    ["a clause or case elsewhere does", known(null, null, { names: ["FARE"], callers: 0 }), rename, true],
    ["another argument is used", known(null, null, { names: ["PAYER"], callers: 0 }), rename, false],
    ["inside a batch", known("s9_a(FARE)", null), { op: "batch", ops: [rename] }, true],
    ["a merge", known("s9_a(FARE)", null), { op: "merge_arguments", source: A, into: B }, true],
    ["a mention", known("s9_a(FARE)", null), { op: "remove_mention", id: A }, false],
    ["another head", known("s9_a(FARE)", "s9(X) :- s9_a(FARE:X)"), head("s9_a(TOLL)"), true],
    ["another head of what nobody calls", known("s9_a(FARE)", null), head("s9_a(TOLL)"), false],
    ["the head in another order", known("s9_a(A,B)", "s9(X) :- s9_a(X)"), head("s9_a(B,A)"), false],
    ["the first clause", known(null, "s9(X) :- s9_a(X)"), head("s9_a(A)"), false],
    ["a clause that is taken away", known("s9_a(A)", "s9(X) :- s9_a(X)"), head(null), false],
    ["a clause that cannot be read", known("s9_a(A)", "s9(X) :- s9_a(X)"), head("s9_a("), false],
  ])("%s", (_, here, operation, expected) => {
    expect(mayReach(here, "9(a)", operation)).toBe(expected);
  });
});
