import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useContext, useState, useSyncExternalStore } from "react";
import type { ReactElement } from "react";

import { askRestore, historyQuery, layerAtQuery } from "../api/history";
import type { HistoryEntry } from "../api/history";
import type { Outbox } from "../api/outbox";
import { EditingContext } from "../components/editing";
import { LayerAsItWas } from "../components/layer-as-it-was";
import type { WorkbenchStore } from "../components/law/subsection";
import { Empty, ErrorNote } from "../components/states";
import { isFrozen } from "../model/edits";
import { useSlice } from "../model/store";
import { formatTime } from "../text/counting";
import { useRevision } from "./use-revision";

interface HistoryPanelProps {
  readonly slug: string;
  readonly label: string;
  readonly store: WorkbenchStore;
  /** Where one's own edits wait; none where the screen is for reading. */
  readonly outbox: Outbox | undefined;
}

const noNews = (): (() => void) => () => undefined;

/** The life of the layer of the subsection in focus. */
export function HistoryPanel({ slug, label, store, outbox }: HistoryPanelProps): ReactElement {
  const { id, revision } = useRevision(store, label, outbox);
  if (id === undefined || revision === 0)
    return (
      <div className="insp-b">
        <Empty>Nothing was done in this layer yet.</Empty>
      </div>
    );
  return <Life key={id} {...{ slug, label, store, outbox, id, revision }} />;
}

interface LifeProps extends HistoryPanelProps {
  readonly id: string;
  readonly revision: number;
}

function Life(props: LifeProps): ReactElement {
  const { slug, store, id, revision } = props;
  const [only, setOnly] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const mention = useSlice(store, (state) => state.mention);
  const argument = useSlice(store, (state) => state.argument);
  const item = mention !== null ? `mention:${mention}` : argument !== null ? `argument:${argument}` : "";
  const query = useInfiniteQuery({
    ...historyQuery(slug, id, revision, only ? item : ""),
    placeholderData: (before) => before,
  });
  const entries = query.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <div className="hist">
      {item !== "" && (
        <label className="hist-o">
          <input
            type="checkbox"
            checked={only}
            onChange={(event) => {
              setOnly(event.target.checked);
            }}
          />
          Only the {mention !== null ? "mention" : "argument"} in focus
        </label>
      )}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && entries.length === 0 && <Empty>No edit touched it.</Empty>}
      <ol>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry
              entry={entry}
              open={entry.revision === chosen}
              onToggle={() => {
                setChosen((now) => (now === entry.revision ? null : entry.revision));
              }}
            />
            {entry.revision === chosen && <Version {...props} chosen={chosen} />}
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <button type="button" className="btn sm" onClick={() => void query.fetchNextPage()}>
          Older
        </button>
      )}
    </div>
  );
}

interface EntryProps {
  readonly entry: HistoryEntry;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function Entry({ entry, open, onToggle }: EntryProps): ReactElement {
  const by = entry.suggested_by.join(", ");
  return (
    <button type="button" className="hist-e" aria-expanded={open} onClick={onToggle}>
      <span className="what">
        {entry.undoes !== null && "Took back an edit: "}
        {entry.what}
      </span>
      {entry.suggested_by.length > 0 && <small>Suggested by {by}</small>}
      <small>
        {entry.name}, {formatTime(entry.made_at)}, version {entry.revision}
      </small>
    </button>
  );
}

function Version({
  slug,
  store,
  id,
  revision,
  chosen,
  ...rest
}: LifeProps & { chosen: number }): ReactElement {
  const query = useQuery(layerAtQuery(slug, id, revision, chosen));
  const source = useSlice(store, (state) => state.document.source);
  if (query.isError) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <p className="was">Reading this version…</p>;
  const same = query.data.differences.length === 0;
  return (
    <LayerAsItWas
      at={query.data}
      source={source}
      act={same ? null : <Restore {...{ slug, store, id, revision, chosen }} {...rest} />}
    />
  );
}

/** The way back, as one edit of one's own layer that is undone like any other. */
function Restore({
  slug,
  id,
  label,
  store,
  outbox,
  chosen,
}: LifeProps & { chosen: number }): ReactElement | null {
  const editing = useContext(EditingContext);
  // The layer shown changes with its state.
  useSlice(store, (state) => state.document.layers.get(label));
  const saved = useSyncExternalStore(outbox?.subscribe ?? noNews, () => outbox?.state().kind === "saved");
  const asking = useMutation({
    mutationFn: () => askRestore(slug, id, chosen, outbox?.revisionOf(id) ?? 0),
    onSuccess: (operation) => {
      const say = `Version ${chosen} restored`;
      if (operation === null) editing?.perform({ ok: false, say: "It says the same already." });
      else editing?.perform({ ok: true, operation, say, mention: null, label });
    },
  });
  const layer = editing?.store.get().layers.get(label);
  if (editing === null || layer === undefined) return null;
  if (isFrozen(layer)) return <p>The layer is {layer.state} and stays as it is.</p>;
  return (
    <>
      {asking.isError && <ErrorNote error={asking.error} />}
      <button
        type="button"
        className="btn sm"
        disabled={!saved || asking.isPending}
        onClick={() => {
          asking.mutate();
        }}
      >
        Restore this version
      </button>
      {!saved && <p>Waits until your edits are saved.</p>}
    </>
  );
}
