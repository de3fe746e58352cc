/**
 * Edits on their way to the server, as a value. The order is that in which they were made; an edit leaves
 * the queue once the server has said that it is stored.
 */
import type { Edit, Kind } from "./edits";

/** An edit with all that is needed to send it, also by another tab or after a restart. */
export interface Queued {
  readonly id: string;
  readonly owner: string;
  readonly slug: string;
  /** The subsection or case of the layer, so that the server can begin a layer that is not there yet. */
  readonly label: string;
  /** What the label names; of a subsection where it is not said. */
  readonly kind?: Kind;
  readonly edit: Edit;
  /** Stored already, and sent along so that the server does not take it for a stranger's. */
  readonly stored: boolean;
}

export interface ItemConflict {
  readonly items: readonly string[];
  readonly mine: unknown;
  readonly theirs: readonly unknown[];
}

/** A layer that waits for a person's choice. */
export interface Held {
  readonly layer: string;
  readonly label: string;
  readonly slug: string;
  readonly revision: number;
  /** The layer as the server has it, in JSON. */
  readonly theirs: unknown;
  readonly conflicts: Readonly<Record<string, ItemConflict>>;
}

export interface Queue {
  readonly items: readonly Queued[];
  /** The newest revision of each layer whose edits have all been seen here. */
  readonly seen: ReadonlyMap<string, number>;
  /** From here to `seen` every edit was the person's own. */
  readonly clean: ReadonlyMap<string, number>;
  /** The newest revision of each layer that the server has named in an answer. */
  readonly stored: ReadonlyMap<string, number>;
  readonly held: ReadonlyMap<string, Held>;
}

export const EMPTY_QUEUE: Queue = {
  items: [],
  seen: new Map(),
  clean: new Map(),
  stored: new Map(),
  held: new Map(),
};
export const MAX_REQUEST = 200;

/** Returns how many edits the server has not acknowledged. */
export function countWaiting(queue: Queue): number {
  return queue.items.filter((one) => !one.stored).length;
}

/** Returns the queue after a layer was read at this revision; an older reading changes nothing. */
export function seeRevision(queue: Queue, layer: string, revision: number): Queue {
  return seeRevisions(queue, [[layer, revision]]);
}

/** The same for many layers at once; a large statute has thousands. */
export function seeRevisions(
  queue: Queue,
  seen: Iterable<readonly [layer: string, revision: number]>,
): Queue {
  const news = [...seen].filter(([layer, revision]) => revision > (queue.seen.get(layer) ?? -1));
  if (news.length === 0) return queue;
  // Of several revisions of one layer, the newest counts, in whatever order they come.
  news.sort(([, a], [, b]) => a - b);
  return {
    ...queue,
    seen: new Map([...queue.seen, ...news]),
    clean: new Map([...queue.clean, ...news]),
  };
}

/** Returns whether the server has stored more of a layer than a reading of it at this revision shows. */
export function isOutdated(queue: Queue, layer: string, revision: number): boolean {
  return (queue.stored.get(layer) ?? 0) > revision;
}

/** Returns the revision to name in a new edit of this layer. */
export function revisionOf(queue: Queue, layer: string): number {
  return queue.seen.get(layer) ?? 0;
}

function rebaseOnOwn(queue: Queue, one: Queued): Queued {
  const { layer, base_revision: base } = one.edit;
  const seen = queue.seen.get(layer);
  const clean = queue.clean.get(layer);
  if (seen === undefined || clean === undefined || base < clean || base >= seen) return one;
  return { ...one, edit: { ...one.edit, base_revision: seen } };
}

/** Returns the queue with these edits at its end; one that is there already counts once. */
export function enqueue(queue: Queue, added: readonly Queued[]): Queue {
  const known = new Set(queue.items.map((one) => one.id));
  const fresh = added.filter((one) => !known.has(one.id)).map((one) => rebaseOnOwn(queue, one));
  return fresh.length === 0 ? queue : { ...queue, items: [...queue.items, ...fresh] };
}

