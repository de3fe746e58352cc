import { queryOptions, useQuery } from "@tanstack/react-query";
import type { UseQueryOptions } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ReactElement } from "react";

import { apiPath, request } from "../api/client";
import type { components } from "../api/schema";
import { Dialog } from "./dialog";
import { Empty, ErrorNote } from "./states";

export type Guideline = components["schemas"]["GuidelineOutput"];
type GuidelineOptions = UseQueryOptions<Guideline, Error, Guideline>;

const guidelineQuery = (slug: string): GuidelineOptions =>
  queryOptions({
    queryKey: ["project", slug, "guidelines"] as readonly unknown[],
    queryFn: ({ signal }) =>
      request<Guideline>("GET", apiPath("projects", slug, "guidelines"), undefined, signal),
  });

const WORDS = 60;

/** Returns the paragraphs that a decision can cite, as VERSION#ANCHOR and how they begin. */
export function useParagraphs(slug: string): readonly (readonly [value: string, words: string])[] {
  const { data } = useQuery(guidelineQuery(slug));
  return useMemo(
    () =>
      data === undefined || data.version === 0
        ? []
        : data.anchors.map(({ anchor, kind, text }) => {
            const words = text.length > WORDS ? `${text.slice(0, WORDS)}…` : text;
            return [`${data.version}#${anchor}`, kind === "heading" ? words : `  ${words}`] as const;
          }),
    [data],
  );
}

/** The project's guidelines beside the work. */
export function GuidelinesDialog({ slug, onClose }: { slug: string; onClose: () => void }): ReactElement {
  const { data, error, refetch } = useQuery(guidelineQuery(slug));
  return (
    <Dialog
      title={data !== undefined && data.version > 0 ? `Guidelines, version ${data.version}` : "Guidelines"}
      onClose={onClose}
    >
      <div className="dlg-b guide">
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {data?.version === 0 && <Empty>No guidelines have been written yet. Managers write them.</Empty>}
        {data !== undefined && data.version > 0 && (
          // The server lets no raw HTML of people through; see docs/review.md.
          <div className="law" dangerouslySetInnerHTML={{ __html: data.html }} />
        )}
      </div>
    </Dialog>
  );
}
