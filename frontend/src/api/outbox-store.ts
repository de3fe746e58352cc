/** The queue on disk: IndexedDB, so that it outlives the tab. */
import type { DBSchema, IDBPDatabase } from "idb";
import { openDB } from "idb";

import type { Queued } from "../model/queue";

interface Row {
  readonly owner: string;
  readonly id: string;
  /** One more than the last before it, so that rows come back in the order in which the edits were made. */
  readonly at: number;
  readonly queued: Queued;
}

interface Schema extends DBSchema {
  edits: { key: string; value: Row; indexes: { owner: [string, number] } };
}

export interface OutboxStore {
  /** Writes what is new or changed and removes what is gone; fails when the disk is full. */
  readonly write: (put: readonly Queued[], remove: readonly string[]) => Promise<void>;
  readonly read: () => Promise<readonly Queued[]>;
}

/** Where the browser has no such store, or lends none, this fails like a full disk does. */
async function connect(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>("sara-annotate", 1, {
    upgrade: (db) => {
      db.createObjectStore("edits", { keyPath: "id" }).createIndex("owner", ["owner", "at"]);
    },
  });
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

/** Opens the store, once. Also before it is known whose it is: that takes a while, and the first page waits for it. */
export function prepareStore(): Promise<IDBPDatabase<Schema>> {
  if (opened === null) {
    opened = connect();
    // Whoever reads or writes hears of it.
    opened.catch(() => undefined);
  }
  return opened;
}

/** Returns the stored queue of one person. */
export function openStore(owner: string): OutboxStore {
  const store = prepareStore();
  const all = (): IDBKeyRange => IDBKeyRange.bound([owner, -Infinity], [owner, Infinity]);
  return {
    write: async (put, remove) => {
      const transaction = (await store).transaction("edits", "readwrite", { durability: "strict" });
      const { store: edits } = transaction;
      const writing = async (): Promise<void> => {
        // Counted, not timed: a clock that is set back must not put new edits before old ones.
        let at = (await edits.index("owner").openKeyCursor(all(), "prev"))?.key[1] ?? 0;
        for (const queued of put) {
          const before = await edits.get(queued.id);
          await edits.put({ owner, id: queued.id, at: before?.at ?? ++at, queued });
        }
      };
      await Promise.all([writing(), ...remove.map((id) => edits.delete(id)), transaction.done]);
    },
    read: async () => {
      const rows = await (await store).getAllFromIndex("edits", "owner", all());
      return rows.map((row) => row.queued);
    },
  };
}
