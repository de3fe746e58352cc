import * as Plot from "@observablehq/plot";
import { useMemo } from "react";
import type { ReactElement } from "react";

import type { CorpusStatistics, StatisticsTable } from "../../api/progress";
import { columnsOf, stepsOf } from "../../model/spreads";
import type { SpreadColumn } from "../../model/spreads";
import { FigurePlot } from "./plot";

interface Bin {
  readonly n: number;
  readonly share: number;
}

/** Shares, so that corpora of any size stand beside each other: ours as bars, the other as a line. */
function SpreadPlot({ words, columns }: { words: string; columns: readonly SpreadColumn[] }): ReactElement {
  const options = useMemo((): Plot.PlotOptions => {
    const [ours, ...others] = columns.map((column) => stepsOf(column));
    const most = Math.max(1, ...columns.flatMap((column) => stepsOf(column).map((bin) => bin.n)));
    const line = (bins: readonly Bin[], at: number): Plot.Markish =>
      Plot.lineY([...bins], { x: "n", y: "share", curve: "step", className: at === 0 ? "rf" : "rf two" });
    return {
      width: 590,
      height: 220,
      x: { label: null, domain: [-0.5, most + 0.5], ticks: Math.min(most + 1, 12), tickFormat: "d" },
      y: { label: null, grid: true, ticks: 4, tickFormat: (share: number) => `${Math.round(share * 100)}%` },
      marks: [
        Plot.rectY([...(ours ?? [])], {
          x1: (bin: Bin) => bin.n - 0.44,
          x2: (bin: Bin) => bin.n + 0.44,
          y: "share",
          className: "br",
        }),
        ...others.map((bins, at) => line(bins, at)),
      ],
    };
  }, [columns]);
  return <FigurePlot label={words} options={options} />;
}

function Lines({ columns }: { columns: readonly SpreadColumn[] }): ReactElement {
  const numbers = columns.flatMap((column) => column.counts.map(([n]) => n ?? 0));
  const from = Math.min(...numbers, 0);
  const rows =
    numbers.length === 0 ? [] : Array.from({ length: Math.max(...numbers) - from + 1 }, (_, at) => from + at);
  const show = (value: number | null): string => (value === null ? "–" : value.toFixed(1));
  return (
    <table className="pt spread">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">How much</span>
          </th>
          {columns.map((column) => (
            <th key={column.heading} scope="col" className="r">
              {column.heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((n) => (
          <tr key={n}>
            <th scope="row" className="num">
              {n}
            </th>
            {columns.map((column) => (
              <td key={column.heading} className="r">
                {column.counts.find(([at]) => at === n)?.[1] ?? 0}
              </td>
            ))}
          </tr>
        ))}
        {(["total", "average", "stddev", "median"] as const).map((name) => (
          <tr key={name} className="sum">
            <th scope="row">{name}</th>
            {columns.map((column) => (
              <td key={column.heading} className="r">
                {name === "total" ? column.total : show(column[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One of the paper's tables: plot and, folded below it, all its numbers. */
export function Spread({
  table,
  corpora,
}: {
  table: StatisticsTable;
  corpora: readonly CorpusStatistics[];
}): ReactElement {
  const columns = useMemo(() => columnsOf(table.key, corpora), [table.key, corpora]);
  const plotted = useMemo(() => {
    const main = columns.some((column) => column.key === "gold") ? "gold" : "all";
    return columns.filter((column) => column.key === main);
  }, [columns]);
  const said = plotted
    .map((one) => `${one.corpus}: median ${one.median ?? "none"} of ${one.total}`)
    .join("; ");
  return (
    <section className="blk rule">
      <h2>
        {table.words} <span>share of {table.each}</span>
      </h2>
      <SpreadPlot words={`${table.words}. ${said}`} columns={plotted} />
      <p className="keyed">
        {plotted.map((one, at) => (
          <span key={one.corpus}>
            <i className={at === 0 ? "br" : at === 1 ? "rf" : "rf two"} /> {one.corpus}, median{" "}
            {one.median ?? "–"}
          </span>
        ))}
      </p>
      <details className="fold">
        <summary>All numbers</summary>
        <div className="wide-table">
          <Lines columns={columns} />
        </div>
      </details>
    </section>
  );
}
