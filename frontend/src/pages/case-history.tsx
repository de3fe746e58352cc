import { useSyncExternalStore } from "react";
import type { ReactElement } from "react";

import type { CaseStore } from "../components/case/bench";
import { caseLayer } from "../model/case-session";
import { useSlice } from "../model/store";
import { LayerLife } from "./layer-life";
import type { WritingDesk } from "./use-desk";

const noNews = (): (() => void) => () => undefined;

/** The life of the layer of a case that is on screen. */
export function CaseHistory({
  slug,
  store,
  desk,
}: {
  slug: string;
  store: CaseStore;
  desk: WritingDesk | null;
}): ReactElement {
  const state = useSlice(store, (whole) => whole);
  const { layer: shown } = state.one;
  const layer = caseLayer(state);
  const revision = useSyncExternalStore(desk?.outbox.subscribe ?? noNews, () =>
    desk === null ? (shown?.revision ?? 0) : desk.outbox.revisionOf(layer.id),
  );
  const item = state.at === null ? null : { key: `instantiation:${state.at}`, words: "subsection" };
  return (
    <LayerLife
      {...{ slug, revision, item }}
      id={shown?.id}
      source={state.words}
      restoring={
        desk === null
          ? null
          : {
              layer,
              outbox: desk.outbox,
              onRestore: (operation, say) => {
                desk.writing.perform(operation === null ? { ok: false, say } : { ok: true, operation, say });
              },
            }
      }
    />
  );
}
