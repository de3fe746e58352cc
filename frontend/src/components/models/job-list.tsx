import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement } from "react";

import { jobLogQuery } from "../../api/models";
import type { Job } from "../../api/models";
import { jobProgress, jobTitle, problemWords, resultWords } from "../../model/jobs";
import { formatTime } from "../../text/counting";
import { Icon } from "../icons";
import { Empty, ErrorNote } from "../states";

const ACTS: Readonly<Record<string, string>> = {
  cancel: "Cancel",
  pause: "Pause",
  resume: "Go on",
  retry: "Try again",
};

function Log({ slug, job }: { slug: string; job: Job }): ReactElement | null {
  // Read again whenever the job moved on.
  const { data, error } = useQuery({
    ...jobLogQuery(slug, job.id, `${job.state} ${job.done} ${job.problem_count}`),
    placeholderData: (before) => before,
  });
  if (error) return <ErrorNote error={error} />;
  if (data === undefined) return null;
  if (data.results.length === 0) return <Empty>Nothing was logged.</Empty>;
  return (
    <div className="jlog" role="region" tabIndex={0} aria-label={`Log of ${jobTitle(job)}`}>
      <ul>
        {data.results.map((line, index) => (
          <li key={index} className={line.is_problem ? "bad" : undefined}>
            {line.is_problem && <Icon name="alert" />} {line.text}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly slug: string;
  readonly job: Job;
  readonly onAct: (job: Job, action: string) => void;
}

function JobRow({ slug, job, onAct }: RowProps): ReactElement {
  const [open, setOpen] = useState(false);
  const title = jobTitle(job);
  const moving = job.state === "running" || job.state === "paused";
  const problems = problemWords(job.problem_count);
  return (
    <li className="jrow">
      <div className="jline">
        <span className="jname">{title}</span>
        {moving ? (
          <progress
            className="pb"
            {...(job.total > 0 ? { value: job.done, max: job.total } : {})}
            aria-label={title}
          />
        ) : (
          <span className="jstate">
            <span className={`chip ${job.state === "done" ? "ok" : job.state === "failed" ? "bad" : ""}`}>
              {jobProgress(job)}
            </span>{" "}
            <span className="dim">{resultWords(job)}</span>
          </span>
        )}
        <span className="dim num jsaid">
          {moving ? jobProgress(job) : `${formatTime(job.finished_at ?? job.created_at)}, ${job.owner}`}
          {problems !== "" && `, ${problems}`}
        </span>
        <span className="jacts">
          {job.actions.map((action) => (
            <button
              key={action}
              type="button"
              className="btn sm quiet"
              onClick={() => {
                onAct(job, action);
              }}
            >
              {ACTS[action] ?? action}
              <span className="sr"> {title}</span>
            </button>
          ))}
          <button
            type="button"
            className="btn sm quiet"
            aria-expanded={open}
            onClick={() => {
              setOpen(!open);
            }}
          >
            Log<span className="sr"> of {title}</span>
          </button>
        </span>
      </div>
      {job.message !== "" && (
        <p className={job.state === "failed" ? "jmsg bad" : "jmsg dim"}>
          {job.state === "failed" && <Icon name="alert" />} <span>{job.message}</span>
        </p>
      )}
      {open && <Log slug={slug} job={job} />}
    </li>
  );
}

/** Jobs, the newest first, each with its bar, its log and what can be done with it. */
export function JobList({
  slug,
  jobs,
  onAct,
}: {
  readonly slug: string;
  readonly jobs: readonly Job[];
  readonly onAct: (job: Job, action: string) => void;
}): ReactElement {
  if (jobs.length === 0) return <Empty>No jobs yet. Pre-label a statute, or train a model.</Empty>;
  return (
    <ul className="jobs">
      {jobs.map((job) => (
        <JobRow key={job.id} slug={slug} job={job} onAct={onAct} />
      ))}
    </ul>
  );
}
