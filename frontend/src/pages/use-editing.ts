import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";

import { outboxOf } from "../api/outbox";
import type { Outbox } from "../api/outbox";
import { apiPath, request } from "../api/client";
import type { Page, Statute } from "../api/types";
import type { Editing, SessionStore } from "../components/editing";
import type { Choice } from "../model/conflicts";
import { settle } from "../model/conflicts";
import { editFromJson, makeUndoEdits, planRedo, planUndo } from "../model/edits";
import type { Edit, Layer, UndoStep } from "../model/edits";
import type { Gesture } from "../model/gestures";
import { makeTime, makeUuid } from "../model/ids";
import type { Held, Queued } from "../model/queue";
import { focusedLayer, openSession, updateSession } from "../model/session";
import { createStore } from "../model/store";

const LOG_PAGE = 200;

export interface Desk {
  readonly editing: Editing;
  readonly outbox: Outbox;
  readonly held: ReadonlyMap<string, Held>;
  readonly refusals: readonly string[];
  readonly dismiss: () => void;
  readonly settleHeld: (held: Held, theirs: Layer, choices: ReadonlyMap<string, Choice>) => void;
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

/** Returns the person's own edits of this statute, oldest first, so that undo outlives a reload. */
async function readLog(slug: string, section: string): Promise<readonly Edit[]> {
  const query = new URLSearchParams({
    section,
    mine: "true",
    newest_first: "true",
    page_size: String(LOG_PAGE),
  });
  const path = `${apiPath("projects", slug, "edits")}?${query.toString()}`;
  const page = await request<Page<Record<string, unknown>>>("GET", path);
  const edits = page.results.flatMap((row) => {
    // A stored edit has a revision besides; the rules know none.
    const read = editFromJson(Object.fromEntries(Object.entries(row).filter(([key]) => key !== "revision")));
    return read.ok ? [read.edit] : [];
  });
  // In the order in which the server got them. The times they carry are those of clocks, which jump.
  return edits.toReversed();
}

function editsOf(store: SessionStore, slug: string, queued: readonly Queued[]): readonly Edit[] {
  const { labels } = store.get();
  return queued.filter((one) => one.slug === slug && labels.has(one.edit.layer)).map((one) => one.edit);
}

/** Puts edits into the state and on their way. */
function usePut(store: SessionStore, outbox: Outbox, slug: string) {
  return useCallback(
    (edits: readonly Edit[], say: string, mention?: string | null): void => {
      store.send({ type: "edited", edits, say, ...(mention === undefined ? {} : { mention }) });
      for (const edit of edits) outbox.put(slug, store.get().labels.get(edit.layer) ?? "", [edit]);
    },
    [store, outbox, slug],
  );
}

function useActs(store: SessionStore, outbox: Outbox, slug: string, askSubmit: () => void): Editing {
  const put = usePut(store, outbox, slug);
  return useMemo(() => {
    const { author } = store.get();
    const perform = (gesture: Gesture): void => {
      const layer = focusedLayer(store.get());
      if (!gesture.ok || layer === undefined) {
        store.send({ type: "said", text: gesture.say, fault: true });
        return;
      }
      const edit: Edit = {
        id: makeUuid(),
        layer: layer.id,
        author,
        time: makeTime(),
        base_revision: outbox.revisionOf(layer.id),
        operation: gesture.operation,
        inverse: null,
        undoes: null,
        group: null,
        from_suggestion: null,
      };
      put([edit], gesture.say, gesture.mention);
    };
    const takeBack = (step: UndoStep | null, verb: string): void => {
      if (step === null || step.conflicts.length > 0) {
        const why = step === null ? `There is nothing to ${verb}.` : "Someone else has changed it since.";
        store.send({ type: "said", text: why, fault: true });
        return;
      }
      const label = store.get().labels.get(step.edits[0]?.layer ?? "");
      if (label !== undefined && label !== store.get().focus) store.send({ type: "subsectionChosen", label });
      const stamp = { makeId: makeUuid, time: makeTime(), revisionOf: outbox.revisionOf };
      put(makeUndoEdits(step, author, stamp), verb === "undo" ? "Undone" : "Redone");
    };
    return {
      store,
      makeId: makeUuid,
      perform,
      undo: () => {
        takeBack(planUndo(store.get().log, author), "undo");
      },
      redo: () => {
        takeBack(planRedo(store.get().log, author), "redo");
      },
      askSubmit,
    };
  }, [store, outbox, put, askSubmit]);
}

/** Reads the statute again when others' edits lie in it, once nothing of ours is on its way. */
function useCatchUp(store: SessionStore, outbox: Outbox, props: DeskProps): () => void {
  const { slug, statute, reread } = props;
  const behind = useRef(props.waiting.length > 0);
  const first = useRef(statute);
  const catchUp = useCallback(() => {
    const { kind } = outbox.state();
    if (!behind.current || kind === "saving" || kind === "offline" || kind === "signed_out") return;
    behind.current = false;
    reread();
  }, [outbox, reread]);
  const fallBehind = useCallback(() => {
    behind.current = true;
    catchUp();
  }, [catchUp]);
  useEffect(() => outbox.subscribe(catchUp), [outbox, catchUp]);
  useEffect(() => {
    if (statute === first.current) return;
    first.current = statute;
    outbox.see(statute.layers);
    void outbox.waiting(slug).then((waiting) => {
      store.send({ type: "statuteRead", statute, waiting: editsOf(store, slug, waiting) });
    });
  }, [statute, store, outbox, slug]);
  return fallBehind;
}

/** A person's desk at one statute: the state, what can be done, and what has become of it. */
export function useDesk(props: DeskProps): Desk {
  const { slug, statute, waiting, person, label } = props;
  const outbox = outboxOf(person);
  const [store] = useState<SessionStore>(() => {
    outbox.see(statute.layers);
    // Edits of other statutes wait in the same queue; those of layers that are not here change nothing.
    const edits = waiting.map((one) => one.edit);
    return createStore(openSession(statute, person, label, edits), updateSession);
  });
  const [submitting, setSubmitting] = useState(false);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const held = useSyncExternalStore(outbox.subscribe, outbox.held);
  const askSubmit = useCallback(() => {
    setSubmitting(true);
  }, []);
  const editing = useActs(store, outbox, slug, askSubmit);
  const fallBehind = useCatchUp(store, outbox, props);
  useEffect(() => {
    let gone = false;
    readLog(slug, statute.section).then(
      (edits) => {
        if (!gone) store.send({ type: "logRead", edits });
      },
      () => {
        // Without the log, undo reaches back to this visit only; it is read again with the next one.
        store.send({ type: "said", text: "Earlier edits cannot be undone while the server is away." });
      },
    );
    return () => {
      gone = true;
    };
  }, [store, slug, statute.section]);
  useEffect(
    () =>
      outbox.listen((event) => {
        if (event.type === "made") {
          store.send({ type: "heard", edits: editsOf(store, slug, event.edits) });
          if (store.get().astray) fallBehind();
        } else if (event.type === "refused") {
          store.send({ type: "forgotten", ids: [event.edit.id] });
          setRefusals((before) => [...before, event.message]);
        } else if (event.layers.some((layer) => store.get().labels.has(layer))) fallBehind();
      }),
    [outbox, store, slug, fallBehind],
  );
  const settleHeld = useCallback(
    (one: Held, theirs: Layer, choices: ReadonlyMap<string, Choice>) => {
      void outbox.waiting(slug).then((all) => {
        const mine = store.get().layers.get(one.label);
        const here = all.filter((queued) => queued.edit.layer === one.layer);
        if (mine === undefined) return;
        const settled = settle(theirs, one.revision, mine, here, choices, makeUuid);
        outbox.resolve(one, settled.edits);
        store.send({ type: "forgotten", ids: here.map((queued) => queued.id) });
        const lost = settled.dropped.length;
        store.send({ type: "said", text: lost === 0 ? "Yours were kept" : `${lost} of your edits let go` });
        fallBehind();
      });
    },
    [outbox, store, slug, fallBehind],
  );
  return {
    editing,
    outbox,
    held,
    refusals,
    dismiss: () => {
      setRefusals([]);
    },
    settleHeld,
    submitting,
    endSubmit: () => {
      setSubmitting(false);
    },
  };
}
