import { useEffect } from "react";

import { apiPath, request } from "../api/client";
import { listenToProject } from "../api/events";
import type { SuggestionNews } from "../api/events";
import type { Statute } from "../api/types";
import type { SessionStore } from "../components/editing";

/** Reads suggestions one request at a time; what is asked for meanwhile is read once more after it. */
function makeReader(path: string, store: SessionStore): () => void {
  let [busy, again] = [false, false];
  const read = (): void => {
    again = busy;
    if (busy) return;
    busy = true;
    request<Statute>("GET", path)
      .then(
        ({ suggestions }) => {
          store.send({ type: "suggestionsRead", suggestions });
        },
        // The save mark says when the server is away; the next word from the stream reads again.
        () => undefined,
      )
      .finally(() => {
        busy = false;
        if (again) read();
      });
  };
  return read;
}

/** Returns whether the page has all that this piece of news tells of. */
function isKnown(store: SessionStore, news: SuggestionNews): boolean {
  const made = [...store.get().suggestions.values()].map((one) => Date.parse(one.created_at));
  return made.some((time) => time >= Date.parse(news.updated_at));
}

/**
 * Shows what a new run of a model suggests while the statute is open; caret and focus stay. Only a page that
 * is looked at listens: browsers have few connections for one server.
 */
export function useSuggestionNews(slug: string, section: string, store: SessionStore): void {
  useEffect(() => {
    const told = new Map<string, string>();
    const read = makeReader(`${apiPath("projects", slug, "statutes", section)}?layer=mine`, store);
    const hear = (news: SuggestionNews): void => {
      if (news.section !== section || told.get(news.run) === news.updated_at) return;
      told.set(news.run, news.updated_at);
      if (!isKnown(store, news)) read();
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
  }, [slug, section, store]);
}
