import type { ReactElement } from "react";
import { Link } from "react-router";

import type { CaseSummary } from "../api/types";
import { casePath } from "./addresses";

/** Cases with question and answer. */
export function CaseTable({
  slug,
  cases,
  short = false,
}: {
  slug: string;
  cases: readonly CaseSummary[];
  short?: boolean;
}): ReactElement {
  return (
    <table className="pt">
      <thead>
        <tr>
          <th scope="col">case</th>
          <th scope="col">question</th>
          {!short && (
            <>
              <th scope="col" className="hide-s">
                subsections
              </th>
              <th scope="col" className="hide-s">
                split
              </th>
            </>
          )}
          <th scope="col" className="r">
            answer
          </th>
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <tr key={one.name} className="go">
            <th scope="row">
              <Link className="t-link mono" to={casePath(slug, one.name)}>
                {one.name}
              </Link>
            </th>
            <td className="q" title={one.question}>
              {one.question}
            </td>
            {!short && (
              <>
                <td className="mono dim hide-s">
                  {one.labels.slice(0, 2).join(", ")}
                  {one.labels.length > 2 && ` +${one.labels.length - 2}`}
                </td>
                <td className="dim hide-s">{one.split ?? "none"}</td>
              </>
            )}
            <td className="r">{one.answer}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
