import { useCallback, useMemo, useState } from "react";

import type { Statute } from "../api/types";
import type { Editing, SessionStore } from "../components/editing";
import type { Edit } from "../model/edits";
import { setSuggestions, suggestionsOn } from "../model/preferences";
import { editsHere } from "../model/queue";
import type { Queued } from "../model/queue";
import { focusedLayer, openSession, updateSession } from "../model/session";
import { createStore } from "../model/store";
import { useDeskStore, useWritingDesk } from "./use-desk";
import type { WritingDesk } from "./use-desk";
import { useImpact } from "./use-impact";
import type { ImpactDesk } from "./use-impact";

export interface Desk extends Omit<WritingDesk, "writing"> {
  readonly editing: Editing;
  readonly impact: ImpactDesk;
  readonly submitting: boolean;
  readonly endSubmit: () => void;
}

export interface DeskProps {
  readonly slug: string;
  readonly statute: Statute;
  readonly waiting: readonly Queued[];
  readonly person: string;
  readonly label: string | null;
  /** Asks for the statute again. */
  readonly reread: () => void;
}

/** A person's desk at one statute: the state, what can be done, and what has become of it. */
export function useDesk(props: DeskProps): Desk {
  const { slug, statute, waiting, person, label, reread } = props;
  const store: SessionStore = useDeskStore({ person, source: statute }, () => {
    // Edits of other statutes wait in the same queue; those of layers that are not here change nothing.
    const here = new Set([
      ...statute.layers.map((one) => one.id),
      ...statute.subsections.map((one) => one.my_layer),
    ]);
    const edits = editsHere(waiting, slug, here);
    const opened = openSession(statute, person, label, edits);
    return createStore({ ...opened, showing: suggestionsOn() }, updateSession);
  });
  const [submitting, setSubmitting] = useState(false);
  const onRead = useCallback(
    (edits: readonly Edit[]) => {
      store.send({ type: "statuteRead", statute, waiting: edits });
    },
    [store, statute],
  );
  const { writing, ...desk } = useWritingDesk(store, {
    ...{ slug, person, waiting, reread, onRead },
    kind: "subsection",
    filter: { section: statute.section },
    source: statute,
    layerOf: () => focusedLayer(store.get()),
    onTakenBack: (key) => {
      if (key !== store.get().focus) store.send({ type: "subsectionChosen", label: key });
    },
  });
  const impact = useImpact(store, desk.outbox, slug, writing, person);
  const { perform } = impact;
  const editing = useMemo(
    (): Editing => ({
      ...writing,
      perform,
      store,
      askSubmit: () => {
        setSubmitting(true);
      },
      showSuggestions: (on) => {
        setSuggestions(on);
        store.send({ type: "suggestionsTurned", showing: on });
        store.send({ type: "said", text: on ? "Suggestions are shown" : "Suggestions are hidden" });
      },
    }),
    [writing, perform, store],
  );
  return {
    ...desk,
    editing,
    impact,
    submitting,
    endSubmit: () => {
      setSubmitting(false);
    },
  };
}
