import { useCallback, useEffect, useMemo } from "react";

import { apiPath, request } from "../api/client";
import { listenToProject } from "../api/events";
import type { SuggestionNews } from "../api/events";
import type { Statute } from "../api/types";
import type { SessionStore } from "../components/editing";

/** Reads one request at a time; what is asked for meanwhile is read once more after it. */
function makeReader(ask: () => Promise<void>): () => void {
  let [busy, again] = [false, false];
  const read = (): void => {
    again = busy;
    if (busy) return;
    busy = true;
    ask()
      // The save mark says when the server is away; the next word from the stream reads again.
      .catch(() => undefined)
      .finally(() => {
        busy = false;
        if (again) read();
      });
  };
  return read;
}

/**
 * Asks again when a new run of a model has something to say; returns the way to ask by hand. Only a page that
 * is looked at listens: browsers have few connections for one server.
 */
export function useSuggestionReading(
  slug: string,
  ask: () => Promise<void>,
  isNew: (news: SuggestionNews) => boolean,
): () => void {
  const read = useMemo(() => makeReader(ask), [ask]);
  useEffect(() => {
    const told = new Map<string, string>();
    const hear = (news: SuggestionNews): void => {
      if (!isNew(news) || told.get(news.run) === news.updated_at) return;
      told.set(news.run, news.updated_at);
      read();
    };
    let stop: (() => void) | null = null;
    const turn = (): void => {
      const seen = document.visibilityState === "visible";
      if (seen) stop ??= listenToProject(slug, { onSuggestions: hear, onAsk: read });
      else {
        stop?.();
        stop = null;
      }
    };
    turn();
    document.addEventListener("visibilitychange", turn);
    return () => {
      document.removeEventListener("visibilitychange", turn);
      stop?.();
    };
  }, [slug, read, isNew]);
  return read;
}

/** Returns whether the page has all that this piece of news tells of. */
function isKnown(store: SessionStore, news: SuggestionNews): boolean {
  const made = [...store.get().suggestions.values()].map((one) => Date.parse(one.created_at));
  return made.some((time) => time >= Date.parse(news.updated_at));
}

/** Shows what a new run of a model suggests while the statute is open; caret and focus stay. */
export function useSuggestionNews(slug: string, section: string, store: SessionStore): void {
  const ask = useCallback(async () => {
    const path = `${apiPath("projects", slug, "statutes", section)}?layer=mine`;
    const { suggestions } = await request<Statute>("GET", path);
    store.send({ type: "suggestionsRead", suggestions });
  }, [slug, section, store]);
  const isNew = useCallback(
    (news: SuggestionNews) => news.section === section && !isKnown(store, news),
    [section, store],
  );
  useSuggestionReading(slug, ask, isNew);
}
