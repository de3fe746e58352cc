import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";

import { statutesQuery } from "../api/queries";
import { Empty, ErrorNote } from "../components/states";
import { countWords } from "../text/counting";
import { ProjectFrame } from "./project-page";
import { StatuteTable } from "./statute-table";

function Statutes({ slug }: { slug: string }): ReactElement {
  const { data, error, refetch } = useQuery(statutesQuery(slug));
  const subsections = data?.reduce((sum, one) => sum + one.subsections, 0) ?? 0;
  return (
    <div className="home one">
      <header className="hd">
        <div className="grow">
          <h1>Statutes</h1>
          {data && (
            <p>
              {countWords(data.length, "statute")}, {countWords(subsections, "subsection")}.
            </p>
          )}
        </div>
      </header>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Empty>No statutes yet.</Empty>}
      {data && data.length > 0 && <StatuteTable slug={slug} statutes={data} />}
    </div>
  );
}

export function StatutesPage(): ReactElement {
  return <ProjectFrame title="Statutes">{(project) => <Statutes slug={project.slug} />}</ProjectFrame>;
}
