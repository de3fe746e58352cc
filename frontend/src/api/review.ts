/** What the review reads and sends. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { UseQueryOptions } from "@tanstack/react-query";

import type { Origin } from "../model/review/origins";
import type { Decided, Preview, QueueRow, Review } from "../model/review/types";
import { apiPath, request } from "./client";
import type { Page } from "./types";

export const QUEUE_PAGE = 25;

export interface QueueFilter {
  readonly state: "waiting" | "accepted";
  readonly dispute: "all" | "yes" | "no";
  readonly task: "all" | "statutes" | "values";
  readonly section: string;
  readonly page: number;
}

export const WHOLE_QUEUE: QueueFilter = {
  state: "waiting",
  dispute: "all",
  task: "all",
  section: "",
  page: 1,
};

function queueParameters(filter: QueueFilter, size: number): string {
  const query = new URLSearchParams({ page: String(filter.page), page_size: String(size) });
  if (filter.state !== "waiting") query.set("state", filter.state);
  if (filter.dispute !== "all") query.set("dispute", filter.dispute === "yes" ? "true" : "false");
  // Of a statute's tasks any one stands for all: they are decided together.
  if (filter.task !== "all") query.set("task", filter.task === "values" ? "values" : "structure");
  if (filter.section !== "") query.set("section", filter.section);
  return query.toString();
}

type QueueOptions = UseQueryOptions<Page<QueueRow>, Error, Page<QueueRow>>;

export const queueQuery = (slug: string, filter: QueueFilter, size = QUEUE_PAGE): QueueOptions =>
  queryOptions({
    queryKey: ["project", slug, "review", "queue", filter, size] as readonly unknown[],
    queryFn: ({ signal }) =>
      request<Page<QueueRow>>(
        "GET",
        `${apiPath("projects", slug, "review")}?${queueParameters(filter, size)}`,
        undefined,
        signal,
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export type Include = readonly ("models" | "gold")[];

/** One text under review, and the acts on it. */
export interface ReviewAddress {
  readonly slug: string;
  readonly kind: string;
  readonly name: string;
}

function reviewPath({ slug, kind, name }: ReviewAddress, ...more: string[]): string {
  return apiPath("projects", slug, "review", kind, name, ...more);
}

function withInclude(path: string, include: Include): string {
  const query = include.map((one) => `include=${one}`).join("&");
  return query === "" ? path : `${path}?${query}`;
}

export function reviewKey(at: ReviewAddress, include: Include): readonly unknown[] {
  return ["project", at.slug, "review", at.kind, at.name, [...include].sort().join()];
}

export function readReview(at: ReviewAddress, include: Include, signal?: AbortSignal): Promise<Review> {
  return request<Review>("GET", withInclude(reviewPath(at), include), undefined, signal);
}

type ReviewOptions = UseQueryOptions<Review, Error, Review>;

export const reviewQuery = (at: ReviewAddress, include: Include): ReviewOptions =>
  queryOptions({
    queryKey: reviewKey(at, include),
    queryFn: ({ signal }) => readReview(at, include, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

type PreviewOptions = UseQueryOptions<Preview, Error, Preview>;

export const previewQuery = (at: ReviewAddress, include: Include): PreviewOptions =>
  queryOptions({
    queryKey: [...reviewKey(at, include), "preview"] as readonly unknown[],
    queryFn: ({ signal }) =>
      request<Preview>("GET", withInclude(reviewPath(at, "preview"), include), undefined, signal),
    staleTime: 0,
    gcTime: 0,
  });

export interface Seen {
  readonly fingerprint: string;
  readonly include: Include;
}

export function sendDecisions(at: ReviewAddress, seen: Seen, decisions: readonly Decided[]): Promise<Review> {
  return request<Review>("POST", reviewPath(at, "decisions"), { ...seen, decisions });
}

export function sendAcceptance(at: ReviewAddress, seen: Seen): Promise<Review> {
  return request<Review>("POST", reviewPath(at, "accept"), seen);
}

export function sendReturn(
  at: ReviewAddress,
  seen: Seen,
  reason: string,
  authors: readonly string[],
): Promise<Review> {
  return request<Review>("POST", reviewPath(at, "return"), { ...seen, reason, authors });
}

export function sendUndo(at: ReviewAddress): Promise<Review> {
  return request<Review>("POST", reviewPath(at, "undo"));
}

type OriginOptions = UseQueryOptions<readonly Origin[], Error, readonly Origin[]>;

export const originsQuery = (at: ReviewAddress): OriginOptions =>
  queryOptions({
    queryKey: ["project", at.slug, "review", at.kind, at.name, "origins"] as readonly unknown[],
    queryFn: ({ signal }) => request<readonly Origin[]>("GET", reviewPath(at, "origins"), undefined, signal),
  });
