import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ReactElement } from "react";
import { useSearchParams } from "react-router";

import { agreementQuery, isMeasuring, refreshAgreement, scopesQuery } from "../api/progress";
import type { Agreement, ScopeChoice, ScopeKind } from "../api/progress";
import type { Project } from "../api/types";
import { FigureTable } from "../components/progress/figure-table";
import { Items } from "../components/progress/items";
import { Segmented } from "../components/segmented";
import { Empty, ErrorNote, Note } from "../components/states";
import { formatTime } from "../text/counting";

const SCOPES: readonly (readonly [ScopeKind, string])[] = [
  ["all", "All"],
  ["pair", "By pair"],
  ["statute", "By statute"],
  ["gold", "Each with gold"],
];

/** Asks for new figures as soon as somebody looks at old ones. */
function useFreshAgreement(slug: string): ReturnType<typeof useQuery<Agreement>> {
  const client = useQueryClient();
  const options = agreementQuery(slug);
  const query = useQuery(options);
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => refreshAgreement(slug),
    onSuccess: (answer) => {
      client.setQueryData(options.queryKey, answer);
    },
  });
  const { data } = query;
  const failed = data?.job?.state === "failed" || data?.job?.state === "cancelled";
  const wanted = data !== undefined && !data.is_fresh && !isMeasuring(data) && !failed && !query.isFetching;
  useEffect(() => {
    if (wanted && !isPending && !isError) mutate();
  }, [wanted, isPending, isError, mutate]);
  return query;
}

function Standing({ agreement }: { agreement: Agreement }): ReactElement | null {
  if (agreement.is_fresh) {
    return (
      <p className="dim measured" role="status">
        Measured {agreement.measured_at !== null && formatTime(agreement.measured_at)}; 95% intervals over
        subsections and cases.
      </p>
    );
  }
  const job = agreement.job;
  if (job?.state === "failed")
    return <Note kind="bad">The figures could not be measured. {job.message}</Note>;
  const words = job && job.total > 0 ? ` ${job.done} of ${job.total} texts so far.` : "";
  return (
    <Note kind="warn">
      {agreement.measured_at === null
        ? "The figures are being measured."
        : "Somebody has changed a layer since; the figures are measured anew."}
      {words}
    </Note>
  );
}

function ScopeTables(props: {
  readonly slug: string;
  readonly by: ScopeKind;
  readonly measured: string | null;
  readonly chosen: ScopeChoice & { readonly figure: string | null };
  readonly onChoose: (name: string, figure: string) => void;
}): ReactElement {
  const { data, error, refetch } = useQuery(scopesQuery(props.slug, props.by, props.measured));
  return (
    <>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.results.length === 0 && <Empty>Nothing can be compared here yet.</Empty>}
      {data?.results.map((scope) => (
        <section key={scope.name} className="blk rule">
          <h2>{scope.words}</h2>
          <FigureTable
            label={scope.words}
            figures={scope.figures}
            chosen={props.chosen.name === scope.name ? props.chosen.figure : null}
            onChoose={(figure) => {
              props.onChoose(scope.name, figure);
            }}
          />
        </section>
      ))}
    </>
  );
}

/** How far people agree, and what they do not agree on. */
export function AgreementPanel({ project }: { project: Project }): ReactElement | null {
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useFreshAgreement(project.slug);
  if (error && data === undefined) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const isOwn = data.by === "own";
  const asked = SCOPES.find(([kind]) => kind === search.get("by"))?.[0] ?? "all";
  const by: ScopeKind = isOwn ? "own" : asked;
  const name = isOwn ? data.name : (search.get("name") ?? "");
  const figure = search.get("figure");
  const choose = (next: string, key: string): void => {
    const same = next === name && key === figure;
    setSearch(
      { tab: "agreement", by, ...(same ? {} : { name: next, figure: key }) },
      { replace: true, preventScrollReset: true },
    );
  };
  const known = data.figures.find((one) => one.key === figure);
  const simple = by === "all" || by === "own";
  return (
    <>
      <div className="span2">
        <Standing agreement={data} />
        {!isOwn && (
          <div className="tools">
            <Segmented
              label="Whose agreement"
              value={by}
              choices={SCOPES}
              onChoose={(kind) => {
                setSearch({ tab: "agreement", by: kind }, { replace: true });
              }}
            />
          </div>
        )}
      </div>
      {simple && (data.figures.length > 0 || data.measured_at !== null) && (
        <section className="blk span2">
          <h2>
            {isOwn ? "Your accepted work and gold" : "Agreement"}{" "}
            <span>{isOwn ? "what a reviewer decided" : "all pairs of people, handed-in work"}</span>
          </h2>
          {data.figures.length === 0 ? (
            <Empty>
              {isOwn
                ? "None of your work has been accepted yet."
                : "Nobody’s work can be compared yet: no text has been handed in by two people."}
            </Empty>
          ) : (
            <FigureTable
              label={isOwn ? "Your accepted work and gold" : "Agreement of all"}
              figures={data.figures}
              chosen={figure}
              onChoose={(key) => {
                choose(isOwn ? data.name : "", key);
              }}
            />
          )}
        </section>
      )}
      {!simple && (
        <ScopeTables
          slug={project.slug}
          by={by}
          measured={data.measured_at}
          chosen={{ by, name, figure }}
          onChoose={choose}
        />
      )}
      {figure !== null && (
        <Items
          key={`${by} ${name} ${figure}`}
          slug={project.slug}
          figure={{ key: figure, words: known?.words ?? "this figure" }}
          scope={{ by, name }}
          measured={data.measured_at}
        />
      )}
    </>
  );
}
