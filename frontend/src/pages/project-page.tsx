import { useQuery } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { useParams } from "react-router";

import { projectQuery } from "../api/queries";
import type { Project } from "../api/types";
import { ErrorNote } from "../components/states";
import { homePath } from "./addresses";
import { Shell } from "./shell";

interface ProjectFrameProps {
  readonly title: string;
  readonly children: (project: Project) => ReactNode;
}

/** A page of a project under its tabs; says so when there is no such project for this person. */
export function ProjectFrame({ title, children }: ProjectFrameProps): ReactElement {
  const { slug = "" } = useParams();
  const query = useQuery(projectQuery(slug));
  const name = query.data?.name ?? slug;
  const crumb = title === "" ? { words: name } : { words: name, to: homePath(slug) };
  return (
    <Shell title={title === "" ? name : `${title} · ${name}`} screen="list" slug={slug} tabs crumbs={[crumb]}>
      <main id="main" className="pane">
        {query.isError && query.data === undefined && (
          <div className="home one">
            <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
          </div>
        )}
        {query.data && children(query.data)}
      </main>
    </Shell>
  );
}
