/**
 * Sends edits in order and never loses one. Every tab writes to the same stored queue; the tab that holds
 * the person's lock sends for all of them, and tells the others over a channel.
 */
import type { Edit, Kind } from "../model/edits";
import {
  acknowledge,
  backOff,
  countWaiting,
  describeSave,
  drop,
  EMPTY_QUEUE,
  enqueue,
  hold,
  isOutdated,
  makeBody,
  nextRequest,
  release,
  revisionOf,
  seeRevisions,
  withGroup,
} from "../model/queue";
import type { Disk, Held, ItemConflict, Link, Queue, Queued, SaveState } from "../model/queue";
import { ApiError, apiPath, request } from "./client";
import { openStore } from "./outbox-store";

interface Answer {
  readonly revisions: Readonly<Record<string, number>>;
  readonly applied: readonly string[];
}

/** What a tab must know of what happened elsewhere. */
export type OutboxEvent =
  /** Another tab of this person made these edits. */
  | { readonly type: "made"; readonly edits: readonly Queued[] }
  /** Edits that were not seen here lie in these layers: read them again. */
  | { readonly type: "behind"; readonly layers: readonly string[] }
  /** The server would not have these edits: one, or all of a group. */
  | { readonly type: "refused"; readonly edits: readonly Queued[]; readonly message: string };

export interface Outbox {
  readonly owner: string;
  /** Sends edits of the layers of one subsection or, by its name, of one case. */
  readonly put: (slug: string, label: string, edits: readonly Edit[], kind?: Kind) => void;
  /** The same for edits of several layers that are one step: they are sent together. */
  readonly putAll: (slug: string, edits: readonly Pick<Queued, "label" | "kind" | "edit">[]) => void;
  /** Notes the revisions of layers as they were read. */
  readonly see: (layers: readonly { readonly id: string; readonly revision: number }[]) => void;
  readonly revisionOf: (layer: string) => number;
  /** Whether the server has stored more of a layer than a reading of it at this revision shows. */
  readonly isOutdated: (layer: string, revision: number) => boolean;
  /** What waits for these layers, oldest first, once the stored queue has been read. */
  readonly waiting: (slug: string) => Promise<readonly Queued[]>;
  readonly resolve: (held: Held, edits: readonly Queued[]) => void;
  readonly held: () => ReadonlyMap<string, Held>;
  readonly state: () => SaveState;
  readonly retry: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly listen: (listener: (event: OutboxEvent) => void) => () => void;
}

type Message =
  | { readonly type: "made"; readonly edits: readonly Queued[] }
  | {
      readonly type: "queue";
      readonly queue: Queue;
      readonly link: Link;
      readonly behind: readonly string[];
      readonly gone: readonly string[];
    }
  | { readonly type: "resolved"; readonly held: Held; readonly edits: readonly Queued[] }
  | { readonly type: "refused"; readonly edits: readonly Queued[]; readonly message: string }
  | { readonly type: "hello" }
  | { readonly type: "wake" };

class SharedOutbox implements Outbox {
  private queue: Queue = EMPTY_QUEUE;
  private link: Link = "on";
  private full = false;
  private writes = 0;
  private leads = false;
  private busy = false;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown: SaveState = { kind: "saved" };
  private readonly listeners = new Set<() => void>();
  private readonly ears = new Set<(event: OutboxEvent) => void>();
  private readonly store;
  private readonly channel;
  private readonly ready: Promise<void>;

  constructor(readonly owner: string) {
    this.store = openStore(owner);
    this.channel = new BroadcastChannel(`sara-outbox:${owner}`);
    this.channel.onmessage = ({ data }: MessageEvent<Message>) => {
      this.hear(data);
    };
    this.ready = this.load();
    this.channel.postMessage({ type: "hello" } satisfies Message);
    // Without a secure address the browser has no locks; then each tab sends, and the server counts once.
    if ("locks" in navigator) void navigator.locks.request(`sara-outbox:${owner}`, () => this.lead());
    else void this.lead();
    addEventListener("online", this.retry);
    addEventListener("offline", () => {
      this.setLink("off");
    });
    addEventListener("beforeunload", (event) => {
      // What neither the server nor the disk has yet would go with the tab.
      if (this.disk() !== "written" && countWaiting(this.queue) > 0) event.preventDefault();
    });
  }

  readonly put: Outbox["put"] = (slug, label, edits, kind = "subsection") => {
    this.putAll(
      slug,
      edits.map((edit) => ({ label, kind, edit })),
    );
  };

