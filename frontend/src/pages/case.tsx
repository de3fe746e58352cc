import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { useParams, useSearchParams } from "react-router";

import { caseQuery, projectQuery, sessionQuery } from "../api/queries";
import type { Case, LayerChoice } from "../api/types";
import type { CaseStore } from "../components/case/bench";
import { ErrorNote } from "../components/states";
import { caseLayer, openCase, updateCase } from "../model/case-session";
import type { Edit } from "../model/edits";
import type { Queued } from "../model/queue";
import { suggestionsOn } from "../model/preferences";
import { createStore } from "../model/store";
import { casesPath } from "./addresses";
import { CaseDesk } from "./case-desk";
import { Shell } from "./shell";
import { useCaseSuggestions } from "./use-case-suggestions";
import { useDeskStore, useWritingDesk } from "./use-desk";
import { useWaiting } from "./use-waiting";

interface PageProps {
  readonly slug: string;
  readonly name: string;
  readonly row: string | null;
  readonly onLayer: (layer: LayerChoice) => void;
}

function Opening({
  slug,
  name,
  query,
}: Pick<PageProps, "slug" | "name"> & {
  query: { readonly isError: boolean; readonly error: unknown; readonly refetch: () => unknown };
}): ReactElement {
  return (
    <Shell
      title={`Case ${name}`}
      screen="case"
      slug={slug}
      crumbs={[{ words: "Cases", to: casesPath(slug) }, { words: name }]}
    >
      <main id="main" className="pane">
        <div className="home one">
          {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
        </div>
      </main>
    </Shell>
  );
}

/** The gold of a case, to read and to solve. */
function GoldPage(props: PageProps): ReactElement {
  const query = useQuery(caseQuery(props.slug, props.name, "gold"));
  if (query.data === undefined) return <Opening {...props} query={query} />;
  return <GoldCase {...props} one={query.data} />;
}

function GoldCase(props: PageProps & { readonly one: Case }): ReactElement {
  const { one, row } = props;
  const [store] = useState<CaseStore>(() => createStore(openCase(one, "", row), updateCase));
  return <CaseDesk {...props} layer="gold" store={store} desk={null} />;
}

interface WritingProps extends PageProps {
  readonly one: Case;
  readonly person: string;
  readonly waiting: readonly Queued[];
  readonly reread: () => void;
}

/** One's own layer of a case, to write in. */
function WritingCase(props: WritingProps): ReactElement {
  const { slug, name, one, person, waiting, row, reread } = props;
  const source = useMemo(() => ({ layers: one.layer === null ? [] : [one.layer] }), [one]);
  const store: CaseStore = useDeskStore({ person, source }, () => {
    const edits = waiting.map((queued) => queued.edit);
    return createStore({ ...openCase(one, person, row, edits), showing: suggestionsOn() }, updateCase);
  });
  useCaseSuggestions(slug, name, store);
  const onRead = useCallback(
    (edits: readonly Edit[]) => {
      store.send({ type: "caseRead", one, waiting: edits });
    },
    [store, one],
  );
  const desk = useWritingDesk(store, {
    ...{ slug, person, waiting, reread, onRead, source },
    kind: "case",
    filter: { case: name },
    layerOf: () => caseLayer(store.get()),
  });
  return <CaseDesk {...props} layer="mine" store={store} desk={desk} />;
}

/** One's own layer, read afresh each time it is opened: what was stored since is not in any cache. */
function MinePage(props: PageProps): ReactElement {
  const { slug, name } = props;
  const { data: session } = useQuery(sessionQuery);
  const person = session?.user?.username;
  const query = useQuery({ ...caseQuery(slug, name, "mine"), staleTime: 0, gcTime: 0 });
  const waiting = useWaiting(person, slug);
  const { refetch } = query;
  const reread = useCallback(() => void refetch(), [refetch]);
  if (person === undefined || waiting === null || query.data === undefined)
    return <Opening {...props} query={query} />;
  return (
    <WritingCase
      key={`${name}.${person}`}
      {...props}
      one={query.data}
      waiting={waiting}
      person={person}
      reread={reread}
    />
  );
}

/**
 * A case: gold to read, one's own layer to write in, the engine beside both. An annotator comes to write;
 * others see the gold first.
 */
export function CasePage(): ReactElement {
  const { slug = "", name = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const said = search.get("layer");
  const project = useQuery({ ...projectQuery(slug), enabled: said === null });
  const role = project.data?.role;
  const usual = role === undefined ? null : role === "annotator" ? "mine" : "gold";
  const layer: LayerChoice | null = said === "mine" || said === "gold" ? said : usual;
  const onLayer = (next: LayerChoice): void => {
    setSearch({ layer: next }, { replace: true });
  };
  if (layer === null) return <Opening slug={slug} name={name} query={project} />;
  const Chosen = layer === "mine" ? MinePage : GoldPage;
  return (
    <Chosen key={`${name} ${layer}`} slug={slug} name={name} row={search.get("row")} onLayer={onLayer} />
  );
}
