import { useContext } from "react";
import type { ReactElement } from "react";

import type { Outbox } from "../api/outbox";
import { EditingContext } from "../components/editing";
import type { WorkbenchStore } from "../components/law/subsection";
import { useSlice } from "../model/store";
import { LayerLife } from "./layer-life";
import { useRevision } from "./use-revision";

interface HistoryPanelProps {
  readonly slug: string;
  readonly label: string;
  readonly store: WorkbenchStore;
  /** Where one's own edits wait; none where the screen is for reading. */
  readonly outbox: Outbox | undefined;
}

/** The life of the layer of the subsection in focus. */
export function HistoryPanel({ slug, label, store, outbox }: HistoryPanelProps): ReactElement {
  const editing = useContext(EditingContext);
  const { id, revision } = useRevision(store, label, outbox);
  const mention = useSlice(store, (state) => state.mention);
  const argument = useSlice(store, (state) => state.argument);
  const source = useSlice(store, (state) => state.document.source);
  // The layer shown changes with its state.
  useSlice(store, (state) => state.document.layers.get(label));
  const layer = editing?.store.get().layers.get(label);
  const item =
    mention !== null
      ? { key: `mention:${mention}`, words: "mention" }
      : argument !== null
        ? { key: `argument:${argument}`, words: "argument" }
        : null;
  return (
    <LayerLife
      {...{ slug, id, revision, item, source }}
      restoring={
        editing === null || layer === undefined || outbox === undefined
          ? null
          : {
              layer,
              outbox,
              onRestore: (operation, say) => {
                if (operation === null) editing.perform({ ok: false, say });
                else editing.perform({ ok: true, operation, say, mention: null, label });
              },
            }
      }
    />
  );
}
