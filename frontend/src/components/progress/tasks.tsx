import type { ReactElement } from "react";

import type { PersonProgress, TaskProgress } from "../../api/progress";
import { formatNumber, formatShare, stretchesOf } from "../../model/figures";

const TASK_WORDS: Readonly<Record<TaskProgress["task"], string>> = {
  spans: "Spans",
  coreference: "Coreference",
  clauses: "Clauses",
  values: "Cases",
};
type Row = Omit<TaskProgress, "task">;

function Bar({ row }: { row: Row }): ReactElement {
  return (
    <svg className="st4" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
      <rect className="n" width="100" height="14" />
      {stretchesOf(row).map(([kind, percent], at, all) => {
        const start = all.slice(0, at).reduce((sum, [, one]) => sum + one, 0);
        return <rect key={kind} className={kind} x={start} width={percent} height="14" />;
      })}
    </svg>
  );
}

export function Legend(): ReactElement {
  return (
    <span className="lgd">
      <span>
        <i className="g" />
        accepted
      </span>
      <span>
        <i className="s" />
        submitted
      </span>
      <span>
        <i className="p" />
        in progress
      </span>
      <span>
        <i className="n" />
        not started
      </span>
    </span>
  );
}

function Cells({ row }: { row: Row }): ReactElement {
  return (
    <>
      <td className="bar">
        <Bar row={row} />
        <span className="sr">
          {row.submitted} submitted, {row.in_progress} in progress
        </span>
      </td>
      <td className="r">
        <span className="b">{row.accepted}</span> <span className="dim">of {row.planned}</span>
      </td>
      <td className="r">{row.this_week > 0 ? `+${row.this_week}` : "0"}</td>
      <td className="r wide">{formatNumber(row.an_hour)}</td>
      <td className="r">{formatShare(row.kept, row.decided)}</td>
      <td className="r">{formatShare(row.corrected, row.kept)}</td>
    </>
  );
}

function Head({ first }: { first: string }): ReactElement {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col">
          <span className="sr">How far</span>
        </th>
        <th scope="col" className="r">
          accepted
        </th>
        <th scope="col" className="r" title="Handed in during the last seven days">
          this week
        </th>
        <th scope="col" className="r wide" title="Texts an hour of work, over four weeks; pauses left out">
          an hour
        </th>
        <th scope="col" className="r">
          suggestions kept
        </th>
        <th scope="col" className="r">
          corrected
        </th>
      </tr>
    </thead>
  );
}

export function TaskTable({ tasks }: { tasks: readonly TaskProgress[] }): ReactElement {
  return (
    <table className="pt prog">
      <Head first="Task" />
      <tbody>
        {tasks.map((row) => (
          <tr key={row.task}>
            <th scope="row">{TASK_WORDS[row.task]}</th>
            <Cells row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function PeopleTable({ people }: { people: readonly PersonProgress[] }): ReactElement {
  return (
    <table className="pt prog">
      <Head first="Person" />
      <tbody>
        {people.map((row) => (
          <tr key={row.username}>
            <th scope="row">{row.name}</th>
            <Cells row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
