import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link, useSearchParams } from "react-router";

import { QUEUE_PAGE, queueQuery } from "../api/review";
import type { QueueFilter } from "../api/review";
import { statutesQuery } from "../api/queries";
import type { Project } from "../api/types";
import { Pager } from "../components/pager";
import { Segmented } from "../components/segmented";
import { Empty, ErrorNote } from "../components/states";
import { mayReview } from "../model/people";
import { joinNames } from "../model/review/words";
import type { QueueRow } from "../model/review/types";
import { countWords, formatTime } from "../text/counting";
import { reviewPath, statutesPath } from "./addresses";
import { ProjectFrame } from "./project-page";

function Disputes({ row }: { row: QueueRow }): ReactElement {
  if (row.disputes === 0) return <span className="chip ok">all agreed</span>;
  return <span className="chip odd">{countWords(row.disputes, "dispute")}</span>;
}

function QueueTable({
  slug,
  rows,
  accepted,
}: {
  slug: string;
  rows: readonly QueueRow[];
  accepted: boolean;
}): ReactElement {
  return (
    <table className="pt">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">By</th>
          <th scope="col">In dispute</th>
          <th scope="col">Agreed</th>
          <th scope="col">{accepted ? "Accepted" : "Waiting since"}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.kind}.${row.name}`}>
            <th scope="row">
              <Link className="t-link" to={reviewPath(slug, row.kind, row.name)}>
                <span className="mono">{row.printed}</span> {row.heading}
              </Link>
            </th>
            <td>{joinNames(row.layers.map((layer) => layer.author.name))}</td>
            <td>
              {accepted ? "settled" : <Disputes row={row} />}
              {!accepted && row.decided > 0 && row.disputes > 0 && (
                <span className="dim"> {Math.min(row.decided, row.disputes)} settled</span>
              )}
            </td>
            <td className="num">{row.agreed}</td>
            <td>
              {accepted && row.accepted_at !== null
                ? `${formatTime(row.accepted_at)}, ${row.accepted_by ?? ""}`
                : formatTime(row.waiting_since)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function oneOf<Word extends string>(words: readonly [Word, ...Word[]], found: string | null): Word {
  return words.find((word) => word === found) ?? words[0];
}

const STATES = ["waiting", "accepted"] as const;
const DISPUTES = ["all", "yes", "no"] as const;
const TASKS = ["all", "statutes", "values"] as const;

function readFilter(address: URLSearchParams): QueueFilter {
  return {
    state: oneOf(STATES, address.get("state")),
    dispute: oneOf(DISPUTES, address.get("dispute")),
    task: oneOf(TASKS, address.get("task")),
    section: address.get("section") ?? "",
    page: Math.max(1, Number(address.get("page")) || 1),
  };
}

function Filters({
  slug,
  filter,
  move,
}: {
  slug: string;
  filter: QueueFilter;
  move: (next: Partial<QueueFilter>) => void;
}): ReactElement {
  const { data: statutes = [] } = useQuery(statutesQuery(slug));
  return (
    <div className="tools">
      <Segmented
        label="State"
        value={filter.state}
        choices={[
          ["waiting", "Waiting"],
          ["accepted", "Accepted"],
        ]}
        onChoose={(state) => {
          move({ state });
        }}
      />
      <Segmented
        label="Disputes"
        value={filter.dispute}
        choices={[
          ["all", "All"],
          ["yes", "In dispute"],
          ["no", "Agreed"],
        ]}
        onChoose={(dispute) => {
          move({ dispute });
        }}
      />
      <Segmented
        label="What"
        value={filter.task}
        choices={[
          ["all", "Both"],
          ["statutes", "Statutes"],
          ["values", "Cases"],
        ]}
        onChoose={(task) => {
          move({ task });
        }}
      />
      <select
        className="inp sm"
        aria-label="Statute"
        value={filter.section}
        onChange={(event) => {
          move({ section: event.target.value });
        }}
      >
        <option value="">All statutes</option>
        {statutes.map((one) => (
          <option key={one.section} value={one.section}>
            {one.printed}
          </option>
        ))}
      </select>
    </div>
  );
}

function nothingWords(filter: QueueFilter): string {
  const filtered = filter.dispute !== "all" || filter.task !== "all" || filter.section !== "";
  if (filtered) return "Nothing fits. Take a filter away.";
  return filter.state === "accepted"
    ? "Nothing has been accepted yet."
    : "Nothing waits for review. What people submit comes here, most disputed first.";
}

function Queue({ slug }: { slug: string }): ReactElement {
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address);
  const { data, error, refetch } = useQuery(queueQuery(slug, filter));
  const move = (next: Partial<QueueFilter>): void => {
    const query = Object.entries({ ...filter, page: 1, ...next });
    const kept = query.filter(([, value]) => !["", "all", "waiting", 1].includes(value));
    setAddress(Object.fromEntries(kept.map(([key, value]) => [key, String(value)])), { replace: true });
  };
  return (
    <div className="home one">
      <header className="hd">
        <div className="grow">
          <h1>Review</h1>
          <p>
            {data
              ? filter.state === "accepted"
                ? `${countWords(data.count, "text")} accepted into gold, the newest first.`
                : `${countWords(data.count, "text waits", "texts wait")}, the most disputed first.`
              : "\u00a0"}
          </p>
        </div>
        {data?.results[0] && filter.state === "waiting" && (
          <Link className="btn pri" to={reviewPath(slug, data.results[0].kind, data.results[0].name)}>
            Review {data.results[0].printed}
          </Link>
        )}
      </header>
      <Filters slug={slug} filter={filter} move={move} />
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && <Empty>{nothingWords(filter)}</Empty>}
      {data && data.count > 0 && (
        <QueueTable slug={slug} rows={data.results} accepted={filter.state === "accepted"} />
      )}
      {data && (
        <Pager
          page={filter.page}
          count={data.count}
          size={QUEUE_PAGE}
          onPage={(page) => {
            move({ page });
          }}
        />
      )}
    </div>
  );
}

/** What annotators are told instead: who decides, and where their own work is. */
export function NotForAnnotators({ project }: { project: Pick<Project, "slug"> }): ReactElement {
  return (
    <div className="home one">
      <header className="hd">
        <h1>Review</h1>
      </header>
      <Empty>
        Reviewers and managers decide here what becomes gold. What you submit waits for them; if they return
        it, the reason and their comments stand beside your work in the{" "}
        <Link className="linkish" to={statutesPath(project.slug)}>
          statutes
        </Link>
        .
      </Empty>
    </div>
  );
}

/** What waits for a reviewer. */
export function ReviewQueuePage(): ReactElement {
  return (
    <ProjectFrame title="Review">
      {(project) =>
        mayReview(project.role) ? <Queue slug={project.slug} /> : <NotForAnnotators project={project} />
      }
    </ProjectFrame>
  );
}
