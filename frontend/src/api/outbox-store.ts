/** The queue on disk: IndexedDB, so that it outlives the tab. */
import type { DBSchema, IDBPDatabase } from "idb";
import { openDB } from "idb";

import type { Queued } from "../model/queue";

interface Row {
  readonly owner: string;
  readonly id: string;
  /** When it was put, so that rows come back in the order in which the edits were made. */
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

function connect(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>("sara-annotate", 1, {
    upgrade: (db) => {
      db.createObjectStore("edits", { keyPath: "id" }).createIndex("owner", ["owner", "at"]);
    },
  });
}

let last = 0;
function stamp(): number {
  last = Math.max(last + 0.001, performance.timeOrigin + performance.now());
  return last;
}

/** Returns the stored queue of one person. */
export function openStore(owner: string): OutboxStore {
  const opened = connect();
  return {
    write: async (put, remove) => {
      const places = put.map((queued) => ({ owner, id: queued.id, at: stamp(), queued }));
      const transaction = (await opened).transaction("edits", "readwrite", { durability: "strict" });
      const writes = places.map(async (row) => {
        const before = await transaction.store.get(row.id);
        await transaction.store.put(before ? { ...row, at: before.at } : row);
      });
      await Promise.all([...writes, ...remove.map((id) => transaction.store.delete(id)), transaction.done]);
    },
    read: async () => {
      const range = IDBKeyRange.bound([owner, -Infinity], [owner, Infinity]);
      const rows = await (await opened).getAllFromIndex("edits", "owner", range);
      return rows.map((row) => row.queued);
    },
  };
}
