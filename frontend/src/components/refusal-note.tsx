import type { ReactElement } from "react";

import { Note } from "./states";

interface RefusalNoteProps {
  readonly refusals: readonly string[];
  readonly onDismiss: () => void;
}

/** What the server would not store, and why, until it was read. */
export function RefusalNote({ refusals, onDismiss }: RefusalNoteProps): ReactElement {
  return (
    <Note
      kind="bad"
      act={
        <button type="button" className="btn sm" onClick={onDismiss}>
          Understood
        </button>
      }
    >
      Not saved: {refusals.join(" ")}
    </Note>
  );
}
