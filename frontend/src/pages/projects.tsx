import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link } from "react-router";

import { projectsQuery, sessionQuery } from "../api/queries";
import type { ProjectSummary } from "../api/types";
import { Empty, ErrorNote } from "../components/states";
import { countWords } from "../text/counting";
import { homePath } from "./addresses";
import { NewProject } from "./new-project";
import { Shell } from "./shell";

function countsOf({ counts, role }: ProjectSummary): string {
  const parts = [
    countWords(counts.statutes, "statute"),
    countWords(counts.subsections, "subsection"),
    countWords(counts.cases, "case"),
    countWords(counts.people, "person", "people"),
  ];
  return parts.join(", ") + (role === null ? "." : `. You are ${role}.`);
}

function ProjectList({ projects }: { projects: readonly ProjectSummary[] }): ReactElement {
  if (projects.length === 0) return <Empty>You are in no project yet. Ask a manager to add you.</Empty>;
  return (
    <ul className="plist">
      {projects.map((project) => (
        <li key={project.slug}>
          <Link to={homePath(project.slug)}>
            <b>{project.name}</b>
            {project.description && <span className="d">{project.description}</span>}
            <small>{countsOf(project)}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function ProjectsPage(): ReactElement {
  const projects = useQuery(projectsQuery);
  const { data: session } = useQuery(sessionQuery);
  return (
    <Shell title="Projects" screen="plain">
      <main id="main" className="pane">
        <div className="home one">
          <header className="hd">
            <div className="grow">
              <h1>Projects</h1>
            </div>
            {session?.user?.is_admin && <NewProject />}
          </header>
          {projects.isError && <ErrorNote error={projects.error} onRetry={() => void projects.refetch()} />}
          {projects.data && <ProjectList projects={projects.data} />}
        </div>
      </main>
    </Shell>
  );
}
