import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";
import { useLocation, useParams, useSearchParams } from "react-router";

import { projectQuery, statuteQuery, statutesQuery } from "../api/queries";
import type { LayerChoice, Statute, StatuteSummary } from "../api/types";
import { Inspector } from "../components/inspector";
import { Sheet } from "../components/law/sheet";
import type { WorkbenchStore } from "../components/law/subsection";
import { Outline } from "../components/outline";
import type { Sibling } from "../components/outline";
import { Segmented } from "../components/segmented";
import { ErrorNote } from "../components/states";
import { useArgumentHover } from "../components/use-argument-hover";
import type { KeyHandlers } from "../components/use-keys";
import { buildDocument } from "../model/document";
import type { OutlineFilter } from "../model/outline";
import { OUTLINE_FILTERS } from "../model/outline";
import { createStore, useSlice } from "../model/store";
import { openWorkbench, update } from "../model/workbench";
import { countWords } from "../text/counting";
import { titleWords } from "../text/labels";
import { homePath, statutePath, statutesPath } from "./addresses";
import { Shell } from "./shell";
import { SubsectionCases, useSubsectionCases } from "./subsection-cases";

function labelOfHash(hash: string): string | null {
  return hash.length > 1 ? decodeURIComponent(hash.slice(1)) : null;
}

/** Keeps the address at the subsection in focus, so that a reload or a link comes back to it. */
function useAddress(store: WorkbenchStore): void {
  const { hash, key } = useLocation();
  const focus = useSlice(store, (state) => state.focus);
  useEffect(() => {
    const label = labelOfHash(hash);
    if (label !== null) store.send({ type: "subsectionChosen", label });
  }, [hash, key, store]);
  useEffect(() => {
    if (focus !== null) history.replaceState(history.state, "", `#${focus}`);
  }, [focus]);
}

function toSibling(slug: string, one: StatuteSummary): Sibling {
  return {
    section: one.section,
    printed: one.printed,
    title: titleWords(one.title),
    to: statutePath(slug, one.section),
  };
}

/** Says in words where the focus went, for those who do not see it. */
function Announcer({ store }: { store: WorkbenchStore }): ReactElement {
  const state = useSlice(store, (whole) => whole);
  const subsection = state.focus === null ? undefined : state.document.byLabel.get(state.focus);
  const layer = state.focus === null ? undefined : state.document.layers.get(state.focus);
  const mentions = state.focus === null ? [] : (state.document.mentions.get(state.focus) ?? []);
  const mention = mentions.find((one) => one.id === state.mention);
  const where = subsection
    ? `${subsection.printed} ${subsection.heading}, ${countWords(layer?.arguments.length ?? 0, "argument")}`
    : "";
  return (
    <div className="sr" role="status">
      {mention ? `Argument ${mention.argument.number}, ${mention.argument.name}` : where}
    </div>
  );
}

interface WorkbenchProps {
  readonly slug: string;
  readonly statute: Statute;
  readonly layer: LayerChoice;
  readonly onLayer: (layer: LayerChoice) => void;
}

function Workbench({ slug, statute, layer, onLayer }: WorkbenchProps): ReactElement {
  const { hash } = useLocation();
  const document = useMemo(() => buildDocument(statute), [statute]);
  const [store] = useState(() => createStore(openWorkbench(document, labelOfHash(hash)), update));
  const [filter, setFilter] = useState<OutlineFilter>("all");
  const [open, setOpen] = useState<"outline" | "inspector" | "none">("none");
  const find = useRef<HTMLInputElement>(null);
  // On a narrow window the outline lies over the page; once something is chosen it makes way.
  const closePanes = useCallback(() => {
    setOpen("none");
  }, []);
  const cols = useRef<HTMLDivElement>(null);
  const focus = useSlice(store, (state) => state.focus);
  const cases = useSubsectionCases(slug, focus);
  const { data: project } = useQuery(projectQuery(slug));
  const { data: statutes = [] } = useQuery(statutesQuery(slug));
  useEffect(() => {
    store.send({ type: "documentLoaded", document });
  }, [store, document]);
  useAddress(store);
  useArgumentHover(cols);
  const keys: KeyHandlers = {
    j: () => {
      store.send({ type: "subsectionMoved", by: 1 });
    },
    k: () => {
      store.send({ type: "subsectionMoved", by: -1 });
    },
    m: () => {
      store.send({ type: "mentionMoved", by: 1 });
    },
    "Shift+m": () => {
      store.send({ type: "mentionMoved", by: -1 });
    },
    i: () => {
      store.send({ type: "tabMoved" });
    },
    o: () => find.current?.focus(),
    f: () => {
      setFilter(
        (now) => OUTLINE_FILTERS[(OUTLINE_FILTERS.indexOf(now) + 1) % OUTLINE_FILTERS.length] ?? "all",
      );
    },
    Escape: () => {
      setOpen("none");
      store.send({ type: "mentionDropped" });
    },
  };
  const toggle = (pane: "outline" | "inspector"): void => {
    setOpen((now) => (now === pane ? "none" : pane));
  };
  const at = statutes.findIndex((one) => one.section === statute.section);
  const title = `${statute.printed} ${titleWords(statute.title)}`;
  return (
    <Shell
      title={title}
      screen="statute"
      slug={slug}
      crumbs={[
        { words: project?.name ?? slug, to: homePath(slug) },
        { words: "Statutes", to: statutesPath(slug) },
        { words: title },
      ]}
      keys={keys}
      actions={
        <>
          <button
            type="button"
            className="btn only-small"
            aria-pressed={open === "outline"}
            onClick={() => {
              toggle("outline");
            }}
          >
            Outline
          </button>
          <button
            type="button"
            className="btn only-small"
            aria-pressed={open === "inspector"}
            onClick={() => {
              toggle("inspector");
            }}
          >
            Inspector
          </button>
          <span className="hide-s">
            <Segmented
              label="Layer"
              value={layer}
              choices={[
                ["gold", "Gold"],
                ["mine", "Mine"],
              ]}
              onChoose={onLayer}
            />
          </span>
        </>
      }
    >
      <div className="cols" ref={cols} data-open={open}>
        <Outline
          store={store}
          title={titleWords(statute.title)}
          before={statutes.slice(0, Math.max(at, 0)).map((one) => toSibling(slug, one))}
          after={statutes.slice(at + 1).map((one) => toSibling(slug, one))}
          filter={filter}
          onFilter={setFilter}
          findRef={find}
          onChosen={closePanes}
        />
        <Sheet store={store} />
        <Inspector
          store={store}
          caseCount={cases.data?.length}
          cases={<SubsectionCases slug={slug} query={cases} />}
        />
      </div>
      <Announcer store={store} />
    </Shell>
  );
}

/** A statute with its annotations, to read. */
export function StatutePage(): ReactElement {
  const { slug = "", section = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const layer: LayerChoice = search.get("layer") === "mine" ? "mine" : "gold";
  const query = useQuery(statuteQuery(slug, section, layer));
  if (query.data !== undefined) {
    return (
      <Workbench
        key={section}
        slug={slug}
        statute={query.data}
        layer={layer}
        onLayer={(next) => {
          setSearch(next === "mine" ? { layer: "mine" } : {}, { replace: true });
        }}
      />
    );
  }
  return (
    <Shell
      title={`§${section}`}
      screen="statute"
      slug={slug}
      crumbs={[{ words: "Statutes", to: statutesPath(slug) }, { words: `§${section}` }]}
    >
      <main id="main" className="pane">
        <div className="home one">
          {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
        </div>
      </main>
    </Shell>
  );
}
