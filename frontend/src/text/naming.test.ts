/** What an argument might be called: the table shared with Python. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

import { findHead, foldLikeness, knowName, listNames, matchNames, nameSelection } from "./naming";
import type { ProposedName } from "./naming";

type Pair = readonly [string, ProposedName["value_type"]];
interface Table {
  readonly fold: readonly { readonly text: string; readonly like: string; readonly head: string }[];
  readonly known: readonly (readonly [string, number, string, ProposedName["value_type"]])[];
  readonly rows: readonly {
    readonly name: string;
    readonly words: readonly string[];
    readonly start: number;
    readonly offered: readonly Pair[];
    readonly others: readonly Pair[];
    readonly taken: readonly string[];
    readonly match: readonly string[];
    readonly list: readonly string[];
    readonly new: Pair;
  }[];
}

const path = resolve(import.meta.dirname, "../../../tests/edits/known_names.json");
const TABLE = JSON.parse(readFileSync(path, "utf8")) as Table;
const KNOWN = TABLE.known.map(([words, start, name, value_type]) =>
  knowName(words, start, { name, value_type }),
);
const read = (pairs: readonly Pair[]): readonly ProposedName[] =>
  pairs.map(([name, value_type]) => ({ name, value_type }));

describe("the shared table", () => {
  it.each(TABLE.fold)("$text", ({ text, like, head }) => {
    expect([foldLikeness(text), findHead(text)]).toEqual([like, head]);
  });

  it.each(TABLE.rows)("$name", (row) => {
    const { words, start, taken } = row;
    const offered = read(row.offered);
    const others = read(row.others);
    expect(matchNames(KNOWN, words, start).map((one) => one.name)).toEqual(row.match);
    const listed = listNames(KNOWN, { words, start, offered, others, taken });
    expect(listed.map((one) => one.name)).toEqual(row.list);
    const fallback = row.match.length > 0 ? "span" : "integer";
    const made = nameSelection(KNOWN, words[0] ?? "", start, taken, fallback);
    expect([made.name, made.value_type]).toEqual(row.new);
  });
});
