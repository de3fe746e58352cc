import { memo, useContext } from "react";
import type { ReactElement, ReactNode } from "react";

import type { Argument, Layer } from "../api/types";
import { connectedWith } from "../model/connections";
import type { SetMention, StatuteDocument } from "../model/document";
import { useSlice } from "../model/store";
import type { InspectorTab } from "../model/workbench";
import { lookOf } from "../text/numbering";
import { slicePoints } from "../text/offsets";
import { EditingContext } from "./editing";
import type { WorkbenchStore } from "./law/subsection";
import { StaleList } from "./stale-list";
import { Empty, Note } from "./states";
import { SuggestedClause } from "./suggested-clause";
import { SuggestionList } from "./suggestion-list";
import { Tabs } from "./tabs";

interface ArgumentRowProps {
  readonly label: string;
  readonly argument: Argument;
  readonly mentions: readonly SetMention[];
  readonly open: boolean;
  readonly current: string | null;
  readonly document: StatuteDocument;
  readonly store: WorkbenchStore;
}

/** The arguments of other subsections that clauses connect with this one; each leads there. */
function Wires({
  document,
  label,
  argument,
  store,
}: {
  document: StatuteDocument;
  label: string;
  argument: string;
  store: WorkbenchStore;
}): ReactElement | null {
  const connected = connectedWith(document, label, argument);
  if (connected.length === 0) return null;
  return (
    <li className="wire">
      <span>Clauses connect it to</span>
      {connected.map((one) => (
        <button
          key={one.argument.id}
          type="button"
          className="mono"
          onClick={() => {
            store.send({ type: "subsectionChosen", label: one.label });
          }}
        >
          {document.byLabel.get(one.label)?.printed} {one.argument.name}
        </button>
      ))}
    </li>
  );
}

const ArgumentRow = memo(function ArgumentRow(props: ArgumentRowProps): ReactElement {
  const { argument, mentions, document, store } = props;
  const look = lookOf(argument.number);
  return (
    <li>
      <button
        type="button"
        className={`arg ${look}`}
        data-arg={argument.id}
        aria-expanded={props.open}
        onClick={() => {
          store.send({ type: "argumentToggled", argument: argument.id });
        }}
      >
        <span className="an">{argument.number}</span>
        <span className="nm">{argument.name}</span>
        <span className="ty">{argument.value_type}</span>
        <span className="ct">
          {mentions.length} <span className="sr">{mentions.length === 1 ? "mention" : "mentions"}</span>
        </span>
      </button>
      {props.open && (
        <ul className={`arg-b ${look}`} data-arg={argument.id}>
          {mentions.map((mention) => (
            <li key={mention.id}>
              <button
                type="button"
                aria-current={mention.id === props.current || undefined}
                onClick={() => {
                  store.send({ type: "mentionChosen", label: mention.label, mention: mention.id });
                }}
              >
                <q>{slicePoints(document.source.text, document.source.map, mention.start, mention.end)}</q>
                <span className="off">
                  {mention.start}–{mention.end}
                </span>
              </button>
            </li>
          ))}
          <Wires document={document} label={props.label} argument={argument.id} store={store} />
        </ul>
      )}
    </li>
  );
});

function ArgumentList({
  label,
  layer,
  store,
}: {
  label: string;
  layer: Layer | undefined;
  store: WorkbenchStore;
}): ReactElement {
  const document = useSlice(store, (state) => state.document);
  const open = useSlice(store, (state) => state.argument);
  const editing = useContext(EditingContext);
  const current = useSlice(store, (state) => state.mention);
  if (layer === undefined || layer.arguments.length === 0) {
    return (
      <div className="args">
        <Empty>
          {editing === null
            ? "No mentions in this subsection."
            : "No mentions yet. Put the caret on a word and press Enter."}
        </Empty>
      </div>
    );
  }
  const mentions = document.mentions.get(label) ?? [];
  return (
    <ul className="args">
      {layer.arguments
        .toSorted((a, b) => a.number - b.number)
        .map((argument) => (
          <ArgumentRow
            key={argument.id}
            label={label}
            argument={argument}
            mentions={mentions.filter((one) => one.argumentId === argument.id)}
            open={open === argument.id}
            current={current}
            document={document}
            store={store}
          />
        ))}
    </ul>
  );
}

