import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useSearchParams } from "react-router";

import { apiPath, downloadUrl } from "../api/client";
import { progressQuery } from "../api/progress";
import type { Project } from "../api/types";
import { BurnUp } from "../components/progress/burn-up";
import { Legend, PeopleTable, TaskTable } from "../components/progress/tasks";
import { Empty, ErrorNote } from "../components/states";
import { Tabs } from "../components/tabs";
import { formatNumber } from "../model/figures";
import { countWords } from "../text/counting";
import { AgreementPanel } from "./progress-agreement";
import { StatisticsPanel } from "./progress-statistics";
import { ProjectFrame } from "./project-page";

type Panel = "progress" | "agreement" | "statistics";
const PANELS = [
  { name: "progress", words: "Progress" },
  { name: "agreement", words: "Agreement" },
  { name: "statistics", words: "Statistics" },
] as const;

function readPanel(text: string | null): Panel {
  return PANELS.find(({ name }) => name === text)?.name ?? "progress";
}

function ProgressPanel({ project }: { project: Project }): ReactElement | null {
  const { data, error, refetch } = useQuery(progressQuery(project.slug));
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  return (
    <>
      <section className="blk span2">
        <h2>
          Tasks <Legend />
        </h2>
        <TaskTable tasks={data.tasks} />
      </section>
      <section className="blk rule span2">
        <h2>
          People <span>subsections and cases</span>
        </h2>
        {data.people.length === 0 ? (
          <Empty>Nobody has begun yet.</Empty>
        ) : (
          <PeopleTable people={data.people} />
        )}
      </section>
      <section className="blk rule">
        <h2>
          Burn-up <span>subsections and cases, by week</span>
        </h2>
        <BurnUp progress={data} />
      </section>
      <section className="blk rule">
        <h2>Review</h2>
        <dl className="figs">
          <div>
            <dt>waiting for review</dt>
            <dd>{data.waiting}</dd>
          </div>
          <div>
            <dt>disputes open</dt>
            <dd>{data.disputes}</dd>
          </div>
          <div>
            <dt>hours to decision</dt>
            <dd>{formatNumber(data.hours_to_decision)}</dd>
          </div>
        </dl>
      </section>
    </>
  );
}

export function ProgressPage(): ReactElement {
  const [search, setSearch] = useSearchParams();
  const panel = readPanel(search.get("tab"));
  return (
    <ProjectFrame title="Progress">
      {(project) => (
        <div className="home">
          <header className="hd">
            <div className="grow">
              <h1>Progress</h1>
              <p>
                {project.name}: {countWords(project.counts.subsections, "subsection")},{" "}
                {countWords(project.counts.cases, "case")}.
              </p>
            </div>
            {(panel !== "agreement" || project.role !== "annotator") && (
              <a className="btn" href={downloadUrl(`${apiPath("projects", project.slug, panel)}.csv`, {})}>
                Download CSV
              </a>
            )}
          </header>
          <div className="span2 ptabs">
            <Tabs
              label="Progress, agreement, statistics"
              id="progress"
              tabs={PANELS}
              current={panel}
              onChoose={(name) => {
                setSearch({ tab: name }, { replace: true });
              }}
            />
          </div>
          <div
            className="ppanel span2"
            role="tabpanel"
            id="progress-panel"
            aria-labelledby={`progress-${panel}`}
          >
            {panel === "progress" && <ProgressPanel project={project} />}
            {panel === "agreement" && <AgreementPanel project={project} />}
            {panel === "statistics" && <StatisticsPanel project={project} />}
          </div>
        </div>
      )}
    </ProjectFrame>
  );
}
