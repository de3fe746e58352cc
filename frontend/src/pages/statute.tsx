import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { ReactElement, ReactNode } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";

import type { Outbox } from "../api/outbox";
import { projectQuery, sessionQuery, statuteQuery, statutesQuery } from "../api/queries";
import type { LayerChoice, Statute, StatuteSummary } from "../api/types";
import { afterPaint } from "../components/after-paint";
import { ClausePanel } from "../components/clause-panel";
import { ConflictPanel } from "../components/conflict-panel";
import { EditingContext } from "../components/editing";
import { GuidelinesDialog } from "../components/guidelines";
import { ImpactDialog } from "../components/impact-dialog";
import { Inspector } from "../components/inspector";
import { Sheet } from "../components/law/sheet";
import type { WorkbenchStore } from "../components/law/subsection";
import { Outline } from "../components/outline";
import type { Sibling } from "../components/outline";
import { SaveMark } from "../components/save-mark";
import { Segmented } from "../components/segmented";
import { LeftNotes } from "../components/stale-list";
import { StateMark } from "../components/state-mark";
import { ErrorNote } from "../components/states";
import { useArgumentHover } from "../components/use-argument-hover";
import type { KeyHandlers } from "../components/use-keys";
import { usePatience } from "../components/use-patience";
import { UndoButtons } from "../components/undo-buttons";
import { RefusalNote } from "../components/refusal-note";
import { buildDocument } from "../model/document";
import { emptyLayer } from "../model/edits";
import { turnSubmission, whyHeld } from "../model/gestures";
import { MARK_WORDS, toMarkState } from "../model/marks";
import type { OutlineFilter } from "../model/outline";
import { OUTLINE_FILTERS } from "../model/outline";
import { keepLayer, keepOrder, keptOrder } from "../model/preferences";
import { focusedLayer } from "../model/session";
import { createStore, useSlice } from "../model/store";
import { openWorkbench, update } from "../model/workbench";
import { countWords } from "../text/counting";
import { titleWords } from "../text/labels";
import { homePath, statutePath, statutesPath } from "./addresses";
import { HistoryPanel } from "./history-panel";
import { OriginLine } from "./origin-line";
import { Shell } from "./shell";
import { SubsectionComments, useCommentCount } from "./subsection-comments";
import { SubsectionCases, useSubsectionCases } from "./subsection-cases";
import { SubsectionSubmit } from "./subsection-submit";
import { useCommandKeys } from "./use-command-keys";
import { useDesk } from "./use-editing";
import type { DeskProps } from "./use-editing";
import { useDisputes } from "./use-disputes";
import { useRevision } from "./use-revision";
import { useSuggestionNews } from "./use-suggestion-news";
import { useWaiting } from "./use-waiting";

/** The clause at full width, read when it is first looked at. */
const ClauseBench = lazy(() => import("./clause-bench"));

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
  readonly view: View;
}

type View = "statute" | "clause";

interface BenchProps extends WorkbenchProps {
  readonly store: WorkbenchStore;
  readonly announcer: ReactNode;
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
  readonly notes?: ReactNode;
  /** Where one's own edits wait, when it is written in. */
  readonly outbox?: Outbox;
  readonly screen: "statute" | "marking";
  /** Drops what the screen itself has open; true when there was something. */
  readonly onEscape?: () => boolean;
}

/** A statute to read, in gold or in any layer that is not written in. */
function ReadingBench(props: WorkbenchProps): ReactElement {
  const { hash } = useLocation();
  const document = useMemo(() => buildDocument(props.statute), [props.statute]);
  const [store] = useState(() => createStore(openWorkbench(document, labelOfHash(hash)), update));
  useEffect(() => {
    store.send({ type: "documentLoaded", document });
  }, [store, document]);
  return <Screens {...props} store={store} screen="statute" announcer={<Announcer store={store} />} />;
}

