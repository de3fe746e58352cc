import * as Plot from "@observablehq/plot";
import { useMemo } from "react";
import type { ReactElement } from "react";

import type { ProjectProgress } from "../../api/progress";
import { Empty } from "../states";
import { FigurePlot } from "./plot";

interface Point {
  readonly day: Date;
  readonly count: number;
}

/** What was submitted and accepted by the end of each week, with all there is as a line above. */
export function BurnUp({ progress }: { progress: ProjectProgress }): ReactElement {
  const weeks = progress.burn_up;
  const options = useMemo((): Plot.PlotOptions => {
    const line = (pick: (week: (typeof weeks)[number]) => number): Point[] =>
      weeks.map((week) => ({ day: new Date(week.day), count: pick(week) }));
    const accepted = line((week) => week.accepted);
    const submitted = line((week) => week.submitted);
    return {
      width: 590,
      height: 240,
      marginRight: 90,
      x: { type: "utc", label: null, ticks: 5 },
      y: { label: null, domain: [0, Math.max(progress.texts, 1)], grid: true, ticks: 4 },
      marks: [
        Plot.ruleY([progress.texts], { className: "scope" }),
        Plot.areaY(accepted, { x: "day", y: "count", className: "area" }),
        Plot.lineY(submitted, { x: "day", y: "count", className: "sb" }),
        Plot.lineY(accepted, { x: "day", y: "count", className: "ac" }),
        Plot.text(submitted.slice(-1), {
          x: "day",
          y: "count",
          text: (point: Point) => `${point.count} submitted`,
          textAnchor: "start",
          dx: 6,
          dy: -6,
          className: "dl s",
        }),
        Plot.text(accepted.slice(-1), {
          x: "day",
          y: "count",
          text: (point: Point) => `${point.count} accepted`,
          textAnchor: "start",
          dx: 6,
          dy: 8,
          className: "dl a",
        }),
      ],
    };
  }, [weeks, progress.texts]);
  const last = weeks.at(-1);
  if (last === undefined) return <Empty>Nothing has been handed in yet.</Empty>;
  const words = `${last.accepted} of ${progress.texts} texts accepted, ${last.submitted} submitted`;
  return (
    <>
      <FigurePlot label={`Burn-up by week: ${words}`} options={options} />
      <details className="fold">
        <summary>As a table</summary>
        <table className="pt">
          <thead>
            <tr>
              <th scope="col">Up to</th>
              <th scope="col" className="r">
                submitted
              </th>
              <th scope="col" className="r">
                accepted
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.day}>
                <th scope="row">{week.day}</th>
                <td className="r">{week.submitted}</td>
                <td className="r">{week.accepted}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
