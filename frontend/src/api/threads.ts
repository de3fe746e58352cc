/** Comments: threads on a text, an item of a layer or a dispute. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import { apiPath, request } from "./client";
import type { components } from "./schema";
import type { Page } from "./types";

type Schemas = components["schemas"];

export type Thread = Schemas["ThreadOutput"];
export type Comment = Schemas["CommentOutput"];
export type ThreadCounts = Schemas["ThreadCountsOutput"];
export type NewThread = Schemas["ThreadInputRequest"];

export interface ThreadFilter {
  readonly kind?: "subsections" | "cases";
  readonly name?: string;
  readonly section?: string;
  readonly layer?: string;
  readonly item?: string;
  readonly state?: "open" | "resolved";
  readonly only?: readonly ("mine" | "mentioned" | "unread")[];
}

const threadsPath = (slug: string, ...parts: readonly (string | number)[]) =>
  apiPath("projects", slug, "threads", ...parts);

function search(filter: ThreadFilter, page?: number): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    for (const word of [value].flat() as readonly string[]) query.append(name, word);
  }
  if (page !== undefined) query.set("page", String(page));
  return query.size === 0 ? "" : `?${query.toString()}`;
}

/** Everything that is kept of a project's threads begins with this key: invalidate it after a change. */
export const threadsKey = (slug: string) => ["project", slug, "threads"] as const;

export const threadsQuery = (slug: string, filter: ThreadFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...threadsKey(slug), "list", filter],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      request<Page<Thread>>("GET", threadsPath(slug) + search(filter, pageParam), undefined, signal),
    getNextPageParam: (last, _all, page) => (last.next === null ? undefined : page + 1),
  });

export const threadCountsQuery = (slug: string, scope: Omit<ThreadFilter, "item" | "state" | "only"> = {}) =>
  queryOptions({
    queryKey: [...threadsKey(slug), "counts", scope],
    queryFn: ({ signal }) =>
      request<ThreadCounts>("GET", threadsPath(slug, "counts") + search(scope), undefined, signal),
  });

export const beginThread = (slug: string, thread: NewThread) =>
  request<Thread>("POST", threadsPath(slug), thread);

export const answerThread = (slug: string, id: number, body: string) =>
  request<Thread>("POST", threadsPath(slug, id, "comments"), { body });

export const resolveThread = (slug: string, id: number, resolved: boolean) =>
  request<Thread>("PATCH", threadsPath(slug, id), { resolved });

export const markThreadRead = (slug: string, id: number) =>
  request<null>("POST", threadsPath(slug, id, "read"), {});

export const markAllRead = (slug: string) => request<null>("POST", threadsPath(slug, "read"));