/** One's own layer of a statute, to write in. */
function WritingBench(
  props: WorkbenchProps & Pick<DeskProps, "waiting" | "person" | "reread">,
): ReactElement {
  const { slug } = props;
  const { hash } = useLocation();
  const client = useQueryClient();
  const desk = useDesk({ ...props, label: labelOfHash(hash) });
  const { editing, outbox } = desk;
  const { store } = editing;
  const printed = useSlice(store, (state) => state.document.byLabel.get(state.focus ?? "")?.printed ?? "");
  const layerState = useSlice(store, (state) => focusedLayer(state)?.state ?? "in_progress");
  const waits = useSlice(store, whyHeld);
  const said = useSlice(store, (state) => state.said);
  const source = useSlice(store, (state) => state.document.source);
  const save = useSyncExternalStore(outbox.subscribe, outbox.state);
  useCommandKeys({
    undo: editing.undo,
    redo: editing.redo,
    submit: layerState === "submitted" ? null : editing.askSubmit,
  });
  useSuggestionNews(slug, props.statute.section, store);
  const signIn = useCallback(() => void client.invalidateQueries(sessionQuery), [client]);
  const turn = (): void => {
    if (layerState === "submitted") editing.perform(turnSubmission(store.get()));
    else editing.askSubmit();
  };
  const here = [...desk.held.values()].filter(
    (held) => held.slug === slug && store.get().layers.has(held.label),
  );
  return (
    <EditingContext value={editing}>
      <Screens
        {...props}
        store={store}
        screen="marking"
        outbox={outbox}
        announcer={
          <div className="sr" role="status" data-count={said.count}>
            {said.text}
          </div>
        }
        status={<SaveMark outbox={outbox} onSignIn={signIn} />}
        onEscape={() => {
          const { selection, mention, suggestion } = store.get();
          store.send({ type: "selectionDropped" });
          return selection?.made === true || mention !== null || suggestion !== null;
        }}
        notes={
          <>
            <LeftNotes left={desk.impact.left} onShow={desk.impact.show} />
            {here.map((held) => (
              <ConflictPanel
                key={`${held.layer}.${held.revision}`}
                held={held}
                mine={store.get().layers.get(held.label) ?? emptyLayer(held.layer, "subsection", [])}
                source={source}
                printed={store.get().document.byLabel.get(held.label)?.printed ?? held.label}
                onSettle={desk.settleHeld}
              />
            ))}
            {desk.refusals.length > 0 && (
              <div className="conf">
                <RefusalNote refusals={desk.refusals} onDismiss={desk.dismiss} />
              </div>
            )}
          </>
        }
        actions={
          <>
            <UndoButtons undo={editing.undo} redo={editing.redo} />
            <span className="chip hide-s">
              <StateMark state={toMarkState(layerState)} silent /> {MARK_WORDS[toMarkState(layerState)]}
            </span>
            {waits === null && (
              <button type="button" className="btn pri" onClick={turn} disabled={layerState === "accepted"}>
                {layerState === "submitted" ? `Reopen ${printed}` : `Submit ${printed}`}{" "}
                {layerState !== "submitted" && <kbd>Ctrl ⏎</kbd>}
              </button>
            )}
          </>
        }
      />
      {desk.impact.asked && <ImpactDialog asked={desk.impact.asked} onAnswer={desk.impact.answer} />}
      {desk.submitting && (
        <SubsectionSubmit
          slug={slug}
          state={store.get()}
          save={save}
          onSubmit={() => {
            editing.perform(turnSubmission(store.get()));
          }}
          onClose={() => {
            desk.endSubmit();
            window.document.getElementById("main")?.focus({ preventScroll: true });
          }}
        />
      )}
    </EditingContext>
  );
}

/** The statute, or the clause of the subsection in focus at full width: two looks at the same desk. */
function Screens(props: BenchProps): ReactElement {
  const { store, layer, view } = props;
  const navigate = useNavigate();
  const { state: came } = useLocation() as { state: { readonly from?: string } | null };
  useAddress(store);
  const show = (to: View): void => {
    const { focus } = store.get();
    const there = {
      search: `?layer=${layer}${to === "clause" ? "&view=clause" : ""}`,
      hash: focus === null ? "" : `#${focus}`,
    };
    // Back to where it was opened; from an address of its own, or another subsection, to the statute there.
    if (to === "statute" && came?.from === focus) void navigate(-1);
    else void navigate(there, to === "clause" ? { state: { from: focus } } : { replace: true });
  };
  if (view === "statute")
    return (
      <Bench
        {...props}
        onClause={() => {
          show("clause");
        }}
      />
    );
  return (
    <Suspense fallback={null}>
      <ClauseBench
        {...props}
        onBack={() => {
          show("statute");
        }}
      />
    </Suspense>
  );
}

