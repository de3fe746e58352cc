/** Progress, agreement and statistics of a project. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { apiPath, request } from "./client";
import type { components } from "./schema";
import type { Page } from "./types";

type Schemas = components["schemas"];
export type ProjectProgress = Schemas["ProjectProgressOutput"];
export type TaskProgress = Schemas["TaskProgressOutput"];
export type PersonProgress = Schemas["PersonProgressOutput"];
export type Agreement = Schemas["AgreementOutput"];
export type AgreementFigure = Schemas["AgreementFigureOutput"];
export type AgreementScope = Schemas["AgreementScopeOutput"];
export type AgreementItem = Schemas["AgreementItemOutput"];
export type CorpusStatistics = Schemas["CorpusStatisticsOutput"];
export type StatisticsTable = Schemas["StatisticsTableOutput"];

export type ScopeKind = "all" | "pair" | "statute" | "gold" | "own";
export interface ScopeChoice {
  readonly by: ScopeKind;
  readonly name: string;
}

const POLL_MS = 1000;
const MOVING: ReadonlySet<string> = new Set(["queued", "running"]);

/** Returns whether new figures are on their way. */
export function isMeasuring(agreement: Pick<Agreement, "job" | "is_fresh">): boolean {
  return !agreement.is_fresh && agreement.job !== null && MOVING.has(agreement.job.state);
}

export const progressQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug, "progress"],
    queryFn: ({ signal }) =>
      request<ProjectProgress>("GET", apiPath("projects", slug, "progress"), undefined, signal),
  });

export const agreementQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug, "agreement"],
    queryFn: ({ signal }) =>
      request<Agreement>("GET", apiPath("projects", slug, "agreement"), undefined, signal),
    refetchInterval: ({ state }) => (state.data && isMeasuring(state.data) ? POLL_MS : false),
    staleTime: 0,
  });

/** Asks for new figures; the server does nothing where the old ones hold. */
export function refreshAgreement(slug: string): Promise<Agreement> {
  return request<Agreement>("POST", apiPath("projects", slug, "agreement"), {});
}

export const scopesQuery = (slug: string, by: string, measured: string | null) =>
  queryOptions({
    queryKey: ["project", slug, "agreement", "scopes", by, measured],
    queryFn: ({ signal }) =>
      request<Page<AgreementScope>>(
        "GET",
        `${apiPath("projects", slug, "agreement", "scopes")}?by=${by}&page_size=500`,
        undefined,
        signal,
      ),
  });

export const itemsQuery = (
  slug: string,
  figure: string,
  scope: ScopeChoice,
  page: number,
  measured: string | null,
) => {
  const asked = new URLSearchParams({
    figure,
    by: scope.by,
    name: scope.name,
    page: String(page),
    page_size: "20",
  });
  return queryOptions({
    queryKey: ["project", slug, "agreement", "items", asked.toString(), measured],
    queryFn: ({ signal }) =>
      request<Page<AgreementItem>>(
        "GET",
        `${apiPath("projects", slug, "agreement", "items")}?${asked.toString()}`,
        undefined,
        signal,
      ),
    placeholderData: keepPreviousData,
  });
};

export const statisticsQuery = (slug: string, beside: string) =>
  queryOptions({
    queryKey: ["project", slug, "statistics", beside],
    queryFn: ({ signal }) =>
      request<Schemas["StatisticsOutput"]>(
        "GET",
        `${apiPath("projects", slug, "statistics")}?${new URLSearchParams({ beside }).toString()}`,
        undefined,
        signal,
      ),
    placeholderData: keepPreviousData,
  });
