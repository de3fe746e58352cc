import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { ApiError, describeError } from "../api/client";
import { readReview, reviewKey, sendAcceptance, sendDecisions, sendReturn, sendUndo } from "../api/review";
import type { Include, ReviewAddress } from "../api/review";
import type { SaveState } from "../model/queue";
import { openDesk, update } from "../model/review/desk";
import type { DeskAction, DeskState } from "../model/review/desk";
import { lastOfEach, refit, sayChange } from "../model/review/sending";
import type { Decided, Review } from "../model/review/types";
import { questionOf, sourceOf } from "../model/review/words";
import { createStore } from "../model/store";
import type { Store } from "../model/store";

export interface Notice {
  readonly kind: "bad" | "warn" | "ok";
  readonly text: string;
}

export interface Desk {
  readonly store: Store<DeskState, DeskAction>;
  readonly save: SaveState;
  readonly notice: Notice | null;
  readonly dismiss: () => void;
  /** Chooses and sends; `goOn` moves to the next open dispute. */
  readonly choose: (decisions: readonly Decided[], goOn: boolean) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly accept: () => Promise<boolean>;
  readonly giveBack: (reason: string, authors: readonly string[]) => Promise<boolean>;
  readonly undoAcceptance: () => Promise<void>;
  readonly retry: () => void;
}

const AGAIN_MS = 5000;

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** Sends what is chosen, one request at a time, and reads again when the layers are no longer those seen. */
export function useReviewDesk(at: ReviewAddress, include: Include, first: Review): Desk {
  const client = useQueryClient();
  const [store] = useState(() => createStore(openDesk(first), update));
  const waiting = useRef<readonly Decided[]>([]);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [save, setSave] = useState<SaveState>({ kind: "saved" });
  const [notice, setNotice] = useState<Notice | null>(null);

  const keep = useCallback(
    (review: Review): void => {
      client.setQueryData(reviewKey(at, include), review);
      store.send({ type: "read", review, waiting: waiting.current });
    },
    [client, at, include, store],
  );

  const readAgain = useCallback(
    async (why: string): Promise<void> => {
      const before = store.get().review;
      const now = await readReview(at, include);
      const { kept, lost } = refit(waiting.current, before, now);
      waiting.current = kept;
      keep(now);
      const source = sourceOf(before);
      const again = lost.map((item) => questionOf(item, source)).join(" ");
      setNotice({
        kind: "warn",
        text: `${why} ${sayChange(before, now)}, so it was read again.${again === "" ? "" : ` Choose once more: ${again}`}`,
      });
    },
    [client, at, include, store, keep],
  );

  const flush = useCallback(async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    clearTimeout(timer.current);
    try {
      while (waiting.current.length > 0) {
        setSave({ kind: "saving", waiting: waiting.current.length });
        const batch = lastOfEach(waiting.current);
        const sent = waiting.current.length;
        try {
          const { fingerprint } = store.get().review;
          const review = await sendDecisions(at, { fingerprint, include }, batch);
          waiting.current = waiting.current.slice(sent);
          keep(review);
        } catch (error) {
          if (isStale(error)) await readAgain("Not saved as it was.");
          else if (error instanceof ApiError && error.status > 0 && error.status < 500) {
            waiting.current = waiting.current.slice(sent);
            store.send({ type: "refused", keys: batch.map(({ key }) => key) });
            setNotice({ kind: "bad", text: `Not saved: ${describeError(error)}` });
          } else throw error;
        }
      }
      setSave({ kind: "saved" });
    } catch {
      // Nothing is lost: it waits here and is sent when the server answers again.
      setSave({ kind: "offline", waiting: waiting.current.length });
      timer.current = setTimeout(() => void again.current(), AGAIN_MS);
    } finally {
      busy.current = false;
    }
  }, [at, include, store, keep, readAgain]);
  const again = useRef(flush);
  useEffect(() => {
    again.current = flush;
  });
  useEffect(() => {
    const back = (): void => void again.current();
    window.addEventListener("online", back);
    return () => {
      window.removeEventListener("online", back);
      clearTimeout(timer.current);
    };
  }, []);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (waiting.current.length > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => {
      window.removeEventListener("beforeunload", warn);
    };
  }, []);

  const send = useCallback(
    (decisions: readonly Decided[]): void => {
      if (decisions.length === 0) return;
      setNotice(null);
      waiting.current = [...waiting.current, ...decisions];
      void flush();
    },
    [flush],
  );

  return useMemo<Desk>(() => {
    const current = (key: string): Decided =>
      store.get().decisions.get(key) ?? { key, take: null, edit: null, comment: "", guideline: "" };
    const step = (type: "undone" | "redone", keys: readonly string[]): void => {
      store.send({ type });
      send(keys.map(current));
    };
    /** Runs an act on the whole review; refusals are said, and stale ones read again. */
    const act = async (run: () => Promise<Review>): Promise<boolean> => {
      try {
        await flush();
        keep(await run());
        setNotice(null);
        void client.invalidateQueries({ queryKey: ["project", at.slug] });
        return true;
      } catch (error) {
        if (isStale(error)) await readAgain(describeError(error));
        else setNotice({ kind: "bad", text: describeError(error) });
        return false;
      }
    };
    const seen = () => ({ fingerprint: store.get().review.fingerprint, include });
    return {
      store,
      save,
      notice,
      dismiss: () => {
        setNotice(null);
      },
      choose: (decisions, goOn) => {
        if (decisions.length === 0) return;
        store.send({ type: "chosen", decisions, goOn });
        send(decisions);
      },
      undo: () => {
        const keys = store
          .get()
          .past.at(-1)
          ?.map(({ key }) => key);
        if (keys) step("undone", keys);
      },
      redo: () => {
        const keys = store
          .get()
          .future.at(-1)
          ?.map(({ key }) => key);
        if (keys) step("redone", keys);
      },
      accept: () => act(() => sendAcceptance(at, seen())),
      giveBack: (reason, authors) => act(() => sendReturn(at, seen(), reason, authors)),
      undoAcceptance: async () => {
        await act(() => sendUndo(at));
      },
      retry: () => void flush(),
    };
  }, [store, save, notice, at, include, client, flush, keep, readAgain, send]);
}
