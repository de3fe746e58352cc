/** Assignments: one's own work, what is next, and who has what. */
import { queryOptions } from "@tanstack/react-query";

import { apiPath, request } from "./client";
import type { components } from "./schema";
import type { Page } from "./types";

type Schemas = components["schemas"];

export type Seat = Schemas["SeatOutput"];
export type WorkCounts = Schemas["WorkCountsOutput"];
export type WorkNext = Schemas["WorkNextOutput"];
export type SummaryRow = Schemas["SummaryRowOutput"];
export type AssignOrder = Schemas["AssignInputRequest"];
export type AssignPlan = Schemas["PlanOutput"];
export type WorkOrder = "document" | "uncertain";

const SHOWN = 8;
const workPath = (slug: string, ...parts: readonly (string | number)[]) =>
  apiPath("projects", slug, "work", ...parts);
const assignPath = (slug: string, ...parts: readonly string[]) =>
  apiPath("projects", slug, "assignments", ...parts);

/** All that is kept of a project's work begins with this key. */
export const workKey = (slug: string) => ["project", slug, "work"] as const;

export const myWorkQuery = (slug: string) =>
  queryOptions({
    queryKey: [...workKey(slug), "mine"],
    queryFn: ({ signal }) =>
      request<Page<Seat>>("GET", `${workPath(slug)}?state=open&page_size=${SHOWN}`, undefined, signal),
  });

export const workCountsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...workKey(slug), "counts"],
    queryFn: ({ signal }) => request<WorkCounts>("GET", workPath(slug, "counts"), undefined, signal),
  });

export const workSummaryQuery = (slug: string) =>
  queryOptions({
    queryKey: [...workKey(slug), "summary"],
    queryFn: ({ signal }) =>
      request<readonly SummaryRow[]>("GET", assignPath(slug, "summary"), undefined, signal),
  });

export const askNext = (slug: string, order: WorkOrder, after: number | null = null) =>
  request<WorkNext>("POST", workPath(slug, "next"), { order, after });

export const previewAssignment = (slug: string, order: AssignOrder) =>
  request<AssignPlan>("POST", assignPath(slug, "preview"), order);

export const makeAssignment = (slug: string, order: AssignOrder) =>
  request<AssignPlan>("POST", assignPath(slug), order);

export const takeBack = (slug: string, what: Schemas["AssignRemoveInputRequest"]) =>
  request<Schemas["AssignRemovedOutput"]>("POST", assignPath(slug, "remove"), what);
