import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link } from "react-router";

import { casesQuery } from "../api/queries";
import type { CaseSummary } from "../api/types";
import { Empty, ErrorNote } from "../components/states";
import { useSettled } from "../components/use-settled";
import { casePath } from "./addresses";

/** Returns the cases that instantiate a subsection. */
export function useSubsectionCases(
  slug: string,
  label: string | null,
): UseQueryResult<readonly CaseSummary[]> {
  // Walking with J and K passes many; only where it rests is asked for.
  const settled = useSettled(label, 200);
  return useQuery({
    ...casesQuery(slug, { split: "", search: "", page: 1, label: settled ?? "" }),
    enabled: settled !== null && settled === label,
    select: (page) => page.results.filter((one) => one.labels.includes(`§${settled ?? ""}`)),
  });
}

/** The inspector's list of cases. */
export function SubsectionCases({
  slug,
  query,
}: {
  slug: string;
  query: UseQueryResult<readonly CaseSummary[]>;
}): ReactElement | null {
  if (query.isError)
    return (
      <div className="insp-b">
        <ErrorNote error={query.error} />
      </div>
    );
  if (query.data === undefined) return null;
  if (query.data.length === 0)
    return (
      <div className="insp-b">
        <Empty>No case uses this subsection.</Empty>
      </div>
    );
  return (
    <ul className="clist">
      {query.data.map((one) => (
        <li key={one.name}>
          <Link to={casePath(slug, one.name)}>
            <span className="mono">{one.name}</span>
            <small>{one.question}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}
