import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement, SyntheticEvent } from "react";

import { peopleQuery } from "../api/queries";
import type { Project } from "../api/types";
import { makeAssignment, previewAssignment, takeBack, workKey, workSummaryQuery } from "../api/work";
import type { AssignOrder, AssignPlan, Seat, SummaryRow } from "../api/work";
import { Field } from "../components/field";
import { ErrorNote, Note } from "../components/states";
import { readLabels, taskWords } from "../model/work";
import { countWords } from "../text/counting";
import { ProjectFrame } from "./project-page";

const TASKS: readonly Seat["task"][] = ["spans", "clauses", "values"];
const STATES = ["not_begun", "in_progress", "returned", "submitted", "accepted"] as const;

function Summary({
  rows,
  onTakeBack,
}: {
  rows: readonly SummaryRow[];
  onTakeBack: ((row: SummaryRow) => void) | null;
}): ReactElement {
  return (
    <table className="pt">
      <thead>
        <tr>
          <th scope="col">who</th>
          <th scope="col">task</th>
          {STATES.map((state) => (
            <th key={state} scope="col" className="r wk-state">
              {state.replace("_", " ")}
            </th>
          ))}
          <th scope="col" className="r">
            done
          </th>
          {onTakeBack && (
            <th scope="col">
              <span className="sr">Take back</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const name = row.person?.name ?? "In the pool";
          const total = row.open + row.done;
          const left = row.person === null ? (row.states.free ?? 0) : row.open;
          return (
            <tr key={`${row.person?.username ?? ""} ${row.task ?? ""}`}>
              <th scope="row">{name}</th>
              <td>{row.task === null ? "nothing assigned" : taskWords(row.task)}</td>
              {row.person === null ? (
                <td colSpan={STATES.length} className="dim wk-state">
                  {countWords(left, "text")} free for whoever asks next
                </td>
              ) : (
                STATES.map((state) => (
                  <td key={state} className="r wk-state">
                    {row.states[state]}
                  </td>
                ))
              )}
              <td className="r">{row.person !== null && total > 0 && `${row.done} of ${total}`}</td>
              {onTakeBack && (
                <td className="r">
                  {left > 0 && (
                    <button
                      type="button"
                      className="btn sm quiet"
                      onClick={() => {
                        onTakeBack(row);
                      }}
                    >
                      Take back<span className="sr"> what is open: {name}</span>
                    </button>
                  )}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Plan({ plan }: { plan: AssignPlan }): ReactElement {
  return (
    <section className="blk rule" aria-label="Preview">
      <p>
        {countWords(plan.texts, "text")}, {plan.double} of them double: {countWords(plan.new, "new seat")}
        {plan.unchanged > 0 && `; ${plan.unchanged} have enough people already`}.
      </p>
      <ul className="plain">
        {plan.people.map((one) => (
          <li key={one.username}>
            {one.name} gets {one.new} and has {one.open_before} open.
          </li>
        ))}
        {plan.pool > 0 && <li>{plan.pool} go into the pool.</li>}
      </ul>
      {plan.rows.length > 0 && (
        <details>
          <summary>The first {countWords(plan.rows.length, "text")}</summary>
          <ul className="plain">
            {plan.rows.map((row) => (
              <li key={row.name}>
                {row.printed}: {row.people.map((name) => name ?? "pool").join(", ")}
                {row.double && " (double)"}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Assign({ project }: { project: Project }): ReactElement {
  const client = useQueryClient();
  const { data: people = [] } = useQuery(peopleQuery(project.slug));
  const [task, setTask] = useState<Seat["task"]>("spans");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [texts, setTexts] = useState("");
  const [double, setDouble] = useState("20");
  const [due, setDue] = useState("");
  const labels = readLabels(texts);
  const order: AssignOrder = {
    task,
    people: [...chosen],
    double: Number(double),
    due: due === "" ? null : due,
    ...(task === "values" ? { cases: labels } : { subsections: labels }),
  };
  const preview = useMutation({ mutationFn: () => previewAssignment(project.slug, order) });
  const make = useMutation({
    mutationFn: () => makeAssignment(project.slug, order),
    onSuccess: () => {
      preview.reset();
      return client.invalidateQueries({ queryKey: workKey(project.slug) });
    },
  });
  const change = (act: () => void): void => {
    act();
    preview.reset();
    make.reset();
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    preview.mutate();
  };
  return (
    <section className="blk rule">
      <h2>Assign</h2>
      <form onSubmit={submit} className="assign">
        <div className="inline">
          <div className="field">
            <label htmlFor="assign-task">Task</label>
            <select
              id="assign-task"
              className="inp sm"
              value={task}
              onChange={(event) => {
                change(() => {
                  setTask(event.target.value as Seat["task"]);
                });
              }}
            >
              {TASKS.map((one) => (
                <option key={one} value={one}>
                  {taskWords(one)}
                </option>
              ))}
            </select>
          </div>
          <Field
            label={task === "values" ? "Cases" : "Statutes or subsections"}
            tip="With commas; empty: all"
            className="sm"
            value={texts}
            onChange={(event) => {
              change(() => {
                setTexts(event.target.value);
              });
            }}
          />
          <Field
            label="Double, in percent"
            type="number"
            min={0}
            max={100}
            required
            className="sm"
            value={double}
            onChange={(event) => {
              change(() => {
                setDouble(event.target.value);
              });
            }}
          />
          <Field
            label="Due"
            type="date"
            className="sm"
            value={due}
            onChange={(event) => {
              change(() => {
                setDue(event.target.value);
              });
            }}
          />
        </div>
        <fieldset className="wk-who">
          <legend>To (nobody: into the pool, for whoever asks next)</legend>
          {people.map((person) => (
            <label key={person.username}>
              <input
                type="checkbox"
                checked={chosen.includes(person.username)}
                onChange={(event) => {
                  const rest = chosen.filter((name) => name !== person.username);
                  const now = event.target.checked ? [...rest, person.username] : rest;
                  change(() => {
                    setChosen(now);
                  });
                }}
              />{" "}
              {person.name || person.username}
            </label>
          ))}
        </fieldset>
        <p className="wk-acts">
          <button type="submit" className="btn">
            Preview
          </button>{" "}
          {preview.data && (
            <button
              type="button"
              className="btn pri"
              disabled={make.isPending || preview.data.new === 0}
              onClick={() => {
                make.mutate();
              }}
            >
              {preview.data.new === 0
                ? "Nothing to assign"
                : `Assign ${countWords(preview.data.new, "seat")}`}
            </button>
          )}
        </p>
      </form>
      {preview.isError && <ErrorNote error={preview.error} />}
      {make.isError && <ErrorNote error={make.error} />}
      {make.data && <Note kind="ok">{countWords(make.data.new, "seat")} assigned.</Note>}
      {preview.data && <Plan plan={preview.data} />}
    </section>
  );
}

function Work({ project }: { project: Project }): ReactElement {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(workSummaryQuery(project.slug));
  const back = useMutation({
    mutationFn: (row: SummaryRow) =>
      takeBack(
        project.slug,
        row.person === null ? { pool: true, ids: [] } : { person: row.person.username, ids: [], pool: false },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: workKey(project.slug) }),
  });
  return (
    <div className="home one">
      <header className="hd">
        <div className="grow">
          <h1>Work</h1>
          <p>Who has what, and how it stands.</p>
        </div>
      </header>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {back.isError && <ErrorNote error={back.error} />}
      {back.data && <Note kind="ok">{countWords(back.data.removed, "seat")} taken back.</Note>}
      {data && <Summary rows={data} onTakeBack={project.can.manage ? back.mutate : null} />}
      {project.can.manage && <Assign project={project} />}
    </div>
  );
}

export function WorkPage(): ReactElement {
  return <ProjectFrame title="Work">{(project) => <Work project={project} />}</ProjectFrame>;
}
