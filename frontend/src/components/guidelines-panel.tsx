import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { MouseEvent, ReactElement } from "react";
import { Link, useNavigate } from "react-router";

import { guidelineQuery } from "../api/guidelines";
import { Empty, ErrorNote } from "./states";

interface GuidelineTextProps {
  readonly html: string;
  /** The paragraph to show and to light up. */
  readonly anchor?: string | undefined;
  /** Called with the anchor of a paragraph that was clicked, to cite it. */
  readonly onCite?: ((anchor: string) => void) | undefined;
}

/** The text, made safe by the server; its links to subsections stay in the app. */
export function GuidelineText({ html, anchor, onCite }: GuidelineTextProps): ReactElement {
  const root = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const element = root.current;
    const found = anchor === undefined ? null : element?.querySelector(`[id="${CSS.escape(anchor)}"]`);
    found?.scrollIntoView({ block: "nearest" });
    found?.classList.add("cited");
    return () => {
      found?.classList.remove("cited");
    };
  }, [anchor, html]);
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const onClick = (event: Event): void => {
      const target = event.target as HTMLElement;
      const href = target.closest("a")?.getAttribute("href");
      const mouse = event as unknown as MouseEvent;
      if (href?.startsWith("/") && !mouse.ctrlKey && !mouse.metaKey && !mouse.shiftKey) {
        event.preventDefault();
        void navigate(href);
        return;
      }
      const cited = target.closest("[id]");
      if (href === undefined && cited !== null && element.contains(cited)) onCite?.(cited.id);
    };
    element.addEventListener("click", onClick);
    return () => {
      element.removeEventListener("click", onClick);
    };
  }, [navigate, onCite]);
  return <div ref={root} className="gl" dangerouslySetInnerHTML={{ __html: html }} />;
}

interface GuidelinesPanelProps {
  readonly slug: string;
  /** As a decision cites it: `3#spans-1`. */
  readonly cited?: string | undefined;
  readonly onCite?: (reference: string) => void;
}

/** The guidelines beside the work: to read, and to cite a paragraph from. */
export function GuidelinesPanel({ slug, cited, onCite }: GuidelinesPanelProps): ReactElement {
  const [version, anchor] = cited === undefined ? [] : cited.split("#");
  const { data, error, refetch } = useQuery(
    guidelineQuery(slug, version === undefined ? null : Number(version)),
  );
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <div className="glp" aria-busy="true" />;
  if (data.version === 0) return <Empty>No guidelines yet. A manager can write them.</Empty>;
  const cite =
    onCite === undefined
      ? undefined
      : (id: string) => {
          onCite(`${data.version}#${id}`);
        };
  return (
    <section className="glp" aria-label="Guidelines">
      <p className="dim">
        Version {data.version}. <Link to={`/p/${encodeURIComponent(slug)}/guidelines`}>Open the page</Link>
        {cite && " Click a paragraph to cite it."}
      </p>
      <GuidelineText html={data.html} anchor={anchor} onCite={cite} />
    </section>
  );
}
