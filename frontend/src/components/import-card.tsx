import type { ReactElement } from "react";

import type { Import, ImportPreview, Problem } from "../api/types";
import { countWords, formatCount, formatTime } from "../text/counting";
import { Icon } from "./icons";
import { Note } from "./states";

const STATE_WORDS: Readonly<Record<Import["state"], readonly [words: string, chip: string]>> = {
  queued: ["waiting", "chip"],
  checking: ["checking", "chip acc"],
  ready: ["ready to import", "chip acc"],
  saving: ["saving", "chip acc"],
  done: ["imported", "chip ok"],
  refused: ["refused", "chip bad"],
  failed: ["failed", "chip bad"],
  cancelled: ["cancelled", "chip"],
};

export function ImportState({ state }: { state: Import["state"] }): ReactElement {
  const [words, chip] = STATE_WORDS[state];
  return <span className={chip}>{words}</span>;
}

/** Returns where a problem is, file:line:column as far as it is known. */
export function placeOf({ file, line, column }: Problem): string {
  return [file, line, column].filter((part) => part !== null && part !== "").join(":");
}

function Problems({ preview }: { preview: ImportPreview }): ReactElement | null {
  if (preview.problem_count === 0) return <p className="dim">No problems found.</p>;
  const more = preview.problem_count - preview.problems.length;
  return (
    <>
      <h4 className="eyebrow">
        {countWords(preview.problem_count, "problem")}
        {preview.error_count > 0 && `, ${countWords(preview.error_count, "error")}`}
      </h4>
      {/* A long list scrolls by itself, so the keyboard must reach it. */}
      <div className="probs" role="region" tabIndex={0} aria-label="Problems">
        <ul>
          {preview.problems.map((problem, index) => (
            <li key={index}>
              <Icon
                name={problem.severity === "error" ? "alert" : "warning"}
                className={problem.severity === "error" ? "bad" : "warn"}
              />
              <div>
                <span className="mono">{placeOf(problem)}</span>{" "}
                {problem.severity === "error" && <b className="b bad">Error. </b>}
                {problem.message} {problem.hint && <span className="dim">{problem.hint}</span>}
              </div>
            </li>
          ))}
        </ul>
      </div>
      {more > 0 && <p className="dim">and {formatCount(more)} more</p>}
    </>
  );
}

function Counts({ counts }: { counts: ImportPreview["counts"] }): ReactElement {
  return (
    <dl className="cnts">
      {Object.entries(counts).map(([name, count]) => (
        <div key={name}>
          <dt>{name.replace(/_/g, " ")}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Progress({ job }: { job: Import }): ReactElement {
  const { done, total } = job.progress;
  return (
    <div>
      <progress className="pb" aria-label="Progress" {...(total > 0 ? { value: done, max: total } : {})} />
      <p className="dim num">
        {STATE_WORDS[job.state][0]}
        {total > 0 && `, ${formatCount(done)} of ${formatCount(total)}`}
      </p>
    </div>
  );
}

interface ImportCardProps {
  readonly job: Import;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** One import: what would come in, what is wrong with it, and the choice. */
export function ImportCard({ job, busy, onConfirm, onCancel }: ImportCardProps): ReactElement {
  const moving = job.state === "queued" || job.state === "checking" || job.state === "saving";
  const open = job.state === "ready" || job.state === "queued" || job.state === "checking";
  return (
    <article className="job" aria-label={`Import of ${job.file_name}`}>
      <h3>
        {job.file_name} <ImportState state={job.state} />
        {job.preview && <span className="chip">{job.preview.version}</span>}
        <span className="dim num">{formatTime(job.created_at)}</span>
      </h3>
      {moving && !job.worker_online && (
        <Note kind="warn">
          No worker is running, so nothing moves. Start one; the import goes on by itself.
        </Note>
      )}
      {moving && <Progress job={job} />}
      {job.message && (
        <Note kind={job.state === "failed" || job.state === "refused" ? "bad" : "ok"}>{job.message}</Note>
      )}
      {job.preview && <Counts counts={job.preview.counts} />}
      {job.preview && <Problems preview={job.preview} />}
      {open && (
        <div className="row">
          {job.state === "ready" && (
            <button type="button" className="btn pri" disabled={busy} onClick={onConfirm}>
              Import {job.into === "gold" ? "into gold" : "into my layers"}
            </button>
          )}
          <button type="button" className="btn" disabled={busy} onClick={onCancel}>
            Cancel
          </button>
          {job.state === "ready" && (
            <span className="dim">Nothing is saved until you say so; then all or nothing.</span>
          )}
        </div>
      )}
    </article>
  );
}
