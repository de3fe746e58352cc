import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ReactElement } from "react";

import { apiPath, request } from "../api/client";
import { listenToProject } from "../api/events";
import { figuresQuery, jobsQuery, modelsQuery, overviewQuery, workersQuery } from "../api/models";
import type { Job, Learning, TrainedModel } from "../api/models";
import type { Page, Project } from "../api/types";
import { DecisionFigures } from "../components/models/figures";
import { JobList } from "../components/models/job-list";
import { LearningForm } from "../components/models/learning-form";
import { EvaluationTable, ModelTable } from "../components/models/model-table";
import { PrelabelForm } from "../components/models/prelabel-form";
import { Empty, ErrorNote, Note } from "../components/states";
import { formatTime } from "../text/counting";
import { ProjectFrame } from "./project-page";

/** Puts news of jobs where the page reads them, or reads again where there is no stream. */
function useNews(slug: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      listenToProject(slug, {
        onJob: (job) => {
          client.setQueryData<Page<Job>>(jobsQuery(slug).queryKey, (page) => page && putJob(page, job));
          if (["done", "failed", "cancelled"].includes(job.state)) {
            void client.invalidateQueries({ queryKey: ["project", slug, "models"] });
            void client.invalidateQueries({ queryKey: ["project", slug, "suggestions"] });
          }
        },
        onAsk: () => {
          void client.invalidateQueries({ queryKey: ["project", slug, "jobs"] });
          void client.invalidateQueries({ queryKey: ["project", slug, "models"] });
        },
      }),
    [client, slug],
  );
}

function putJob(page: Page<Job>, job: Job): Page<Job> {
  const known = page.results.some((one) => one.id === job.id);
  const results = known
    ? page.results.map((one) => (one.id === job.id ? job : one))
    : [job, ...page.results].sort((a, b) => b.created_at.localeCompare(a.created_at));
  return { ...page, results };
}

/** Says which queues nobody serves: that of models, and others where jobs wait. */
function Workers(): ReactElement {
  const { data } = useQuery(workersQuery);
  const missing = data?.queues.filter((one) => !one.online && (one.queue === "models" || one.queued > 0));
  return (
    <>
      {missing?.map((one) => (
        <Note key={one.queue} kind="warn">
          No worker is running for {one.queue === "models" ? "models" : `the queue “${one.queue}”`}: jobs
          wait. Start one with <code className="mono">{one.start}</code>
        </Note>
      ))}
    </>
  );
}

/** Returns which models suggest at present: one for statutes, one for cases. */
function usedWords(models: readonly TrainedModel[]): string {
  const used = (task: TrainedModel["task"]): TrainedModel | undefined =>
    models.find((model) => model.state === "in_use" && model.task === task);
  const spans = used("spans");
  const values = used("values");
  return [
    spans ? `In use: ${spans.name}, ${spans.kind}` : "In use: the rules, which need no training",
    values ? `; for cases ${values.name}.` : ".",
  ].join("");
}

type Ask =
  | { readonly what: "evaluate" }
  | { readonly what: "train"; readonly body: Readonly<Record<string, unknown>> }
  | { readonly what: "roll-back"; readonly model: TrainedModel }
  | { readonly what: "prelabel"; readonly body: Readonly<Record<string, unknown>> }
  | { readonly what: "settings"; readonly body: Partial<Learning> }
  | { readonly what: "use"; readonly model: TrainedModel }
  | { readonly what: "job"; readonly job: Job; readonly action: string };

function send(slug: string, ask: Ask): Promise<unknown> {
  switch (ask.what) {
    case "prelabel":
      return request("POST", apiPath("projects", slug, "prelabel"), ask.body);
    case "settings":
      return request("PATCH", apiPath("projects", slug, "models", "overview"), ask.body);
    case "train":
      return request("POST", apiPath("projects", slug, "models", "train"), ask.body);
    case "roll-back":
      return request("POST", apiPath("projects", slug, "models", "roll-back"), { task: ask.model.task });
    case "use":
      return request("POST", apiPath("projects", slug, "models", ask.model.id), { action: "use" });
    case "job":
      return request("POST", apiPath("projects", slug, "jobs", ask.job.id), { action: ask.action });
    default:
      return request("POST", apiPath("projects", slug, "models", ask.what), {});
  }
}

