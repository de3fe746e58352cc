/** A project's guidelines, in versions. */
import { queryOptions } from "@tanstack/react-query";

import { apiPath, request } from "./client";
import type { components } from "./schema";
import type { Page } from "./types";

type Schemas = components["schemas"];

export type Guideline = Schemas["GuidelineOutput"];
export type GuidelineVersion = Schemas["GuidelineVersionOutput"];

const path = (slug: string, ...parts: readonly (string | number)[]) =>
  apiPath("projects", slug, "guidelines", ...parts);

export const guidelinesKey = (slug: string) => ["project", slug, "guidelines"] as const;

/** The newest version, or one by its number. */
export const guidelineQuery = (slug: string, version: number | null = null) =>
  queryOptions({
    queryKey: [...guidelinesKey(slug), version],
    queryFn: ({ signal }) =>
      request<Guideline>(
        "GET",
        version === null ? path(slug) : path(slug, "versions", version),
        undefined,
        signal,
      ),
  });

export const guidelineVersionsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...guidelinesKey(slug), "versions"],
    queryFn: ({ signal }) =>
      request<Page<GuidelineVersion>>("GET", path(slug, "versions"), undefined, signal),
  });

export const previewGuideline = (slug: string, text: string) =>
  request<Schemas["GuidelineRenderedOutput"]>("POST", path(slug, "preview"), { text });

export const saveGuideline = (slug: string, text: string, note: string, base: number) =>
  request<Guideline>("POST", path(slug), { text, note, base_version: base });
