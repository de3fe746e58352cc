/** What the editor of a clause asks of the server. */
import { queryOptions } from "@tanstack/react-query";

import { apiPath, request } from "./client";
import type { components } from "./schema";
import type { LayerChoice } from "./types";

export type ClauseCheck = components["schemas"]["ClauseCheckOutput"];
export type ClauseCompletion = components["schemas"]["ClauseCompletionOutput"];
export type ClauseDraft = components["schemas"]["ClauseDraftOutput"];
export type ClauseReference = components["schemas"]["ClauseReferenceOutput"];

export interface ClauseAsked {
  readonly layer: LayerChoice;
  readonly label: string;
  readonly text: string;
  readonly note: string;
}

function pathOf(slug: string, what: string, query: Readonly<Record<string, string>>): string {
  return `${apiPath("projects", slug, "clauses", what)}?${new URLSearchParams(query).toString()}`;
}

/** Returns all that is to be said of a clause's text; nothing is stored. */
export function checkClause(slug: string, asked: ClauseAsked, signal: AbortSignal): Promise<ClauseCheck> {
  return request<ClauseCheck>("POST", apiPath("projects", slug, "clauses", "check"), asked, signal);
}

// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the library infers it
export const clauseCheckQuery = (slug: string, asked: ClauseAsked) =>
  queryOptions({
    queryKey: ["project", slug, "clause-check", asked],
    queryFn: ({ signal }) => checkClause(slug, asked, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** Returns subsections whose label begins with what is typed. */
export function readCompletions(
  slug: string,
  layer: LayerChoice,
  typed: string,
  signal?: AbortSignal,
): Promise<readonly ClauseCompletion[]> {
  return request("GET", pathOf(slug, "completions", { layer, typed }), undefined, signal);
}

// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the library infers it
export const referencesQuery = (slug: string, layer: LayerChoice, label: string) =>
  queryOptions({
    queryKey: ["project", slug, "clause-references", layer, label],
    queryFn: ({ signal }) =>
      request<readonly ClauseReference[]>(
        "GET",
        pathOf(slug, "references", { layer, label }),
        undefined,
        signal,
      ),
  });

// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the library infers it
export const draftQuery = (slug: string, layer: LayerChoice, label: string) =>
  queryOptions({
    queryKey: ["project", slug, "clause-draft", layer, label],
    queryFn: ({ signal }) =>
      request<ClauseDraft>("GET", pathOf(slug, "draft", { layer, label }), undefined, signal),
    staleTime: 0,
  });
