/** What a model suggests for a case beside a person's layer: the table shared with Python. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

import { openItems, planAcceptItems, planRejectItems } from "./case-suggestions";
import type { KnownArgument, SuggestedRow } from "./case-suggestions";
import { applyOperation, findFlaws, layerFromJson, layerToJson } from "./edits";
import type { Layer } from "./edits";

interface Row {
  readonly name: string;
  readonly layer: string;
  readonly rows: string;
  readonly open: readonly string[];
  readonly wanted: readonly string[];
  readonly accept: unknown;
}
interface Table {
  readonly known: Readonly<Record<string, readonly KnownArgument[]>>;
  readonly rows: Readonly<Record<string, readonly SuggestedRow[]>>;
  readonly layers: Readonly<Record<string, unknown>>;
  readonly decide: readonly Row[];
}

const path = resolve(import.meta.dirname, "../../../tests/edits/case_suggestions.json");
const TABLE = JSON.parse(readFileSync(path, "utf8")) as Table;
const known = (label: string): readonly KnownArgument[] => TABLE.known[label] ?? [];

function makeIds(): () => string {
  let number = 0;
  return () => `00000000-0000-4000-8000-eeeeeeee${String(++number).padStart(4, "0")}`;
}

function layerOf(name: string): Layer {
  const read = layerFromJson(TABLE.layers[name]);
  if (!read.ok) throw new Error(read.refusal.message);
  return read.layer;
}

describe("the shared table", () => {
  it.each(TABLE.decide)("$name", (row) => {
    const layer = layerOf(row.layer);
    const said = TABLE.rows[row.rows] ?? [];
    expect(openItems(layer, said, known).map((one) => one.id)).toEqual(row.open);
    const operation = planAcceptItems(layer, said, new Set(row.wanted), known, makeIds());
    expect(operation).toEqual(row.accept);
    if (operation === null) return;
    const outcome = applyOperation(layer, operation);
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    expect(findFlaws(outcome.layer)).toEqual([]);
    const back = applyOperation(outcome.layer, outcome.inverse);
    expect(back.ok && layerToJson(back.layer)).toEqual(layerToJson(layer));
  });
});

describe("deciding", () => {
  it("all of it leaves nothing open, accepted or rejected", () => {
    const layer = layerOf("empty");
    const said = TABLE.rows.two ?? [];
    const ids = openItems(layer, said, known).map((one) => one.id);
    for (const operation of [
      planAcceptItems(layer, said, new Set(ids), known, makeIds()),
      planRejectItems(ids),
    ]) {
      if (operation === null) throw new Error("there is something to decide");
      const outcome = applyOperation(layer, operation);
      expect(outcome.ok && openItems(outcome.layer, said, known)).toEqual([]);
    }
    expect(planRejectItems([])).toBeNull();
  });
});