function Models({ project }: { project: Project }): ReactElement {
  const { slug } = project;
  const client = useQueryClient();
  useNews(slug);
  const models = useQuery(modelsQuery(slug));
  const overview = useQuery(overviewQuery(slug));
  const jobs = useQuery(jobsQuery(slug));
  const figures = useQuery(figuresQuery(slug));
  const ask = useMutation({
    mutationFn: (one: Ask) => send(slug, one),
    onSettled: () =>
      Promise.all(
        ["models", "jobs"].map((name) => client.invalidateQueries({ queryKey: ["project", slug, name] })),
      ),
  });
  const start = ask.mutate;
  return (
    <div className="home models">
      <header className="hd">
        <div className="grow">
          <h1>Models and jobs</h1>
          <p>
            Suggestions come from models that never saw the statute or the case.{" "}
            {usedWords(models.data?.results ?? [])}
          </p>
        </div>
        <button
          type="button"
          className="btn"
          onClick={() => {
            start({ what: "evaluate" });
          }}
        >
          Evaluate
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => {
            start({ what: "train", body: { kind: "instantiation" } });
          }}
        >
          Train for cases
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => {
            start({ what: "train", body: {} });
          }}
        >
          Train on what is accepted
        </button>
      </header>
      <div className="span2">
        <Workers />
        {ask.isError && <ErrorNote error={ask.error} />}
      </div>
      <section className="blk span2">
        <h2>
          Pre-label <span>one run of a model; older runs stay</span>
        </h2>
        <PrelabelForm
          slug={slug}
          models={models.data?.results ?? []}
          elsewhere={overview.data?.elsewhere ?? []}
          busy={ask.isPending}
          onStart={(body) => {
            start({ what: "prelabel", body });
          }}
        />
      </section>
      <section className="blk rule span2" aria-label="Jobs">
        <h2>Jobs</h2>
        {jobs.error && <ErrorNote error={jobs.error} onRetry={() => void jobs.refetch()} />}
        {jobs.data && (
          <JobList
            slug={slug}
            jobs={jobs.data.results}
            onAct={(job, action) => {
              start({ what: "job", job, action });
            }}
          />
        )}
      </section>
      <section className="blk rule span2" aria-label="Models">
        <h2>
          Models <span>scores by cross-validation, each statute and each case held out once</span>
        </h2>
        {models.error && <ErrorNote error={models.error} onRetry={() => void models.refetch()} />}
        {models.data && (
          <ModelTable
            models={models.data.results}
            onUse={(model) => {
              start({ what: "use", model });
            }}
            onBack={(model) => {
              start({ what: "roll-back", model });
            }}
          />
        )}
      </section>
      <section className="blk rule">
        <h2>
          Evaluation{" "}
          {overview.data?.evaluated_at && (
            <span>on {formatTime(overview.data.evaluated_at)}, F1 or as named</span>
          )}
        </h2>
        {overview.data && <EvaluationTable rows={overview.data.evaluation} />}
        <p className="dim">The paper's figures are on the authors' own annotation.</p>
      </section>
      <div>
        <section className="blk rule">
          <h2>Learning</h2>
          {overview.data && (
            <LearningForm
              key={overview.dataUpdatedAt}
              learning={overview.data.settings}
              news={overview.data.new_subsections}
              busy={ask.isPending}
              onSave={(body) => {
                start({ what: "settings", body });
              }}
            />
          )}
        </section>
        <section className="blk rule">
          <h2>What people did with suggestions</h2>
          {figures.data && <DecisionFigures figures={figures.data} />}
        </section>
      </div>
    </div>
  );
}

export function ModelsPage(): ReactElement {
  return (
    <ProjectFrame title="Models and jobs">
      {(project) =>
        project.can.manage ? (
          <Models project={project} />
        ) : (
          <div className="home one">
            <Empty>Managers of the project see its models and jobs.</Empty>
          </div>
        )
      }
    </ProjectFrame>
  );
}