function Bench(props: BenchProps & { readonly onClause: () => void }): ReactElement {
  const { slug, statute, layer, onLayer, store } = props;
  const navigate = useNavigate();
  const [filter, setFilter] = useState<OutlineFilter>("all");
  const [order, setOrder] = useState(keptOrder);
  const shown = useRef<readonly string[]>([]);
  const [open, setOpen] = useState<"outline" | "inspector" | "none">("none");
  const find = useRef<HTMLInputElement>(null);
  // On a narrow window the outline lies over the page; once something is chosen it makes way.
  const closePanes = useCallback(() => {
    setOpen("none");
  }, []);
  const cols = useRef<HTMLDivElement>(null);
  const focus = useSlice(store, (state) => state.focus);
  const cases = useSubsectionCases(slug, focus);
  const { revision } = useRevision(store, focus, props.outbox);
  const [guided, setGuided] = useState(false);
  const commentBox = useRef<HTMLTextAreaElement>(null);
  const commentCount = useCommentCount(slug, statute.section, focus);
  const { data: project } = useQuery(projectQuery(slug));
  const { data: statutes = [] } = useQuery(statutesQuery(slug));
  const disputes = useDisputes(slug, statute.section, project?.role ?? null);
  const filters = OUTLINE_FILTERS.filter((one) => one !== "dispute" || disputes !== null);
  // The law first: what stands around it comes right after it, in the next frame.
  const [whole, setWhole] = useState(false);
  useEffect(
    () =>
      afterPaint(() => {
        setWhole(true);
      }),
    [],
  );
  useArgumentHover(cols, store);
  // In an order of its own, J and K go along the outline; else along the statute.
  const move = (by: 1 | -1): void => {
    const next = shown.current[shown.current.indexOf(store.get().focus ?? "") + by];
    if (order === "document") store.send({ type: "subsectionMoved", by });
    else if (next !== undefined) store.send({ type: "subsectionChosen", label: next });
  };
  const keys: KeyHandlers = {
    j: () => {
      move(1);
    },
    k: () => {
      move(-1);
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
    l: props.onClause,
    o: () => find.current?.focus(),
    "Shift+h": () => {
      setGuided(true);
    },
    c: () => {
      flushSync(() => {
        store.send({ type: "tabChosen", tab: "comments" });
        setOpen("inspector");
      });
      commentBox.current?.focus();
    },
    f: () => {
      setFilter((now) => filters[(filters.indexOf(now) + 1) % filters.length] ?? "all");
    },
    Escape: () => {
      setOpen("none");
      if (props.onEscape?.() !== true) store.send({ type: "mentionDropped" });
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
      screen={props.screen}
      slug={slug}
      status={props.status}
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
          {props.actions}
        </>
      }
    >
      <div className="cols" ref={cols} data-open={open}>
        {whole ? (
          <Outline
            store={store}
            title={titleWords(statute.title)}
            before={statutes.slice(0, Math.max(at, 0)).map((one) => toSibling(slug, one))}
            after={statutes.slice(at + 1).map((one) => toSibling(slug, one))}
            filter={filter}
            onFilter={setFilter}
            order={order}
            onOrder={(chosen) => {
              keepOrder(chosen);
              setOrder(chosen);
            }}
            disputes={disputes}
            shownRef={shown}
            findRef={find}
            onChosen={closePanes}
          />
        ) : (
          <nav className="outline" aria-label="Outline" />
        )}
        <Sheet store={store} />
        {whole ? (
          <Inspector
            store={store}
            caseCount={cases.data?.length}
            clause={
              focus !== null && (
                <ClausePanel
                  {...{ slug, layer, store }}
                  label={focus}
                  onFull={props.onClause}
                  onOpen={(label) => {
                    if (store.get().document.byLabel.has(label))
                      store.send({ type: "subsectionChosen", label });
                    else
                      void navigate(
                        `${statutePath(slug, label.split("(")[0] ?? label)}?layer=${layer}#${label}`,
                      );
                  }}
                />
              )
            }
            cases={<SubsectionCases slug={slug} query={cases} />}
            comments={
              focus !== null && (
                <SubsectionComments key={focus} slug={slug} store={store} label={focus} box={commentBox} />
              )
            }
            commentCount={commentCount}
            revision={revision}
            history={
              focus !== null && (
                <HistoryPanel key={focus} {...{ slug, store }} label={focus} outbox={props.outbox} />
              )
            }
            notes={
              <>
                {props.notes}
                {layer === "gold" && focus !== null && <OriginLine slug={slug} store={store} label={focus} />}
              </>
            }
          />
        ) : (
          <aside className="insp" aria-label="Inspector" />
        )}
      </div>
      {props.announcer}
      {guided && (
        <GuidelinesDialog
          slug={slug}
          onClose={() => {
            setGuided(false);
          }}
        />
      )}
    </Shell>
  );
}

/** One's own layer, read afresh each time it is opened: what was stored since is not in any cache. */
function MinePage(props: Omit<WorkbenchProps, "statute"> & { readonly section: string }): ReactElement {
  const { slug, section } = props;
  const { data: session } = useQuery(sessionQuery);
  const person = session?.user?.username;
  const query = useQuery({ ...statuteQuery(slug, section, "mine"), staleTime: 0, gcTime: 0 });
  const waiting = useWaiting(person, slug);
  const { refetch } = query;
  const reread = useCallback(() => void refetch(), [refetch]);
  const fresh = query.data !== undefined && (query.isFetchedAfterMount || query.dataUpdatedAt > 0);
  if (person === undefined || waiting === null || query.data === undefined || !fresh)
    return <Opening slug={slug} section={section} query={query} />;
  return (
    <WritingBench
      key={`${section}.${person}`}
      {...props}
      statute={query.data}
      waiting={waiting}
      person={person}
      reread={reread}
    />
  );
}

function GoldPage(props: Omit<WorkbenchProps, "statute"> & { readonly section: string }): ReactElement {
  const query = useQuery(statuteQuery(props.slug, props.section, "gold"));
  if (query.data === undefined) return <Opening slug={props.slug} section={props.section} query={query} />;
  return <ReadingBench key={props.section} {...props} statute={query.data} />;
}

interface OpeningProps {
  readonly slug: string;
  readonly section: string;
  readonly query: { readonly isError: boolean; readonly error: unknown; readonly refetch: () => unknown };
}

function Opening({ slug, section, query }: OpeningProps): ReactElement | null {
  const late = usePatience();
  if (!late && !query.isError) return null;
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

/**
 * A statute with its annotations: gold to read, one's own layer to write in. An annotator comes to write;
 * others see the gold first.
 */
export function StatutePage(): ReactElement {
  const { slug = "", section = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const said = search.get("layer");
  const project = useQuery({ ...projectQuery(slug), enabled: said === null });
  const role = project.data?.role;
  const usual = role === undefined ? null : role === "annotator" ? "mine" : "gold";
  useEffect(() => {
    if (usual !== null) keepLayer(slug, usual);
  }, [slug, usual]);
  const layer: LayerChoice | null = said === "mine" || said === "gold" ? said : usual;
  const view: View = search.get("view") === "clause" ? "clause" : "statute";
  const onLayer = (next: LayerChoice): void => {
    setSearch({ layer: next }, { replace: true });
  };
  if (layer === null) return <Opening slug={slug} section={section} query={project} />;
  const Chosen = layer === "mine" ? MinePage : GoldPage;
  return <Chosen key={section} slug={slug} section={section} layer={layer} onLayer={onLayer} view={view} />;
}
