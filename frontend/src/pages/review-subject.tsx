import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { useParams, useSearchParams } from "react-router";

import { projectQuery, statuteQuery } from "../api/queries";
import { reviewQuery } from "../api/review";
import type { Include, ReviewAddress } from "../api/review";
import type { Project } from "../api/types";
import { ErrorNote } from "../components/states";
import { buildDocument } from "../model/document";
import type { StatuteDocument } from "../model/document";
import { mayReview } from "../model/people";
import type { Review } from "../model/review/types";
import { isSection } from "../text/labels";
import { homePath, queuePath } from "./addresses";
import { NotForAnnotators } from "./review";
import { ReviewBench } from "./review-bench";
import { Shell } from "./shell";

/** The statute ready to be set, of which the review shows one subsection. */
function useDocument(slug: string, review: Review | undefined): StatuteDocument | null {
  const section = review?.kind === "subsections" ? review.section : "";
  const { data } = useQuery({ ...statuteQuery(slug, section), enabled: isSection(section) });
  return useMemo(() => (data === undefined ? null : buildDocument(data)), [data]);
}

function readInclude(search: URLSearchParams): Include {
  return (["models", "gold"] as const).filter((one) => search.getAll("beside").includes(one));
}

function Opened({ at, project }: { at: ReviewAddress; project: Project }): ReactElement {
  const [search, setSearch] = useSearchParams();
  const beside = readInclude(search).join();
  const include = useMemo(
    () => beside.split(",").filter((one) => one !== "") as unknown as Include,
    [beside],
  );
  const query = useQuery(reviewQuery(at, include));
  const document = useDocument(at.slug, query.data);
  // What is decided here is told to the desk alone; only another comparison opens a new one.
  const [opened, setOpened] = useState<{ readonly beside: string; readonly review: Review } | null>(null);
  if (query.data !== undefined && !query.isPlaceholderData && opened?.beside !== beside)
    setOpened({ beside, review: query.data });
  if (opened === null || (document === null && query.data?.kind === "subsections"))
    return (
      <Frame at={at} project={project}>
        {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      </Frame>
    );
  return (
    <ReviewBench
      key={opened.beside}
      at={at}
      project={project}
      include={include}
      first={opened.review}
      document={document}
      onInclude={(next) => {
        setSearch(
          next.map((one) => ["beside", one] as [string, string]),
          { replace: true },
        );
      }}
    />
  );
}

function Frame({
  at,
  project,
  children,
}: {
  at: ReviewAddress;
  project?: Project;
  children: ReactNode;
}): ReactElement {
  return (
    <Shell
      title={`Review of ${at.name}`}
      screen="plain"
      slug={at.slug}
      crumbs={[
        { words: project?.name ?? at.slug, to: homePath(at.slug) },
        { words: "Review", to: queuePath(at.slug) },
        { words: at.name },
      ]}
    >
      <main id="main" className="pane">
        <div className="home one">{children}</div>
      </main>
    </Shell>
  );
}

/** One text under review: disputes, the text with all layers over it, decision and comments. */
export function ReviewSubjectPage(): ReactElement {
  const { slug = "", kind = "", name = "" } = useParams();
  const at = useMemo(() => ({ slug, kind, name }), [slug, kind, name]);
  const { data: project, error, refetch } = useQuery(projectQuery(slug));
  if (project !== undefined && mayReview(project.role))
    return <Opened key={`${kind}.${name}`} at={at} project={project} />;
  return (
    <Frame at={at}>
      {project !== undefined && <NotForAnnotators project={project} />}
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
    </Frame>
  );
}
