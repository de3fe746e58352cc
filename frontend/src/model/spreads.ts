/** Tables of several corpora put side by side. */
import type { CorpusStatistics } from "../api/progress";

export interface SpreadColumn {
  readonly corpus: string;
  readonly key: string;
  readonly heading: string;
  readonly counts: readonly (readonly number[])[];
  readonly total: number;
  readonly average: number | null;
  readonly stddev: number | null;
  readonly median: number | null;
}

/** Returns the columns of one table: each of its columns for every corpus that has it. */
export function columnsOf(table: string, corpora: readonly CorpusStatistics[]): readonly SpreadColumn[] {
  const found = corpora.map((corpus) => corpus.tables.find((one) => one.key === table)?.columns ?? []);
  const keys = [...new Set(found.flatMap((columns) => columns.map((column) => column.key)))];
  return keys.flatMap((key) =>
    corpora.flatMap((corpus, at) => {
      const column = found[at]?.find((one) => one.key === key);
      if (column === undefined) return [];
      const heading = column.words === "" ? corpus.name : `${corpus.name}, ${column.words}`;
      return [{ ...column, corpus: corpus.name, heading }];
    }),
  );
}

/** Returns the share of each number from 0 to the greatest, gaps filled with nothing. */
export function stepsOf(
  column: Pick<SpreadColumn, "counts">,
): readonly { readonly n: number; readonly share: number }[] {
  const counts = new Map(column.counts.map(([n = 0, count = 0]) => [n, count]));
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return [];
  const most = Math.max(...counts.keys());
  return Array.from({ length: most + 1 }, (_, n) => ({ n, share: (counts.get(n) ?? 0) / total }));
}
