import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement } from "react";
import { Link, useNavigate } from "react-router";

import { askNext, myWorkQuery, workCountsQuery, workKey } from "../api/work";
import type { Seat, WorkOrder } from "../api/work";
import { Empty, ErrorNote } from "../components/states";
import { stateWords, taskWords } from "../model/work";
import { casePath, statutePath } from "./addresses";

const ORDERS: readonly (readonly [WorkOrder, string])[] = [
  ["document", "in the order of the law"],
  ["uncertain", "where the model is least sure"],
];

/** Returns where a text is worked on, in one's own layer. */
export function seatPath(slug: string, seat: Pick<Seat, "kind" | "name" | "section">): string {
  return seat.kind === "cases" ? casePath(slug, seat.name) : statutePath(slug, seat.section, seat.name);
}

function Rows({ slug, seats }: { slug: string; seats: readonly Seat[] }): ReactElement {
  return (
    <table className="pt">
      <thead>
        <tr>
          <th scope="col">text</th>
          <th scope="col">task</th>
          <th scope="col">state</th>
          <th scope="col">due</th>
        </tr>
      </thead>
      <tbody>
        {seats.map((seat) => (
          <tr key={seat.id}>
            <th scope="row">
              <Link to={seatPath(slug, seat)}>{seat.printed}</Link>
            </th>
            <td>{taskWords(seat.task)}</td>
            <td>{stateWords(seat.state)}</td>
            <td>{seat.due}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is assigned to whoever looks, and the next of it. Nothing when there never was any. */
export function MyWork({ slug }: { slug: string }): ReactElement | null {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [order, setOrder] = useState<WorkOrder>("document");
  const [nothing, setNothing] = useState(false);
  const counts = useQuery(workCountsQuery(slug));
  const work = useQuery(myWorkQuery(slug));
  const next = useMutation({
    mutationFn: () => askNext(slug, order),
    onSuccess: async ({ item }) => {
      await client.invalidateQueries({ queryKey: workKey(slug) });
      if (item === null) setNothing(true);
      else await navigate(seatPath(slug, item));
    },
  });
  if (!counts.data || !work.data) return null;
  const { open, done, free, returned } = counts.data;
  if (open + done + free === 0) return null;
  return (
    <section className="blk span2" aria-label="My work">
      <h2>
        My work{" "}
        <span>
          {open} open, {done} done{returned > 0 && `, ${returned} returned`}
          {free > 0 && `; ${free} free to take`}
        </span>
      </h2>
      <p className="wk-acts">
        <button
          type="button"
          className="btn pri"
          disabled={next.isPending}
          onClick={() => {
            next.mutate();
          }}
        >
          Next item
        </button>{" "}
        <label>
          <span className="sr">Order</span>
          <select
            className="inp sm"
            value={order}
            onChange={(event) => {
              setOrder(event.target.value as WorkOrder);
            }}
          >
            {ORDERS.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </p>
      {next.isError && <ErrorNote error={next.error} />}
      {nothing && <Empty>Nothing is waiting for you.</Empty>}
      {work.data.results.length > 0 && <Rows slug={slug} seats={work.data.results} />}
    </section>
  );
}
