/** Suggestions beside a person's layer: the table shared with Python, and what must hold of any. */
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

import { mapOffsets, slicePoints } from "../text/offsets";
import { knowName } from "../text/naming";
import { foldPhrase } from "../text/words-join";
import { applyOperation, emptyLayer, findFlaws, layerFromJson } from "./edits";
import type { Layer } from "./edits";
import { above, openClause, openMentions, planAccept, planAcceptClause, planReject } from "./suggestions";
import type { Suggestions, TextOf } from "./suggestions";

interface Row {
  readonly name: string;
  readonly layer: string;
  readonly suggestions: string;
  /** Words, start, name and value type of what the person named elsewhere. */
  readonly known?: readonly (readonly [string, number, string, "span" | "integer"])[];
  readonly open: readonly string[];
  readonly clause: string | null;
  readonly wanted: readonly string[];
  readonly accept: unknown;
}
interface Table {
  readonly text: string;
  readonly layers: Readonly<Record<string, unknown>>;
  readonly suggestions: Readonly<Record<string, Suggestions>>;
  readonly decide: readonly Row[];
  readonly above: readonly { readonly threshold: number; readonly ids: readonly string[] }[];
  readonly accept_clause: {
    readonly suggestions: string;
    readonly note: string;
    readonly operation: unknown;
  };
  readonly fold: readonly (readonly [string, string])[];
}

const path = resolve(import.meta.dirname, "../../../tests/edits/suggestions.json");
const TABLE = JSON.parse(readFileSync(path, "utf8")) as Table;
const map = mapOffsets(TABLE.text);
const textOf: TextOf = ({ start, end }) => slicePoints(TABLE.text, map, start, end);

function makeIds(): () => string {
  let number = 0;
  return () => `00000000-0000-4000-8000-eeeeeeee${String(++number).padStart(4, "0")}`;
}

function layerOf(name: string): Layer {
  const read = layerFromJson(TABLE.layers[name]);
  if (!read.ok) throw new Error(read.refusal.message);
  return read.layer;
}

function suggestionsOf(name: string): Suggestions {
  const found = TABLE.suggestions[name];
  if (found === undefined) throw new Error(name);
  return found;
}

describe("the shared table", () => {
  it.each(TABLE.decide)("$name", (row) => {
    const layer = layerOf(row.layer);
    const said = suggestionsOf(row.suggestions);
    expect(openMentions(layer, said).map((one) => one.id)).toEqual(row.open);
    expect(openClause(layer, said)?.id ?? null).toBe(row.clause);
    const known = (row.known ?? []).map(([words, start, name, value_type]) =>
      knowName(words, start, { name, value_type }),
    );
    const operation = planAccept(layer, said, new Set(row.wanted), textOf, makeIds(), known);
    expect(operation).toEqual(row.accept);
    if (operation === null) return;
    const outcome = applyOperation(layer, operation);
    expect(outcome.ok && findFlaws(outcome.layer)).toEqual([]);
  });

  it.each(TABLE.above)("above $threshold", ({ threshold, ids }) => {
    expect(above(suggestionsOf("three").mentions, threshold)).toEqual(ids);
  });

  it("accepts a clause", () => {
    const row = TABLE.accept_clause;
    const { clause } = suggestionsOf(row.suggestions);
    expect(clause && planAcceptClause(clause, row.note)).toEqual(row.operation);
  });

  it.each(TABLE.fold)("folds %j", (text, folded) => {
    expect(foldPhrase(text)).toBe(folded);
  });
});

const PARTS = [
  [0, 18],
  [22, 40],
] as const;
const TEXT = "The vessel of such master, the vessel and its dues.";
const bare = emptyLayer("layer", "subsection", PARTS);
const wordsOf: TextOf = ({ start, end }) => TEXT.slice(start, end);

const suggestions = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom("s1", "s2", "s3", "s4", "s5"),
      start: fc.nat(40),
      length: fc.nat(8),
      argument: fc.constantFrom("a1", "a2"),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { selector: (one) => one.id, maxLength: 5 },
  )
  .map((found): Suggestions => ({
    arguments: [
      { id: "a1", name: "Vessel", value_type: "span", confidence: null, why: "" },
      { id: "a2", name: "Dues", value_type: "integer", confidence: null, why: "" },
    ],
    mentions: found.map(({ length, ...one }) => ({ ...one, end: one.start + length, why: "" })),
    clause: null,
  }));

describe("any suggestions", () => {
  it("are accepted in one step that can be taken back", () => {
    fc.assert(
      fc.property(
        suggestions,
        suggestions,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (first, said, sure) => {
          const begun = planAccept(bare, first, new Set(above(first.mentions, 0)), wordsOf, makeIds());
          const started = begun === null ? null : applyOperation(bare, begun);
          const layer: Layer = started?.ok ? { ...started.layer, decisions: new Map() } : bare;
          const wanted = new Set(above(openMentions(layer, said), sure));
          let number = 100;
          const operation = planAccept(layer, said, wanted, wordsOf, () => `n${number++}`);
          if (operation === null) {
            expect(wanted.size).toBe(0);
            return;
          }
          const outcome = applyOperation(layer, operation);
          if (!outcome.ok) throw new Error(outcome.refusal.message);
          expect(findFlaws(outcome.layer)).toEqual([]);
          expect(openMentions(outcome.layer, said).filter((one) => wanted.has(one.id))).toEqual([]);
          const back = applyOperation(outcome.layer, outcome.inverse);
          expect(back.ok && back.layer).toEqual(layer);
        },
      ),
    );
  });

  it("are closed one by one when rejected", () => {
    fc.assert(
      fc.property(suggestions, (said) => {
        for (const { id } of openMentions(bare, said)) {
          const outcome = applyOperation(bare, planReject(id));
          const left = openMentions(bare, said).filter((one) => one.id !== id);
          expect(outcome.ok && openMentions(outcome.layer, said)).toEqual(left);
        }
      }),
    );
  });
});