/** Returns the layers that wait: those that are held, and those with an edit of a group that has one of them. */
function heldLayers(queue: Queue): ReadonlySet<string> {
  const layers = new Set(queue.held.keys());
  const grouped = queue.items.filter((one) => one.edit.group !== null && !one.stored);
  for (let before = -1; layers.size > before;) {
    before = layers.size;
    const groups = new Set(grouped.filter((one) => layers.has(one.edit.layer)).map((one) => one.edit.group));
    for (const one of grouped) if (groups.has(one.edit.group)) layers.add(one.edit.layer);
  }
  return layers;
}

/** Returns the first edits, about as many as a request takes; the edits of a group are never parted. */
function cutRequest(items: readonly Queued[]): readonly Queued[] {
  const group = items[MAX_REQUEST]?.edit.group ?? null;
  if (group === null || items[MAX_REQUEST - 1]?.edit.group !== group) return items.slice(0, MAX_REQUEST);
  const start = items.findIndex((one) => one.edit.group === group);
  if (start > 0) return items.slice(0, start);
  const end = items.findIndex((one) => one.edit.group !== group);
  return end < 0 ? items : items.slice(0, end);
}

/** Returns what to send next: edits of one project, oldest first, none of a layer that is held. */
export function nextRequest(queue: Queue): readonly Queued[] {
  const held = queue.held.size === 0 ? queue.held : heldLayers(queue);
  const free = queue.items.filter((one) => !held.has(one.edit.layer));
  const first = free.find((one) => !one.stored);
  if (first === undefined) return [];
  const waiting = cutRequest(free.filter((one) => one.slug === first.slug && !one.stored));
  const layers = new Set(waiting.map((one) => one.edit.layer));
  const chosen = new Set(waiting.map((one) => one.id));
  return free.filter((one) => chosen.has(one.id) || (one.stored && layers.has(one.edit.layer)));
}

/** Returns an edit and all that wait in its group: what cannot be stored as a whole is not stored at all. */
export function withGroup(queue: Queue, edit: Queued): readonly Queued[] {
  const { group } = edit.edit;
  return group === null ? [edit] : queue.items.filter((one) => one.edit.group === group && !one.stored);
}

/** Returns the edits of these layers, and those of other layers that are one step with them. */
export function editsHere(
  queued: readonly Queued[],
  slug: string,
  layers: { readonly has: (layer: string) => boolean },
): readonly Edit[] {
  const edits = queued.filter((one) => one.slug === slug).map((one) => one.edit);
  const groups = new Set(edits.filter((edit) => layers.has(edit.layer)).map((edit) => edit.group));
  groups.delete(null);
  return edits.filter((edit) => layers.has(edit.layer) || groups.has(edit.group));
}

/** Returns the body of the request. Author and inverse are the server's to say. */
export function makeBody(sent: readonly Queued[]): {
  readonly edits: readonly unknown[];
  readonly layers: Readonly<Record<string, Readonly<Record<string, string>>>>;
} {
  return {
    edits: sent.map(({ edit }) => {
      const { id, layer, time, base_revision, operation, undoes, group, from_suggestion } = edit;
      return {
        ...{ id, layer, time, base_revision, operation },
        // What is not said need not travel.
        ...(undoes === null ? {} : { undoes }),
        ...(group === null ? {} : { group }),
        ...(from_suggestion === null ? {} : { from_suggestion }),
      };
    }),
    layers: Object.fromEntries(
      // A layer without a label was begun long ago.
      sent
        .filter((one) => one.label !== "")
        .map((one) => [one.edit.layer, { [one.kind ?? "subsection"]: one.label }]),
    ),
  };
}

/** A queue after an answer, and the layers in which someone else's edits lie that were not seen here. */
export interface Acknowledged {
  readonly queue: Queue;
  readonly behind: readonly string[];
}

/**
 * Returns the queue once the server has stored what was sent. When the revision grew by our own edits
 * alone, what waits is moved on to it; otherwise strangers came between, and the stored ones stay until
 * nothing of their layer waits.
 */
