import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useSearchParams } from "react-router";

import { statisticsQuery } from "../api/progress";
import { projectsQuery } from "../api/queries";
import type { Project } from "../api/types";
import { Spread } from "../components/progress/statistics";
import { ErrorNote } from "../components/states";

/** How the gold is spread, beside the paper or another project. */
export function StatisticsPanel({ project }: { project: Project }): ReactElement | null {
  const [search, setSearch] = useSearchParams();
  const beside = search.get("beside") ?? "paper";
  const { data, error, refetch } = useQuery(statisticsQuery(project.slug, beside));
  const projects = useQuery(projectsQuery);
  const first = data?.corpora[0];
  const source = data?.corpora.find((corpus) => corpus.source !== "")?.source;
  return (
    <>
      <div className="tools span2">
        <label className="beside">
          Beside{" "}
          <select
            value={beside}
            onChange={(event) => {
              setSearch({ tab: "statistics", beside: event.target.value }, { replace: true });
            }}
          >
            <option value="paper">the paper’s SARA</option>
            <option value="">nothing</option>
            {projects.data
              ?.filter((one) => one.slug !== project.slug)
              .map((one) => (
                <option key={one.slug} value={one.slug}>
                  {one.name}
                </option>
              ))}
          </select>
        </label>
        {source !== undefined && <span className="dim">{source}</span>}
      </div>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {first?.tables.map((table) => (
        <Spread key={table.key} table={table} corpora={data?.corpora ?? []} />
      ))}
    </>
  );
}
