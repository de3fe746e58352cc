import type { ReactElement } from "react";
import { Link } from "react-router";

import type { CaseSummary } from "../api/types";
import { StateMark } from "../components/state-mark";
import { FLAG_WORDS } from "../model/solving";
import { casePath } from "./addresses";

/** Returns what the engine said of a case in a few words: agreement only where nothing else is to be said. */
function sayFlags(flags: readonly string[]): string {
  const others = flags.filter((flag) => flag !== "same" && flag !== "unknown");
  const shown = others.length > 0 ? others : flags.slice(0, 1);
  return shown.map((flag) => FLAG_WORDS[flag] ?? flag).join(", ");
}

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
              <th scope="col" className="hide-s">
                engine
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
              {one.stale.length > 0 && (
                <span title={one.stale.join(" ")}>
                  {" "}
                  <StateMark state="stale" />
                </span>
              )}
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
                <td className="hide-s">{sayFlags(one.flags)}</td>
              </>
            )}
            <td className="r">{one.answer}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