  readonly putAll: Outbox["putAll"] = (slug, edits) => {
    const queued = edits.map((one) => ({
      ...one,
      id: one.edit.id,
      owner: this.owner,
      slug,
      stored: false,
    }));
    for (const one of queued) this.unsaid.add(one.id);
    this.change(enqueue(this.queue, queued));
    this.channel.postMessage({ type: "made", edits: queued } satisfies Message);
    this.wake();
  };

  readonly see: Outbox["see"] = (layers) => {
    this.queue = seeRevisions(
      this.queue,
      layers.map((layer) => [layer.id, layer.revision] as const),
    );
  };

  readonly revisionOf = (layer: string): number => revisionOf(this.queue, layer);
  readonly isOutdated = (layer: string, revision: number): boolean => isOutdated(this.queue, layer, revision);

  readonly waiting = async (slug: string): Promise<readonly Queued[]> => {
    await this.ready;
    return this.queue.items.filter((one) => one.slug === slug && !one.stored);
  };

  readonly resolve = (held: Held, edits: readonly Queued[]): void => {
    for (const one of edits) this.unsaid.add(one.id);
    this.change(release(this.queue, held.layer, edits));
    this.channel.postMessage({ type: "resolved", held, edits } satisfies Message);
    this.wake();
  };

  readonly held = (): ReadonlyMap<string, Held> => this.queue.held;
  readonly state = (): SaveState => this.shown;

