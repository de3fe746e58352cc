import { expect, it } from "vitest";

import type { CorpusStatistics } from "../api/progress";
import { columnsOf, stepsOf } from "./spreads";

function corpus(name: string, keys: readonly string[]): CorpusStatistics {
  const columns = keys.map((key) => ({
    key,
    words: key === "all" ? "" : key,
    counts: [
      [0, 1],
      [2, 3],
    ],
    total: 4,
    average: 1.5,
    stddev: 0.9,
    median: 2,
  }));
  return { name, source: "", tables: [{ key: "given", words: "Given", each: "rows", columns }] };
}

it("puts each column of every corpus beside the others", () => {
  const made = columnsOf("given", [corpus("ours", ["train", "test"]), corpus("paper", ["train", "silver"])]);
  expect(made.map((column) => column.heading)).toEqual([
    "ours, train",
    "paper, train",
    "ours, test",
    "paper, silver",
  ]);
  expect(columnsOf("other", [corpus("ours", ["all"])])).toEqual([]);
});

it("fills gaps and gives shares", () => {
  expect(
    stepsOf({
      counts: [
        [0, 1],
        [2, 3],
      ],
    }),
  ).toEqual([
    { n: 0, share: 0.25 },
    { n: 1, share: 0 },
    { n: 2, share: 0.75 },
  ]);
  expect(stepsOf({ counts: [] })).toEqual([]);
});
