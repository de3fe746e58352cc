import type { ReactElement } from "react";
import { Link } from "react-router";

import { saveWords } from "../components/save-mark";
import { UndoButtons } from "../components/undo-buttons";
import type { Desk } from "./use-review-desk";

/** Whether the choices are safe yet. */
export function ReviewStatus({ desk }: { desk: Desk }): ReactElement {
  return (
    <>
      <span
        className={
          desk.save.kind === "saved" ? "save" : desk.save.kind === "saving" ? "save busy" : "save off"
        }
        role="status"
      >
        {saveWords(desk.save)}
      </span>
      {desk.save.kind === "offline" && (
        <button type="button" className="btn sm" onClick={desk.retry}>
          Try now
        </button>
      )}
    </>
  );
}

interface ReviewActionsProps {
  readonly desk: Desk;
  readonly waits: boolean;
  /** How many disputes are not decided. */
  readonly open: number;
  readonly next: { readonly to: string; readonly printed: string } | null;
  readonly onUndo: () => void;
  readonly onReturn: () => void;
  readonly onAccept: () => void;
}

/** Undo, redo, return and accept; or on to the next text. */
export function ReviewActions(props: ReviewActionsProps): ReactElement {
  const { desk, waits, open, next, onUndo, onReturn, onAccept } = props;
  return (
    <>
      <UndoButtons undo={onUndo} redo={desk.redo} />
      {waits && (
        <>
          <button type="button" className="btn" onClick={onReturn}>
            <span>
              Return<span className="wide"> with comments</span>
            </span>{" "}
            <kbd>⇧R</kbd>
          </button>
          <button
            type="button"
            className={open > 0 ? "btn" : "btn pri"}
            aria-disabled={open > 0}
            onClick={onAccept}
          >
            {open > 0 ? `Accept into gold after ${open} more` : "Accept into gold"}{" "}
            {open === 0 && <kbd>Ctrl ⏎</kbd>}
          </button>
        </>
      )}
      {!waits && next && (
        <Link className="btn pri" to={next.to}>
          Next: {next.printed} <kbd>N</kbd>
        </Link>
      )}
    </>
  );
}
