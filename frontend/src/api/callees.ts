/** What the graph of a clause asks of a subsection that is called. */
import { queryOptions } from "@tanstack/react-query";

import { apiPath, request } from "./client";
import type { components } from "./schema";
import type { LayerChoice } from "./types";

export type Callee = components["schemas"]["ClauseCardOutput"];

/** Returns the subsection's text and arguments. */
export function readCallee(
  slug: string,
  layer: LayerChoice,
  label: string,
  signal?: AbortSignal,
): Promise<Callee> {
  const query = new URLSearchParams({ layer, label }).toString();
  return request<Callee>(
    "GET",
    `${apiPath("projects", slug, "clauses", "card")}?${query}`,
    undefined,
    signal,
  );
}

// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the library infers it
export const calleeQuery = (slug: string, layer: LayerChoice, label: string) =>
  queryOptions({
    queryKey: ["project", slug, "clause-card", layer, label],
    queryFn: ({ signal }) => readCallee(slug, layer, label, signal),
    staleTime: 10_000,
  });
