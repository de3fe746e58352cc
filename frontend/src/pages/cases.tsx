import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { useSearchParams } from "react-router";

import { CASES_PAGE, casesQuery } from "../api/queries";
import { Icon } from "../components/icons";
import { Pager } from "../components/pager";
import { Segmented } from "../components/segmented";
import { Empty, ErrorNote } from "../components/states";
import { useSettled } from "../components/use-settled";
import { countWords } from "../text/counting";
import { FLAG_WORDS } from "../model/solving";
import { CaseTable } from "./case-table";
import { EngineJobs } from "./engine-jobs";
import { ProjectFrame } from "./project-page";

type Split = "all" | "train" | "test" | "none";
const SPLITS: readonly (readonly [Split, string])[] = [
  ["all", "All"],
  ["train", "Train"],
  ["test", "Test"],
  ["none", "No split"],
];

function toSplit(text: string | null): Split {
  return SPLITS.find(([name]) => name === text)?.[0] ?? "all";
}

/** Kinds of flags that the list can be narrowed to, in this order. */
const FLAGS = [
  "differs",
  "same",
  "wrong_truth",
  "wrong_value",
  "missing_value",
  "engine_error",
  "limit",
  "unknown",
  "outdated",
] as const;

function Cases({ slug, canManage }: { slug: string; canManage: boolean }): ReactElement {
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState(address.get("search") ?? "");
  const search = useSettled(typed.trim(), 250);
  const split = toSplit(address.get("split"));
  const flag = FLAGS.find((one) => one === address.get("flag")) ?? "";
  const page = Math.max(1, Number(address.get("page")) || 1);
  const stale = address.get("stale") === "true";
  const move = (next: {
    split?: Split;
    page?: number;
    search?: string;
    flag?: string;
    stale?: string;
  }): void => {
    const query = { split, page: 1, search, flag, stale: stale ? "true" : "", ...next };
    const entries = Object.entries(query).filter(
      ([, value]) => value !== "" && value !== "all" && value !== 1,
    );
    setAddress(Object.fromEntries(entries.map(([key, value]) => [key, String(value)])), { replace: true });
  };
  useEffect(() => {
    if (search !== (address.get("search") ?? "")) move({ search });
    // Only what was typed moves the address here.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [search]);
  const { data, error, refetch } = useQuery({
    ...casesQuery(slug, { split: split === "all" ? "" : split, search, page, flag, stale }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="home one">
      <header className="hd">
        <div className="grow">
          <h1>Cases</h1>
          <p>{data ? `${countWords(data.count, "case")}.` : "\u00a0"}</p>
        </div>
      </header>
      <div className="tools">
        <label className="find">
          <Icon name="search" />
          <span className="sr">Find cases</span>
          <input
            value={typed}
            placeholder="Find cases"
            onChange={(event) => {
              setTyped(event.target.value);
            }}
          />
        </label>
        <Segmented
          label="Split"
          value={split}
          choices={SPLITS}
          onChoose={(next) => {
            move({ split: next });
          }}
        />
        <label className="row dim">
          Engine
          <select
            className="inp"
            value={flag}
            onChange={(event) => {
              move({ flag: event.target.value });
            }}
          >
            <option value="">any</option>
            {FLAGS.map((one) => (
              <option key={one} value={one}>
                {FLAG_WORDS[one]}
              </option>
            ))}
          </select>
        </label>
        <label className="row dim">
          <input
            type="checkbox"
            checked={stale}
            onChange={(event) => {
              move({ stale: event.target.checked ? "true" : "" });
            }}
          />
          To look at again
        </label>
      </div>
      <EngineJobs slug={slug} canManage={canManage} />
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && (
        <Empty>
          {search === "" && split === "all" && flag === "" && !stale
            ? "No cases yet."
            : "No case fits. Take a filter away."}
        </Empty>
      )}
      {data && data.count > 0 && <CaseTable slug={slug} cases={data.results} />}
      {data && (
        <Pager
          page={page}
          count={data.count}
          size={CASES_PAGE}
          onPage={(next) => {
            move({ page: next });
          }}
        />
      )}
    </div>
  );
}

export function CasesPage(): ReactElement {
  return (
    <ProjectFrame title="Cases">
      {(project) => <Cases slug={project.slug} canManage={project.can.manage} />}
    </ProjectFrame>
  );
}
