import type { ReactElement } from "react";

import type { Figures } from "../../api/models";
import { countWords } from "../../text/counting";
import { Empty } from "../states";

const percent = (value: number | null): string => (value === null ? "–" : `${Math.round(100 * value)}%`);

/** What people did with suggestions by run, and blind work beside assisted. */
export function DecisionFigures({ figures }: { readonly figures: Figures }): ReactElement {
  if (figures.by_run.length === 0) return <Empty>Nobody has decided on a suggestion yet.</Empty>;
  const { assisted, blind } = figures;
  return (
    <>
      <table className="pt">
        <thead>
          <tr>
            <th scope="col">run</th>
            {["accepted", "changed", "rejected", "let be", "kept"].map((words) => (
              <th key={words} scope="col" className="r">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.by_run.map((row) => (
            <tr key={row.run}>
              <th scope="row">{row.run}</th>
              <td className="r">{row.accepted}</td>
              <td className="r">{row.changed}</td>
              <td className="r">{row.rejected}</td>
              <td className="r">{row.ignored}</td>
              <td className="r">{percent(row.accept_rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="dim">
        With suggestions people have {percent(assisted.accept_rate)} of the suggested spans (edges equal in{" "}
        {percent(assisted.edge_agreement)}, {countWords(assisted.subsections, "subsection")}); without seeing
        them {percent(blind.accept_rate)} (edges {percent(blind.edge_agreement)},{" "}
        {countWords(blind.subsections, "subsection")}).
      </p>
    </>
  );
}
