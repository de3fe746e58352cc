/** Models and jobs of a project: what is read, and what managers ask for. */
import { queryOptions } from "@tanstack/react-query";

import { apiPath, request } from "./client";
import type { components } from "./schema";
import type { Page } from "./types";

type Schemas = components["schemas"];
export type TrainedModel = Schemas["ModelOutput"];
export type Overview = Schemas["ModelsOverviewOutput"];
export type Learning = Schemas["LearningOutput"];
export type Job = Schemas["JobOutput"];
export type JobLine = Schemas["JobLineOutput"];
export type QueueState = Schemas["QueueOutput"];
export type Figures = Schemas["SuggestionFiguresOutput"];

/** Often enough that a worker that is gone is noticed within seconds. */
const WORKERS_MS = 4000;

export const modelsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug, "models"],
    queryFn: ({ signal }) =>
      request<Page<TrainedModel>>(
        "GET",
        `${apiPath("projects", slug, "models")}?page_size=50`,
        undefined,
        signal,
      ),
  });

export const overviewQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug, "models", "overview"],
    queryFn: ({ signal }) =>
      request<Overview>("GET", apiPath("projects", slug, "models", "overview"), undefined, signal),
  });

export const jobsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug, "jobs"],
    queryFn: ({ signal }) =>
      request<Page<Job>>("GET", `${apiPath("projects", slug, "jobs")}?page_size=20`, undefined, signal),
  });

export const jobLogQuery = (slug: string, id: string, stand: string) =>
  queryOptions({
    queryKey: ["project", slug, "jobs", id, "log", stand],
    queryFn: ({ signal }) =>
      request<Page<JobLine>>(
        "GET",
        `${apiPath("projects", slug, "jobs", id, "log")}?page_size=200`,
        undefined,
        signal,
      ),
  });

export const workersQuery = queryOptions({
  queryKey: ["workers"],
  queryFn: ({ signal }) =>
    request<{ readonly queues: readonly QueueState[] }>("GET", "/workers", undefined, signal),
  refetchInterval: WORKERS_MS,
});

export const figuresQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug, "suggestions", "figures"],
    queryFn: ({ signal }) =>
      request<Figures>("GET", apiPath("projects", slug, "suggestions", "figures"), undefined, signal),
  });
