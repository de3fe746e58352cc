import { useContext, useSyncExternalStore } from "react";

import type { Outbox } from "../api/outbox";
import { EditingContext } from "../components/editing";
import type { WorkbenchStore } from "../components/law/subsection";
import { useSlice } from "../model/store";

const noNews = (): (() => void) => () => undefined;

/** Returns the layer of a subsection and the revision that the server has of it; 0 before its first edit. */
export function useRevision(
  store: WorkbenchStore,
  label: string | null,
  outbox: Outbox | undefined,
): { readonly id: string | undefined; readonly revision: number } {
  const editing = useContext(EditingContext);
  const shown = useSlice(store, (state) => (label === null ? undefined : state.document.layers.get(label)));
  const own = label === null ? undefined : editing?.store.get().layers.get(label);
  const id = own?.id ?? shown?.id;
  const revision = useSyncExternalStore(outbox?.subscribe ?? noNews, () =>
    outbox === undefined || id === undefined ? (shown?.revision ?? 0) : outbox.revisionOf(id),
  );
  return { id, revision };
}
