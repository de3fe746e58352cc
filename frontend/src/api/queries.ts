/** What the screens read, with one cache key each. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import { apiPath, request } from "./client";
import type {
  Case,
  CaseSubsection,
  CaseSummary,
  Flag,
  FlagCounts,
  ProgramReport,
  Import,
  LayerChoice,
  Page,
  Person,
  Project,
  ProjectMap,
  ProjectSummary,
  Session,
  Statute,
  StatuteSummary,
  Token,
} from "./types";

const BUSY: ReadonlySet<string> = new Set(["queued", "checking", "saving"]);
export const POLL_MS = 1000;
export const CASES_PAGE = 50;

/** Returns whether the import still moves by itself. */
export function isMoving(job: Pick<Import, "state">): boolean {
  return BUSY.has(job.state);
}

async function readAll<T>(path: string, signal: AbortSignal): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const answer = await request<Page<T>>("GET", `${path}?page=${page}&page_size=200`, undefined, signal);
    all.push(...answer.results);
    if (answer.next === null || answer.results.length === 0) return all;
  }
}

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => request<Session>("GET", "/session", undefined, signal),
  staleTime: Infinity,
});

export const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: ({ signal }) => readAll<Token>("/me/tokens", signal),
});

export const projectsQuery = queryOptions({
  queryKey: ["projects"],
  queryFn: ({ signal }) => readAll<ProjectSummary>("/projects", signal),
});

export const projectQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug],
    queryFn: ({ signal }) => request<Project>("GET", apiPath("projects", slug), undefined, signal),
  });

export const peopleQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug, "people"],
    queryFn: ({ signal }) => readAll<Person>(apiPath("projects", slug, "people"), signal),
  });

export const statutesQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug, "statutes"],
    queryFn: ({ signal }) => readAll<StatuteSummary>(apiPath("projects", slug, "statutes"), signal),
  });

export const statuteQuery = (slug: string, section: string, layer: LayerChoice = "gold") =>
  queryOptions({
    queryKey: ["project", slug, "statute", section, layer],
    queryFn: ({ signal }) =>
      request<Statute>(
        "GET",
        `${apiPath("projects", slug, "statutes", section)}?layer=${layer}`,
        undefined,
        signal,
      ),
    staleTime: 60_000,
  });

/** Labels of a statute's subsections on which submitted layers differ; for reviewers. */
export const disputesQuery = (slug: string, section: string) =>
  queryOptions({
    queryKey: ["project", slug, "disputes", section],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ section, dispute: "true", page_size: "200" });
      const path = `${apiPath("projects", slug, "review")}?${query.toString()}`;
      const page = await request<Page<{ readonly name: string }>>("GET", path, undefined, signal);
      return page.results.map((row) => row.name);
    },
    staleTime: 60_000,
  });

export const mapQuery = (slug: string, layer: LayerChoice) =>
  queryOptions({
    queryKey: ["project", slug, "map", layer],
    queryFn: ({ signal }) =>
      request<ProjectMap>("GET", `${apiPath("projects", slug, "map")}?layer=${layer}`, undefined, signal),
  });

export interface CaseFilter {
  readonly split: string;
  readonly search: string;
  readonly page: number;
  readonly label?: string;
  readonly flag?: string;
  /** Only what one has to look at again. */
  readonly stale?: boolean;
}

export const casesQuery = (slug: string, filter: CaseFilter) =>
  queryOptions({
    queryKey: ["project", slug, "cases", filter],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(filter.page), page_size: String(CASES_PAGE) });
      if (filter.split) query.set("split", filter.split);
      if (filter.search) query.set("search", filter.search);
      if (filter.label) query.set("label", filter.label);
      if (filter.flag) query.set("flag", filter.flag);
      if (filter.stale) query.set("stale", "true");
      const path = `${apiPath("projects", slug, "cases")}?${query.toString()}`;
      return request<Page<CaseSummary>>("GET", path, undefined, signal);
    },
  });

export const caseQuery = (slug: string, name: string, layer: LayerChoice = "gold") =>
  queryOptions({
    queryKey: ["project", slug, "case", name, layer],
    queryFn: ({ signal }) =>
      request<Case>("GET", `${apiPath("projects", slug, "cases", name)}?layer=${layer}`, undefined, signal),
    staleTime: 60_000,
  });

/** Subsections that may be applied to a case, by any spelling of the label or by words of the heading. */
export const subsectionsQuery = (slug: string, search: string, layer: LayerChoice) =>
  queryOptions({
    queryKey: ["project", slug, "subsections", search, layer],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ search, layer, page_size: "12" });
      const path = `${apiPath("projects", slug, "subsections")}?${query.toString()}`;
      return request<Page<CaseSubsection>>("GET", path, undefined, signal);
    },
  });

/** What replays and checks have found of one case. */
export const caseFlagsQuery = (slug: string, name: string) =>
  queryOptions({
    queryKey: ["project", slug, "flags", name],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ case: name, page_size: "200" });
      const path = `${apiPath("projects", slug, "replay")}?${query.toString()}`;
      return (await request<Page<Flag>>("GET", path, undefined, signal)).results;
    },
  });

/** How many flags there are of each kind. */
export const flagCountsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug, "flags"],
    queryFn: ({ signal }) =>
      request<FlagCounts>("GET", apiPath("projects", slug, "replay", "counts"), undefined, signal),
  });

/** The program beside subsections and clauses; a refusal is an answer, not to be asked for again. */
export const programReportQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug, "program"],
    queryFn: ({ signal }) =>
      request<ProgramReport>("GET", apiPath("projects", slug, "program", "report"), undefined, signal),
    retry: false,
  });

export const importsQuery = (slug: string) =>
  infiniteQueryOptions({
    queryKey: ["project", slug, "imports"],
    queryFn: ({ signal, pageParam }) =>
      request<Page<Import>>(
        "GET",
        `${apiPath("projects", slug, "imports")}?page=${pageParam}&page_size=10`,
        undefined,
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.next === null ? undefined : page + 1),
  });

export const importQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ["project", slug, "import", id],
    queryFn: ({ signal }) =>
      request<Import>("GET", apiPath("projects", slug, "imports", id), undefined, signal),
    refetchInterval: (query) => (query.state.data && isMoving(query.state.data) ? POLL_MS : false),
  });
