import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link } from "react-router";

import { staleQuery } from "../api/impact";
import type { StaleRow } from "../api/impact";
import { StateMark } from "../components/state-mark";
import { casePath, statutePath } from "./addresses";

function toOf(slug: string, row: StaleRow): string {
  if (row.case !== null) return `${casePath(slug, row.case)}?layer=mine`;
  return `${statutePath(slug, row.section ?? "")}?layer=mine#${row.label ?? ""}`;
}

/** What edits elsewhere made doubtful in one's own layers; nothing at all when there is nothing. */
export function StaleBlock({ slug }: { slug: string }): ReactElement | null {
  const { data } = useQuery(staleQuery(slug));
  if (data === undefined || data.count === 0) return null;
  return (
    <section className="blk rule span2 stale-block" aria-label="To look at again">
      <h2>
        To look at again <span>{data.count} in your layers</span>
      </h2>
      <ul>
        {data.results.map((row) => (
          <li key={`${row.layer}.${row.item}`}>
            <StateMark state="stale" silent />
            <Link className="linkish" to={toOf(slug, row)}>
              {row.case ?? row.printed}
            </Link>
            <span>
              {row.case === null ? (row.name ?? "clause") : `values of ${row.printed ?? "a subsection"}`}
            </span>
            <span className="dim">{row.reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