  readonly retry = (): void => {
    this.failures = 0;
    if (this.link === "off") this.setLink("on");
    this.channel.postMessage({ type: "wake" } satisfies Message);
    this.wake();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly listen = (listener: (event: OutboxEvent) => void): (() => void) => {
    this.ears.add(listener);
    return () => this.ears.delete(listener);
  };

  /** Signed in again: what waited goes on. */
  readonly signedIn = (): void => {
    if (this.link === "signed_out") this.setLink("on");
    this.retry();
  };

  /** Keeps everything and sends nothing until its owner is back. */
  readonly signedOut = (): void => {
    this.setLink("signed_out");
    this.say([]);
  };

  private async load(): Promise<void> {
    try {
      const stored = await this.store.read();
      // What was made while the disk was being read comes after what lies on it.
      this.queue = enqueue({ ...this.queue, items: [] }, [...stored, ...this.queue.items]);
    } catch {
      this.full = true;
    }
    this.show();
  }

  /** Holds the lock for as long as the tab lives. */
  private async lead(): Promise<void> {
    await this.ready;
    // The tab that led before may have sent some of these; the disk knows.
    await this.load();
    this.leads = true;
    this.wake();
    await new Promise<void>(() => undefined);
  }

  private hear(message: Message): void {
    if (message.type === "made") {
      this.queue = enqueue(this.queue, message.edits);
      this.tell({ type: "made", edits: message.edits });
      this.wake();
    } else if (message.type === "queue" && !this.leads) {
      for (const id of [...message.gone, ...message.queue.items.map((one) => one.id)]) this.unsaid.delete(id);
      const fresh = this.queue.items.filter((one) => this.unsaid.has(one.id));
      this.queue = enqueue(message.queue, fresh);
      this.link = message.link;
      if (message.behind.length > 0) this.tell({ type: "behind", layers: message.behind });
    } else if (message.type === "resolved") {
      this.queue = release(this.queue, message.held.layer, message.edits);
      this.tell({ type: "behind", layers: [message.held.layer] });
      this.wake();
    } else if (message.type === "refused") this.tell(message);
    else if (message.type === "hello" && this.leads) this.say([]);
    else if (message.type === "wake") this.wake();
    this.show();
  }

  /** Edits made here that the leading tab has not spoken of yet. */
  private readonly unsaid = new Set<string>();

  private tell(event: OutboxEvent): void {
    for (const ear of this.ears) ear(event);
  }

  private say(behind: readonly string[], gone: readonly string[] = []): void {
    const message: Message = { type: "queue", queue: this.queue, link: this.link, behind, gone };
    this.channel.postMessage(message);
  }

  /** Takes on a queue and writes down the difference. */
  private change(next: Queue): void {
    const before = new Map(this.queue.items.map((one) => [one.id, one]));
    const after = new Set(next.items.map((one) => one.id));
    const put = next.items.filter((one) => before.get(one.id) !== one);
    const remove = [...before.keys()].filter((id) => !after.has(id));
    this.queue = next;
    if (put.length > 0 || remove.length > 0) this.write(put, remove);
    this.show();
  }

  private write(put: readonly Queued[], remove: readonly string[]): void {
    const end = (full: boolean): void => {
      this.writes--;
      this.full = full;
      this.show();
    };
    this.writes++;
    this.store.write(put, remove).then(
      () => {
        end(false);
      },
      () => {
        end(true);
      },
    );
  }

  private disk(): Disk {
    if (this.full) return "full";
    return this.writes > 0 ? "writing" : "written";
  }

  private setLink(link: Link): void {
    this.link = link;
    this.show();
  }

  private show(): void {
    const next = describeSave(this.queue, this.link, this.disk());
    if (JSON.stringify(next) !== JSON.stringify(this.shown)) this.shown = next;
    for (const listener of Array.from(this.listeners)) listener();
  }

  private wake(): void {
    if (!this.leads || this.busy || this.link === "signed_out") return;
    clearTimeout(this.timer);
    this.busy = true;
    void this.sendAll().finally(() => {
      this.busy = false;
    });
  }

  private async sendAll(): Promise<void> {
    for (let sent = nextRequest(this.queue); sent.length > 0; sent = nextRequest(this.queue)) {
      const slug = sent[0]?.slug ?? "";
      try {
        const answer = await request<Answer>("POST", apiPath("projects", slug, "edits"), makeBody(sent));
        this.failures = 0;
        const { queue, behind } = acknowledge(this.queue, sent, answer.revisions);
        this.link = "on";
        this.change(queue);
        this.say(
          behind,
          sent.map((one) => one.id),
        );
        if (behind.length > 0) this.tell({ type: "behind", layers: behind });
      } catch (error) {
        if (!this.stumble(error, sent)) return;
      }
    }
  }

  /** Returns whether to go on at once after what went wrong. */
  private stumble(error: unknown, sent: readonly Queued[]): boolean {
    const known = error instanceof ApiError ? error : new ApiError(0, "unknown", String(error));
    if (known.code === "edit_conflict") return this.holdLayer(known, sent);
    // "layer_foreign": someone else has signed in meanwhile, and this work is not theirs to send.
    if (known.status === 401 || known.code === "layer_foreign") {
      this.signedOut();
      return false;
    }
    if (known.status === 422 || known.status === 400) return this.refuse(known, sent);
    this.failures++;
    this.setLink("off");
    this.say([]);
    this.timer = setTimeout(() => {
      this.wake();
    }, backOff(this.failures));
    return false;
  }

  private holdLayer(error: ApiError, sent: readonly Queued[]): boolean {
    const extra = error.extra as {
      layer?: { id?: string };
      revision?: number;
      conflicts?: Record<string, ItemConflict>;
    };
    const layer = extra.layer?.id ?? "";
    const label = sent.find((one) => one.edit.layer === layer)?.label;
    const whole = sent.find((one) => one.edit.group !== null && one.id in (extra.conflicts ?? {}));
    if (whole !== undefined && withGroup(this.queue, whole).length > 1) return this.refuseGroup(whole);
    if (label === undefined) return this.refuse(error, sent);
    this.change(
      hold(this.queue, {
        layer,
        label,
        slug: sent[0]?.slug ?? "",
        revision: extra.revision ?? 0,
        theirs: extra.layer,
        conflicts: extra.conflicts ?? {},
      }),
    );
    this.say([]);
    return true;
  }

  /** Part of a change that reaches several layers is in conflict: it was made on the sight of all of them. */
  private refuseGroup(whole: Queued): boolean {
    const where = whole.label === "" ? "Another place" : `${whole.kind === "case" ? "" : "§"}${whole.label}`;
    const message = `${where} was changed meanwhile, so nothing of this change was stored. Look, and do it again.`;
    return this.give(withGroup(this.queue, whole), message);
  }

  /** One edit cannot be stored: it is taken out and shown, with what is one step with it; the others go on. */
  private refuse(error: ApiError, sent: readonly Queued[]): boolean {
    const at = sent.find((one) => one.id === error.extra.edit) ?? sent.find((one) => !one.stored);
    if (at === undefined) return false;
    return this.give(withGroup(this.queue, at), error.message);
  }

  private give(edits: readonly Queued[], message: string): boolean {
    const ids = edits.map((one) => one.id);
    const layers = [...new Set(edits.map((one) => one.edit.layer))];
    this.change(drop(this.queue, new Set(ids)));
    const refused = { type: "refused", edits, message } as const;
    this.channel.postMessage(refused satisfies Message);
    this.tell(refused);
    this.say(layers, ids);
    this.tell({ type: "behind", layers });
    return edits.length > 0;
  }
}

const open = new Map<string, SharedOutbox>();

/** Returns the outbox of a person; it goes on sending whatever page is shown. */
export function outboxOf(owner: string): Outbox {
  const found = open.get(owner) ?? new SharedOutbox(owner);
  open.set(owner, found);
  return found;
}

/** Begins to send what waits for a person who has just come in. */
export function startOutbox(owner: string): void {
  outboxOf(owner);
  for (const [other, outbox] of open) if (other !== owner) outbox.signedOut();
  open.get(owner)?.signedIn();
}
