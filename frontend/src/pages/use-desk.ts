/** What a screen needs to write in layers: edits into the state and the outbox, undo, and what others did. */
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";

import { apiPath, request } from "../api/client";
import { outboxOf } from "../api/outbox";
import type { Outbox } from "../api/outbox";
import type { Page } from "../api/types";
import type { Choice } from "../model/conflicts";
import { settle } from "../model/conflicts";
import type { DeskAction, DeskState } from "../model/desk";
import { editFromJson, makeUndoEdits, planRedo, planUndo } from "../model/edits";
import type { Edit, Kind, Layer, Operation, UndoStep } from "../model/edits";
import { makeTime, makeUuid } from "../model/ids";
import { editsHere } from "../model/queue";
import type { Held, Queued } from "../model/queue";
import type { Store } from "../model/store";

const LOG_PAGE = 200;

export type DeskStore = Store<DeskState, DeskAction>;

/** An operation with what to say about it; or why it cannot be. */
export type Act =
  | {
      readonly ok: true;
      readonly operation: Operation;
      readonly say: string;
      readonly mention?: string | null;
      /** Where to go on, as an offset. */
      readonly next?: number;
      /** The suggestion that it accepts. */
      readonly from?: string;
      /** The key of the layer it is about, where that is not the one in focus. */
      readonly label?: string;
    }
  | { readonly ok: false; readonly say: string };

/** What is written on: layers of one kind, and where their edits are found. */
export interface Ground {
  readonly slug: string;
  readonly person: string;
  readonly kind: Kind;
  /** The edits that undo reaches, as a filter of the log: a section, or a case. */
  readonly filter: Readonly<Record<string, string>>;
  readonly waiting: readonly Queued[];
  /** What was read; another object once it was read again. */
  readonly source: { readonly layers: readonly { readonly id: string; readonly revision: number }[] };
  /** Asks for it again. */
  readonly reread: () => void;
  /** Takes on what was read again, with what still waits to be sent. */
  readonly onRead: (waiting: readonly Edit[]) => void;
  /** The layer that an act changes. */
  readonly layerOf: () => Layer | undefined;
  /** Brings the place of an edit that is taken back into sight. */
  readonly onTakenBack?: (key: string) => void;
}

export interface Writing {
  readonly makeId: () => string;
  readonly perform: (act: Act) => void;
  /** Puts edits of one step, made elsewhere, into the state and on their way. */
  readonly put: (edits: readonly Edit[], say: string, go?: Going, homes?: Homes) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

export interface WritingDesk {
  readonly writing: Writing;
  readonly outbox: Outbox;
  readonly held: ReadonlyMap<string, Held>;
  readonly refusals: readonly string[];
  readonly dismiss: () => void;
  readonly settleHeld: (held: Held, theirs: Layer, choices: ReadonlyMap<string, Choice>) => void;
}

/** Returns the person's own edits, oldest first, so that undo outlives a reload; and the revisions they made. */
async function readLog(slug: string, filter: string): Promise<ReadLog> {
  const path = `${apiPath("projects", slug, "edits")}?${filter}`;
  const page = await request<Page<Record<string, unknown>>>("GET", path);
  const edits = page.results.flatMap((row) => {
    // A stored edit has a revision besides; the rules know none.
    const read = editFromJson(Object.fromEntries(Object.entries(row).filter(([key]) => key !== "revision")));
    return read.ok ? [read.edit] : [];
  });
  // In the order in which the server got them. The times they carry are those of clocks, which jump.
  const revisions = page.results.map((row) => ({ id: String(row.layer), revision: Number(row.revision) }));
  return { edits: edits.toReversed(), revisions };
}

interface ReadLog {
  readonly edits: readonly Edit[];
  readonly revisions: readonly { readonly id: string; readonly revision: number }[];
}

function editsOf(store: DeskStore, slug: string, queued: readonly Queued[]): readonly Edit[] {
  return editsHere(queued, slug, store.get().labels);
}

/** Which subsection or case each layer is of, where the screen does not know it. */
export type Homes = Readonly<Record<string, Readonly<Record<string, string>>>>;

function homeOf(homes: Homes, layer: string): { readonly label: string; readonly kind: Kind } {
  const { case: name, subsection = "" } = homes[layer] ?? {};
  return name === undefined ? { label: subsection, kind: "subsection" } : { label: name, kind: "case" };
}

/** What comes into focus after an edit. */
type Going = Pick<DeskAction & { type: "edited" }, "mention" | "next">;

/** Puts edits into the state and on their way. */
function usePut(store: DeskStore, outbox: Outbox, slug: string, kind: Kind) {
  return useCallback(
    (edits: readonly Edit[], say: string, go: Going = {}, homes: Homes = {}): void => {
      store.send({ type: "edited", edits, say, ...go });
      const { labels } = store.get();
      const placed = edits.map((edit) => {
        const label = labels.get(edit.layer);
        return { edit, ...(label === undefined ? homeOf(homes, edit.layer) : { label, kind }) };
      });
      outbox.putAll(slug, placed);
    },
    [store, outbox, slug, kind],
  );
}

/** `whenRead` calls once the earlier edits are known, or are known not to come. */
function useWriting(
  store: DeskStore,
  outbox: Outbox,
  ground: Pick<Ground, "slug" | "kind" | "layerOf" | "onTakenBack">,
  whenRead: (then: () => void) => void,
): Writing {
  const { slug, kind } = ground;
  const put = usePut(store, outbox, slug, kind);
  const latest = useRef(ground);
  useEffect(() => {
    latest.current = ground;
  });
  return useMemo(() => {
    const { author } = store.get();
    const perform = (act: Act): void => {
      const about = act.ok ? act.label : undefined;
      const layer = about === undefined ? latest.current.layerOf() : store.get().layers.get(about);
      if (!act.ok || layer === undefined) {
        store.send({ type: "said", text: act.say, fault: true });
        return;
      }
      const edit: Edit = {
        id: makeUuid(),
        layer: layer.id,
        author,
        time: makeTime(),
        base_revision: outbox.revisionOf(layer.id),
        operation: act.operation,
        inverse: null,
        undoes: null,
        group: null,
        from_suggestion: act.from ?? null,
      };
      const { mention, next } = act;
      put([edit], act.say, {
        ...(mention === undefined ? {} : { mention }),
        ...(next === undefined ? {} : { next }),
      });
    };
    const takeBack = (step: UndoStep | null, verb: string): void => {
      if (step === null || step.conflicts.length > 0) {
        const why = step === null ? `There is nothing to ${verb}.` : "Someone else has changed it since.";
        store.send({ type: "said", text: why, fault: true });
        return;
      }
      // Of a step that reaches several layers, the first edit is what the person did.
      const { labels } = store.get();
      const key = step.edits.map((edit) => labels.get(edit.layer)).findLast((one) => one !== undefined);
      if (key !== undefined) latest.current.onTakenBack?.(key);
      const stamp = { makeId: makeUuid, time: makeTime(), revisionOf: outbox.revisionOf };
      put(makeUndoEdits(step, author, stamp), verb === "undo" ? "Undone" : "Redone");
    };
    return {
      makeId: makeUuid,
      perform,
      put,
      undo: () => {
        whenRead(() => {
          takeBack(planUndo(store.get().log, author), "undo");
        });
      },
      redo: () => {
        whenRead(() => {
          takeBack(planRedo(store.get().log, author), "redo");
        });
      },
    };
  }, [store, outbox, put, whenRead]);
}

/** Returns whether more is stored than was read: what waited may have been sent while the reading travelled. */
function isOld(store: DeskStore, outbox: Outbox, source: Ground["source"]): boolean {
  const revisions = new Map(source.layers.map((layer) => [layer.id, layer.revision]));
  return [...store.get().labels.keys()].some((id) => outbox.isOutdated(id, revisions.get(id) ?? 0));
}

/** Reads again when others' edits lie in it, once nothing of ours is on its way. */
function useCatchUp(store: DeskStore, outbox: Outbox, ground: Ground): () => void {
  const { slug, source, reread, onRead } = ground;
  const behind = useRef(ground.waiting.length > 0);
  const first = useRef(source);
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
    if (isOld(store, outbox, source)) fallBehind();
    if (source === first.current) return;
    first.current = source;
    outbox.see(source.layers);
    void outbox.waiting(slug).then((waiting) => {
      onRead(editsOf(store, slug, waiting));
    });
  }, [source, store, outbox, slug, onRead, fallBehind]);
  return fallBehind;
}

