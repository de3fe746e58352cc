/** What a change touches besides, asked before it is made; and what is stale. */
import { queryOptions } from "@tanstack/react-query";

import type { Edit, Operation } from "../model/edits";
import { editFromJson } from "../model/edits";
import { apiPath, request } from "./client";
import type { components } from "./schema";
import type { Page } from "./types";

type Schemas = components["schemas"];

export type Touched = Schemas["TouchedOutput"];
export type StaleRow = Schemas["StaleOutput"];

export interface Impact extends Omit<Schemas["ImpactOutput"], "edits"> {
  readonly edits: readonly Edit[];
}

export interface Question {
  readonly layer: string;
  readonly base_revision?: number;
  readonly operation?: Operation;
  /** A stored edit, in place of an operation. */
  readonly edit?: string;
  readonly follow?: "rewrite" | "mark";
}

/** Returns what the change touches, and the edits that do all of it. */
export async function askImpact(slug: string, question: Question): Promise<Impact> {
  const answer = await request<Schemas["ImpactOutput"]>(
    "POST",
    apiPath("projects", slug, "impact"),
    question,
  );
  const edits = answer.edits.map((json) => {
    const read = editFromJson(json);
    if (!read.ok) throw new Error(read.refusal.message);
    return read.edit;
  });
  return { ...answer, edits };
}

// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the library infers it
export const staleQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug, "stale"],
    queryFn: ({ signal }) =>
      request<Page<StaleRow>>("GET", `${apiPath("projects", slug, "stale")}?page_size=50`, undefined, signal),
  });
