import type { ReactElement } from "react";
import { Link } from "react-router";

import type { StatuteSummary } from "../api/types";
import { formatCount } from "../text/counting";
import { titleWords } from "../text/labels";
import { statutePath } from "./addresses";

/** Statutes with what is in them. */
export function StatuteTable({
  slug,
  statutes,
  short = false,
}: {
  slug: string;
  statutes: readonly StatuteSummary[];
  short?: boolean;
}): ReactElement {
  return (
    <table className="pt">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">Section</span>
          </th>
          <th scope="col">
            <span className="sr">Title</span>
          </th>
          <th scope="col" className="r">
            subsections
          </th>
          <th scope="col" className="r">
            mentions
          </th>
          {!short && (
            <>
              <th scope="col" className="r hide-s">
                arguments
              </th>
              <th scope="col" className="r hide-s">
                clauses
              </th>
              <th scope="col" className="r hide-s">
                case values
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {statutes.map((one) => (
          <tr key={one.section} className="go">
            <td className="sno">{one.printed}</td>
            <th scope="row" className="lawt">
              <Link className="t-link" to={statutePath(slug, one.section)}>
                {titleWords(one.title)}
              </Link>
            </th>
            <td className="r">{formatCount(one.subsections)}</td>
            <td className="r">{formatCount(one.mentions)}</td>
            {!short && (
              <>
                <td className="r hide-s">{formatCount(one.arguments)}</td>
                <td className="r hide-s">{formatCount(one.clauses)}</td>
                <td className="r hide-s">{formatCount(one.cases)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
