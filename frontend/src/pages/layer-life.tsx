import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import type { ReactElement } from "react";

import { askRestore, historyQuery, layerAtQuery } from "../api/history";
import type { HistoryEntry } from "../api/history";
import type { Outbox } from "../api/outbox";
import { LayerAsItWas } from "../components/layer-as-it-was";
import { Empty, ErrorNote } from "../components/states";
import { isFrozen } from "../model/edits";
import type { Layer, Operation } from "../model/edits";
import { formatTime } from "../text/counting";
import type { Source } from "../text/pieces";

interface LayerLifeProps {
  readonly slug: string;
  /** The layer and the revision that the server has of it; 0 before its first edit. */
  readonly id: string | undefined;
  readonly revision: number;
  /** The item in focus, as the log names it and in a word; the list can be narrowed to it. */
  readonly item: { readonly key: string; readonly words: string } | null;
  readonly source: Source;
  /** Null where the layer is for reading. */
  readonly restoring: Restoring | null;
}

export interface Restoring {
  readonly layer: Layer;
  readonly outbox: Outbox;
  /** Puts the way back into the layer, as an edit like any other; null when it says the same already. */
  readonly onRestore: (operation: Operation | null, say: string) => void;
}

/** The life of a layer: its edits in words, itself as it was, and the way back. */
export function LayerLife({ id, ...props }: LayerLifeProps): ReactElement {
  if (id === undefined || props.revision === 0)
    return (
      <div className="insp-b">
        <Empty>Nothing was done in this layer yet.</Empty>
      </div>
    );
  return <Life key={id} {...props} id={id} />;
}

interface LifeProps extends LayerLifeProps {
  readonly id: string;
}

function Life(props: LifeProps): ReactElement {
  const { slug, id, revision, item } = props;
  const [only, setOnly] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const query = useInfiniteQuery({
    ...historyQuery(slug, id, revision, only ? (item?.key ?? "") : ""),
    placeholderData: (before) => before,
  });
  const entries = query.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <div className="hist">
      {item !== null && (
        <label className="hist-o">
          <input
            type="checkbox"
            checked={only}
            onChange={(event) => {
              setOnly(event.target.checked);
            }}
          />
          Only the {item.words} in focus
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

function Version({ chosen, ...props }: LifeProps & { chosen: number }): ReactElement {
  const { slug, id, revision, source, restoring } = props;
  const query = useQuery(layerAtQuery(slug, id, revision, chosen));
  if (query.isError) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <p className="was">Reading this version…</p>;
  const same = query.data.differences.length === 0;
  return (
    <LayerAsItWas
      at={query.data}
      source={source}
      act={same || restoring === null ? null : <Restore {...{ slug, id, chosen, restoring }} />}
    />
  );
}

interface RestoreProps extends Pick<LifeProps, "slug" | "id"> {
  readonly chosen: number;
  readonly restoring: Restoring;
}

/** The way back, as one edit of one's own layer that is undone like any other. */
function Restore({ slug, id, chosen, restoring }: RestoreProps): ReactElement {
  const { layer, outbox, onRestore } = restoring;
  const saved = useSyncExternalStore(outbox.subscribe, () => outbox.state().kind === "saved");
  const asking = useMutation({
    mutationFn: () => askRestore(slug, id, chosen, outbox.revisionOf(id)),
    onSuccess: (operation) => {
      onRestore(operation, operation === null ? "It says the same already." : `Version ${chosen} restored`);
    },
  });
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
