import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ReactElement } from "react";

import { apiPath, request } from "../api/client";
import { jobsQuery } from "../api/models";
import type { Job } from "../api/models";
import { flagCountsQuery } from "../api/queries";
import { JobList } from "../components/models/job-list";
import { ErrorNote } from "../components/states";
import { countWords, formatTime } from "../text/counting";
import { ProgramFold } from "./program-report";

const KINDS: ReadonlySet<string> = new Set(["logic_replay", "logic_silver", "logic_tabling"]);
const MOVING: ReadonlySet<string> = new Set(["queued", "running"]);
const POLL_MS = 1500;

function sumOf(counts: Readonly<Record<string, Readonly<Record<string, number>>>>): number {
  return Object.values(counts)
    .flatMap((one) => Object.values(one))
    .reduce((a, b) => a + b, 0);
}

/** Replay all and Make silver, for managers, with what became of the last ones; when replayed, for all. */
export function EngineJobs({ slug, canManage }: { slug: string; canManage: boolean }): ReactElement {
  const client = useQueryClient();
  const [fault, setFault] = useState<unknown>(null);
  const { data: counts } = useQuery(flagCountsQuery(slug));
  const { data: page } = useQuery({
    ...jobsQuery(slug),
    enabled: canManage,
    refetchInterval: (query) =>
      query.state.data?.results.some((job) => KINDS.has(job.kind) && MOVING.has(job.state)) ? POLL_MS : false,
  });
  const jobs = (page?.results ?? []).filter((job) => KINDS.has(job.kind)).slice(0, 2);
  const moving = jobs.some((job) => MOVING.has(job.state));
  useEffect(() => {
    // A replay that has ended has made other flags.
    if (moving) return;
    void client.invalidateQueries({ queryKey: ["project", slug, "flags"] });
    void client.invalidateQueries({ queryKey: ["project", slug, "cases"] });
    void client.invalidateQueries({ queryKey: ["project", slug, "program"] });
  }, [client, slug, moving]);
  const send = (path: string, body: unknown): void => {
    request<unknown>("POST", path, body).then(
      () => {
        setFault(null);
        void client.invalidateQueries({ queryKey: ["project", slug, "jobs"] });
      },
      (error: unknown) => {
        setFault(error);
      },
    );
  };
  const act = (job: Job, action: string): void => {
    send(apiPath("projects", slug, "jobs", job.id), { action });
  };
  return (
    <div className="engine-jobs">
      <div className="tools">
        <p className="dim">
          {counts?.replayed_at
            ? `${countWords(sumOf(counts.counts), "row")} held against the engine, last on ${formatTime(counts.replayed_at)}.`
            : "Nothing has been held against the engine yet."}
        </p>
        {canManage && (
          <>
            <button
              type="button"
              className="btn"
              onClick={() => {
                send(apiPath("projects", slug, "replay"), {});
              }}
            >
              Replay all
            </button>
            <button
              type="button"
              className="btn"
              onClick={() => {
                send(apiPath("projects", slug, "silver"), {});
              }}
            >
              Make silver
            </button>
          </>
        )}
      </div>
      {fault !== null && <ErrorNote error={fault} />}
      {jobs.length > 0 && <JobList slug={slug} jobs={jobs} onAct={act} />}
      <ProgramFold
        slug={slug}
        onMeasure={
          canManage
            ? () => {
                send(apiPath("projects", slug, "program", "tabling"), {});
              }
            : null
        }
      />
    </div>
  );
}
