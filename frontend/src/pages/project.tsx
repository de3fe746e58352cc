import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link } from "react-router";

import { progressQuery } from "../api/progress";
import { casesQuery, statutesQuery } from "../api/queries";
import type { Project } from "../api/types";
import { Legend, TaskTable } from "../components/progress/tasks";
import { Empty, ErrorNote } from "../components/states";
import { countWords, formatCount } from "../text/counting";
import { casesPath, dataPath, progressPath, statutePath, statutesPath } from "./addresses";
import { CaseTable } from "./case-table";
import { MyWork } from "./my-work";
import { ProjectFrame } from "./project-page";
import { StaleBlock } from "./stale-block";
import { StatuteTable } from "./statute-table";

const SHOWN = 8;

function Figures({ counts }: { counts: Project["counts"] }): ReactElement {
  const figures: readonly (readonly [string, number])[] = [
    ["statutes", counts.statutes],
    ["subsections", counts.subsections],
    ["parts of text", counts.parts],
    ["mentions", counts.mentions],
    ["arguments", counts.arguments],
    ["clauses", counts.clauses],
    ["cases", counts.cases],
    ["case values", counts.instantiations],
  ];
  return (
    <dl className="figs">
      {figures.map(([words, count]) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function StatutesBlock({ project }: { project: Project }): ReactElement {
  const { data, error, refetch } = useQuery(statutesQuery(project.slug));
  return (
    <section className="blk rule">
      <h2>
        Statutes{" "}
        {data && data.length > SHOWN && <Link to={statutesPath(project.slug)}>All {data.length}</Link>}
      </h2>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Empty>
          No statutes yet.
          {project.can.import && (
            <>
              {" "}
              <Link className="linkish" to={dataPath(project.slug)}>
                Import an archive
              </Link>{" "}
              to begin.
            </>
          )}
        </Empty>
      )}
      {data && data.length > 0 && <StatuteTable slug={project.slug} statutes={data.slice(0, SHOWN)} short />}
    </section>
  );
}

function CasesBlock({ project }: { project: Project }): ReactElement {
  const { data, error, refetch } = useQuery(casesQuery(project.slug, { split: "", search: "", page: 1 }));
  return (
    <section className="blk rule">
      <h2>
        Cases{" "}
        {data && data.count > SHOWN && (
          <Link to={casesPath(project.slug)}>All {formatCount(data.count)}</Link>
        )}
      </h2>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && <Empty>No cases yet.</Empty>}
      {data && data.count > 0 && <CaseTable slug={project.slug} cases={data.results.slice(0, SHOWN)} short />}
    </section>
  );
}

/** How far the tasks are, in short. */
function ProgressBlock({ project }: { project: Project }): ReactElement | null {
  const { data } = useQuery(progressQuery(project.slug));
  if (data === undefined || data.texts === 0) return null;
  return (
    <section className="blk rule span2">
      <h2>
        Progress <Legend /> <Link to={progressPath(project.slug)}>Agreement and statistics</Link>
      </h2>
      <TaskTable tasks={data.tasks} />
    </section>
  );
}

function ReadButton({ project }: { project: Project }): ReactElement | null {
  const { data } = useQuery(statutesQuery(project.slug));
  const first = data?.[0];
  if (first === undefined) return null;
  return (
    <Link className="btn pri" to={statutePath(project.slug, first.section)}>
      Read {first.printed}
    </Link>
  );
}

export function ProjectPage(): ReactElement {
  return (
    <ProjectFrame title="">
      {(project) => (
        <div className="home">
          <header className="hd">
            <div className="grow">
              <h1>{project.name}</h1>
              <p>
                {project.description && `${project.description} `}
                {countWords(project.counts.people, "person", "people")}
                {project.role !== null && `; you are ${project.role}`}.
              </p>
            </div>
            {project.can.import && (
              <Link className="btn" to={dataPath(project.slug)}>
                Import
              </Link>
            )}
            <ReadButton project={project} />
          </header>
          <MyWork slug={project.slug} />
          <section className="blk span2">
            <h2>
              In this project <span>gold layer</span>
            </h2>
            <Figures counts={project.counts} />
          </section>
          <StaleBlock slug={project.slug} />
          <ProgressBlock project={project} />
          <StatutesBlock project={project} />
          <CasesBlock project={project} />
        </div>
      )}
    </ProjectFrame>
  );
}
