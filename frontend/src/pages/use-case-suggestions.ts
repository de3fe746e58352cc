import { useCallback, useEffect } from "react";

import { apiPath, request } from "../api/client";
import type { SuggestionNews } from "../api/events";
import type { CaseSuggestions } from "../api/types";
import type { CaseStore } from "../components/case/bench";
import { useSuggestionReading } from "./use-suggestion-news";

/** Reads what a model suggests for the case, at first and when a new run has something to say of cases. */
export function useCaseSuggestions(slug: string, name: string, store: CaseStore): void {
  const ask = useCallback(async () => {
    const path = apiPath("projects", slug, "cases", name, "suggestions");
    const suggestions = await request<CaseSuggestions>("GET", path);
    store.send({ type: "suggestionsRead", suggestions });
  }, [slug, name, store]);
  const isNew = useCallback(
    (news: SuggestionNews) => {
      const made = store.get().suggestions?.source?.created_at;
      const known = made !== undefined && Date.parse(made) >= Date.parse(news.updated_at);
      return news.section === null && !known;
    },
    [store],
  );
  const read = useSuggestionReading(slug, ask, isNew);
  useEffect(() => {
    read();
  }, [read]);
}
