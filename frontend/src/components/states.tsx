import type { ReactElement, ReactNode } from "react";

import { ApiError, describeError } from "../api/client";
import { Icon } from "./icons";

/** One serif sentence where the content would be. */
export function Empty({ children }: { children: ReactNode }): ReactElement {
  return <p className="empty">{children}</p>;
}

interface NoteProps {
  readonly kind: "bad" | "warn" | "ok";
  readonly children: ReactNode;
  readonly act?: ReactNode;
}

/** A tinted note in the place it concerns. */
export function Note({ kind, children, act }: NoteProps): ReactElement {
  const icon = kind === "ok" ? "check" : kind === "warn" ? "warning" : "alert";
  return (
    <div className={`note ${kind}`} role={kind === "bad" ? "alert" : "status"}>
      <Icon name={icon} />
      <div className="grow">{children}</div>
      {act}
    </div>
  );
}

/** What went wrong and one act. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactElement {
  const lost = error instanceof ApiError && error.status === 404;
  const retry =
    onRetry && !lost ? (
      <button type="button" className="btn sm" onClick={onRetry}>
        Try again
      </button>
    ) : undefined;
  return (
    <Note kind="bad" act={retry}>
      {describeError(error)}
    </Note>
  );
}