/** What somebody should look at again in this subsection. */
function StaleChecks({ layer }: { layer: Layer }): ReactElement {
  const editing = useContext(EditingContext);
  const wordsOf = (item: string): string => {
    if (item === "clause") return "The clause";
    const argument = layer.arguments.find((one) => item === `argument:${one.id}`);
    return argument === undefined ? "An argument" : `Argument ${argument.number}, ${argument.name},`;
  };
  return (
    <StaleList
      stale={layer.stale}
      wordsOf={wordsOf}
      onLooked={
        editing === null
          ? null
          : (item) => {
              const { mention } = editing.store.get();
              const say = `${wordsOf(item)} looked at`;
              editing.perform({ ok: true, operation: { op: "clear_stale", item }, say, mention });
            }
      }
    />
  );
}

interface InspectorProps {
  readonly store: WorkbenchStore;
  readonly clause: ReactNode;
  readonly cases: ReactNode;
  readonly caseCount: number | undefined;
  readonly comments: ReactNode;
  readonly commentCount: number | undefined;
  readonly history: ReactNode;
  /** The revision that the server has of the layer in focus. */
  readonly revision: number;
  /** What a person has to look at before anything else. */
  readonly notes?: ReactNode;
}

const AUTHOR_WORDS = { gold: "Gold", person: "Yours", model: "Model", solver: "Solver" } as const;

/** The subsection in focus: its arguments, clause, cases, comments and history. */
export function Inspector(props: InspectorProps): ReactElement {
  const { store, clause, cases, caseCount, notes } = props;
  const document = useSlice(store, (state) => state.document);
  const focus = useSlice(store, (state) => state.focus);
  const tab = useSlice(store, (state) => state.tab);
  const editing = useContext(EditingContext);
  const layer = focus === null ? undefined : document.layers.get(focus);
  const subsection = focus === null ? undefined : document.byLabel.get(focus);
  const tabs = [
    { name: "arguments" as const, words: "Arguments", count: layer?.arguments.length ?? 0 },
    { name: "clause" as const, words: "Clause" },
    { name: "cases" as const, words: "Cases", count: caseCount },
    { name: "comments" as const, words: "Comments", count: props.commentCount },
    { name: "history" as const, words: "History" },
  ];
  return (
    <aside className="insp" aria-label="Inspector">
      <div className="insp-h">
        <div className="grow">
          <h2>{subsection?.printed}</h2>
          <p>{subsection?.heading}</p>
        </div>
        {layer && <span className="chip">{AUTHOR_WORDS[layer.author.kind]}</span>}
      </div>
      <Tabs<InspectorTab>
        label="Inspector"
        id="insp"
        tabs={tabs}
        current={tab}
        onChoose={(name) => {
          store.send({ type: "tabChosen", tab: name });
        }}
      />
      <div className="pane" role="tabpanel" id="insp-panel" aria-labelledby={`insp-${tab}`} tabIndex={0}>
        {notes}
        {layer?.state === "returned" && layer.reason !== "" && (
          <div className="conf">
            <Note kind="warn">
              <b>Returned.</b> {layer.reason}
            </Note>
          </div>
        )}
        {layer && <StaleChecks layer={layer} />}
        {tab === "arguments" && focus !== null && <ArgumentList label={focus} layer={layer} store={store} />}
        {tab === "arguments" && editing !== null && <SuggestionList editing={editing} />}
        {tab === "clause" && clause}
        {tab === "clause" && editing !== null && <SuggestedClause editing={editing} />}
        {tab === "cases" && cases}
        {tab === "comments" && props.comments}
        {tab === "history" && props.history}
      </div>
      <div className="insp-f">
        {layer ? (
          <>
            <span>Revision {props.revision}</span>
            <span>·</span>
            <span>{layer.state.replace("_", " ")}</span>
          </>
        ) : (
          <span>Nothing in this layer yet</span>
        )}
      </div>
    </aside>
  );
}