/** Reads the person's earlier edits once, for undo; what is returned calls when that is done. */
function useLog(
  store: DeskStore,
  outbox: Outbox,
  slug: string,
  filter: Readonly<Record<string, string>>,
): (then: () => void) => void {
  // Undo pressed before the log is there waits for it, in the order of the keys; null once it is read.
  const waits = useRef<(() => void)[] | null>([]);
  const query = new URLSearchParams({
    ...filter,
    mine: "true",
    newest_first: "true",
    page_size: String(LOG_PAGE),
  }).toString();
  useEffect(() => {
    let gone = false;
    const begin = (): void => {
      const then = waits.current ?? [];
      waits.current = null;
      for (const step of then) step();
    };
    readLog(slug, query).then(
      ({ edits, revisions }) => {
        if (gone) return;
        // Layers that are not here are known by what was done to them from here.
        outbox.see(revisions.filter((one) => !store.get().labels.has(one.id)));
        store.send({ type: "logRead", edits });
        begin();
      },
      () => {
        if (gone) return;
        // Without the log, undo reaches back to this visit only; it is read again with the next one.
        store.send({ type: "said", text: "Earlier edits cannot be undone while the server is away." });
        begin();
      },
    );
    return () => {
      gone = true;
    };
  }, [store, outbox, slug, query]);
  return useCallback((then) => {
    if (waits.current === null) then();
    else waits.current.push(then);
  }, []);
}

/** Returns a store made once, with the revisions that it was read at made known to the outbox. */
export function useDeskStore<State extends DeskState, Action>(
  ground: Pick<Ground, "person" | "source">,
  open: () => Store<State, Action>,
): Store<State, Action> {
  const [store] = useState(() => {
    outboxOf(ground.person).see(ground.source.layers);
    return open();
  });
  return store;
}

/** A person's desk: what can be done to the layers in the store, and what has become of it. */
export function useWritingDesk(store: DeskStore, ground: Ground): WritingDesk {
  const { slug } = ground;
  const outbox = outboxOf(ground.person);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const held = useSyncExternalStore(outbox.subscribe, outbox.held);
  const whenRead = useLog(store, outbox, slug, ground.filter);
  const writing = useWriting(store, outbox, ground, whenRead);
  const fallBehind = useCatchUp(store, outbox, ground);
  useEffect(
    () =>
      outbox.listen((event) => {
        if (event.type === "made") {
          store.send({ type: "heard", edits: editsOf(store, slug, event.edits) });
          if (store.get().astray) fallBehind();
        } else if (event.type === "refused") {
          store.send({ type: "forgotten", ids: event.edits.map((edit) => edit.id) });
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
    writing,
    outbox,
    held,
    refusals,
    dismiss: () => {
      setRefusals([]);
    },
    settleHeld,
  };
}
