/** The shared table of clauses, through TypeScript. Python runs the same file. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

import { parseClause, printFile, printPaper } from ".";
import type { Term } from ".";

interface Good {
  readonly name: string;
  readonly text: string;
  readonly paper: string;
  readonly file: string;
  readonly term: Term;
}
interface Table {
  readonly good: readonly Good[];
  readonly bad: readonly { readonly name: string; readonly text: string }[];
}

const file = resolve(import.meta.dirname, "../../../../tests/clauses/table.json");
const table = JSON.parse(readFileSync(file, "utf-8")) as Table;

describe("clauses of the shared table", () => {
  it.each(table.good)("$name is read and printed", ({ text, term, paper, file: stored }) => {
    const read = parseClause(text);
    expect(read.term).toEqual(term);
    expect(printPaper(term)).toBe(paper);
    expect(printFile(term)).toBe(stored);
  });

  it.each(table.bad)("$name is refused", ({ text }) => {
    const read = parseClause(text);
    expect(read.term).toBeNull();
    expect(read.fault?.expected).not.toBe("");
  });
});
