/** A layer through time: what was done to it, how it was, and the way back. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import { layerFromJson, operationFromJson } from "../model/edits";
import type { Layer, Operation } from "../model/edits";
import { apiPath, request } from "./client";
import type { components } from "./schema";
import type { Page } from "./types";

type Schemas = components["schemas"];

export type HistoryEntry = Schemas["HistoryOutput"];

export interface LayerAt {
  readonly revision: number;
  readonly layer: Layer;
  /** What was otherwise than it is now, one sentence each. */
  readonly differences: readonly string[];
}

const PAGE = 30;

// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the library infers it
export const historyQuery = (slug: string, layer: string, revision: number, item: string) =>
  infiniteQueryOptions({
    queryKey: ["project", slug, "history", layer, revision, item],
    queryFn: ({ signal, pageParam }) => {
      const filter = new URLSearchParams({ page: String(pageParam), page_size: String(PAGE), item });
      const path = `${apiPath("projects", slug, "layers", layer, "history")}?${filter.toString()}`;
      return request<Page<HistoryEntry>>("GET", path, undefined, signal);
    },
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.next === null ? undefined : page + 1),
  });

// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the library infers it
export const layerAtQuery = (slug: string, layer: string, current: number, revision: number) =>
  queryOptions({
    queryKey: ["project", slug, "layer-at", layer, current, revision],
    queryFn: async ({ signal }): Promise<LayerAt> => {
      const path = apiPath("projects", slug, "layers", layer, "at", String(revision));
      const answer = await request<Schemas["LayerAtOutput"]>("GET", path, undefined, signal);
      const read = layerFromJson(answer.layer);
      if (!read.ok) throw new Error(read.refusal.message);
      return { revision, layer: read.layer, differences: answer.differences };
    },
  });

/** Returns the operation that brings the layer back to a revision; null when it says the same already. */
export async function askRestore(
  slug: string,
  layer: string,
  revision: number,
  base: number,
): Promise<Operation | null> {
  const path = apiPath("projects", slug, "layers", layer, "restore");
  const body = { revision, base_revision: base };
  const { operation } = await request<Schemas["RestoreOutput"]>("POST", path, body);
  if (operation === null) return null;
  const read = operationFromJson(operation);
  if (!read.ok) throw new Error(read.refusal.message);
  return read.operation;
}
