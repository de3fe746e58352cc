import { useIsFetching, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";

import { projectQuery, sessionQuery } from "../api/queries";
import { queueQuery, WHOLE_QUEUE } from "../api/review";
import { KeyBar, KeyMap } from "../components/key-map";
import type { Crumb } from "../components/top-bar";
import { TopBar } from "../components/top-bar";
import type { KeyHandlers } from "../components/use-keys";
import { useKeys } from "../components/use-keys";
import type { Screen } from "../model/keys";
import { mayReview, nameOf } from "../model/people";
import { projectTabs } from "./addresses";
import { GoToDialog } from "./go-to-dialog";

interface ShellProps {
  readonly title: string;
  readonly screen: Screen;
  readonly slug?: string;
  readonly crumbs?: readonly Crumb[];
  readonly tabs?: boolean;
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
  readonly keys?: KeyHandlers;
  /** The key of go-to, where the screen needs G for something else. */
  readonly goToKey?: string;
  readonly children: ReactNode;
}

function usePerson(slug: string | undefined): { readonly name: string; readonly role: string | null } | null {
  const { data: session } = useQuery(sessionQuery);
  const { data: project } = useQuery({ ...projectQuery(slug ?? ""), enabled: slug !== undefined });
  if (!session?.user) return null;
  const role = slug === undefined ? null : (project?.role ?? (session.user.is_admin ? "admin" : null));
  return { name: nameOf(session.user), role };
}

/** Returns how much waits for review, or null for those who do not review here. */
function useWaitingReviews(slug: string | undefined, wanted: boolean): number | null {
  const { data: project } = useQuery({ ...projectQuery(slug ?? ""), enabled: slug !== undefined });
  const may = wanted && slug !== undefined && project !== undefined && mayReview(project.role);
  const { data } = useQuery({ ...queueQuery(slug ?? "", WHOLE_QUEUE, 1), enabled: may, staleTime: 10_000 });
  return may ? (data?.count ?? 0) : null;
}

/** The frame of every signed-in screen: bar, content, keys, and the two dialogs that are everywhere. */
export function Shell(props: ShellProps): ReactElement {
  const { slug, screen } = props;
  const [dialog, setDialog] = useState<"keys" | "goto" | null>(null);
  const busy = useIsFetching({ predicate: (query) => query.state.status === "pending" }) > 0;
  const person = usePerson(slug);
  const reviews = useWaitingReviews(slug, props.tabs === true);
  const openGoTo =
    slug === undefined
      ? undefined
      : () => {
          setDialog("goto");
        };
  const openKeys = (): void => {
    setDialog("keys");
  };
  const goToKey = props.goToKey ?? "g";
  useKeys({
    ...props.keys,
    "?": openKeys,
    "Shift+?": openKeys,
    ...(openGoTo ? { [goToKey]: openGoTo } : {}),
  });
  const close = (): void => {
    setDialog(null);
  };
  return (
    <div className="app">
      <title>{`${props.title} · SARA Annotate`}</title>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <TopBar
        crumbs={props.crumbs ?? []}
        nav={props.tabs && slug !== undefined ? projectTabs(slug, reviews) : undefined}
        status={props.status}
        actions={props.actions}
        person={person}
        busy={busy}
        onGoTo={openGoTo}
        goToKey={goToKey.toUpperCase()}
      />
      {props.children}
      <KeyBar screen={screen} onAll={openKeys} />
      {dialog === "keys" && <KeyMap screen={screen} onClose={close} />}
      {dialog === "goto" && slug !== undefined && <GoToDialog slug={slug} onClose={close} />}
    </div>
  );
}