export function acknowledge(
  queue: Queue,
  sent: readonly Queued[],
  revisions: Readonly<Record<string, number>>,
): Acknowledged {
  const behind: string[] = [];
  const stored = new Map(queue.stored);
  for (const [layer, revision] of Object.entries(revisions))
    stored.set(layer, Math.max(revision, stored.get(layer) ?? 0));
  let next: Queue = { ...queue, stored };
  for (const [layer, revision] of Object.entries(revisions)) {
    const own = sent.filter((one) => one.edit.layer === layer);
    const base = Math.min(...own.map((one) => one.edit.base_revision));
    const ids = new Set(own.map((one) => one.id));
    if (revision === base + own.length) next = moveOn(next, layer, ids, base, revision);
    else {
      behind.push(layer);
      next = keepStored(next, layer, ids);
    }
  }
  return { queue: next, behind };
}

function moveOn(queue: Queue, layer: string, ids: ReadonlySet<string>, base: number, to: number): Queue {
  const before = queue.clean.get(layer);
  const clean = new Map(queue.clean).set(layer, Math.min(before ?? base, base));
  const seen = new Map(queue.seen).set(layer, Math.max(to, queue.seen.get(layer) ?? 0));
  const moved = { ...queue, seen, clean };
  const items = queue.items
    .filter((one) => !ids.has(one.id))
    .map((one) => (one.edit.layer === layer ? rebaseOnOwn(moved, one) : one));
  return { ...moved, items };
}

function keepStored(queue: Queue, layer: string, ids: ReadonlySet<string>): Queue {
  const marked = queue.items.map((one) => (ids.has(one.id) ? { ...one, stored: true } : one));
  const waits = marked.some((one) => one.edit.layer === layer && !one.stored);
  return { ...queue, items: waits ? marked : marked.filter((one) => one.edit.layer !== layer) };
}

/** Returns the queue with a layer held until a person has chosen. */
export function hold(queue: Queue, held: Held): Queue {
  return { ...queue, held: new Map(queue.held).set(held.layer, held) };
}

/** Returns the queue with a held layer let go and these edits in place of its old ones. */
export function release(queue: Queue, layer: string, edits: readonly Queued[]): Queue {
  const found = queue.held.get(layer);
  const held = new Map(queue.held);
  held.delete(layer);
  const items = [...queue.items.filter((one) => one.edit.layer !== layer), ...edits];
  const let_go = { ...queue, held, items };
  return found === undefined ? let_go : seeRevision(let_go, layer, found.revision);
}

/** Returns the queue without these edits. */
export function drop(queue: Queue, ids: ReadonlySet<string>): Queue {
  return { ...queue, items: queue.items.filter((one) => !ids.has(one.id)) };
}

/** Returns how long to wait before the next try, in milliseconds: 1, 2, 4 … 30 seconds. */
export function backOff(failures: number): number {
  return Math.min(30_000, 1000 * 2 ** Math.max(0, failures - 1));
}

export type Link = "on" | "off" | "signed_out";

/** Whether what waits would outlive the tab: it lies on disk, is on its way there, or does not fit. */
export type Disk = "written" | "writing" | "full";

/** What the save indicator says. */
export type SaveState =
  | { readonly kind: "saved" }
  | { readonly kind: "saving"; readonly waiting: number }
  | { readonly kind: "offline"; readonly waiting: number }
  | { readonly kind: "conflict"; readonly count: number }
  | { readonly kind: "signed_out"; readonly waiting: number }
  | { readonly kind: "storage_full"; readonly waiting: number };

/** Returns the one thing to say: what needs a person first, then what waits. */
export function describeSave(queue: Queue, link: Link, disk: Disk): SaveState {
  const waiting = countWaiting(queue);
  const conflicts = [...queue.held.values()].map((held) => Object.keys(held.conflicts).length);
  if (conflicts.length > 0) return { kind: "conflict", count: conflicts.reduce((a, b) => a + b, 0) };
  if (link === "signed_out") return { kind: "signed_out", waiting };
  if (disk === "full" && waiting > 0) return { kind: "storage_full", waiting };
  // “Waiting” is a promise that the tab may be closed.
  if (link === "off" && disk !== "writing") return { kind: "offline", waiting };
  return waiting > 0 ? { kind: "saving", waiting } : { kind: "saved" };
}
