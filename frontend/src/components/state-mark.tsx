import { memo } from "react";
import type { ReactElement } from "react";

import { MARK_WORDS } from "../model/marks";
import type { MarkState } from "../model/marks";

const CLASSES: Readonly<Record<MarkState, string>> = {
  none: "none",
  in_progress: "part",
  submitted: "sub-m",
  accepted: "gold",
  returned: "ret",
  empty: "na",
  stale: "stale",
  dispute: "disp",
};

function shape(state: MarkState): ReactElement {
  switch (state) {
    case "none":
      return <circle cx="6" cy="6" r="4" />;
    case "in_progress":
      return (
        <>
          <circle cx="6" cy="6" r="4" />
          <path className="f" d="M6 2a4 4 0 0 1 0 8z" />
        </>
      );
    case "submitted":
      return <circle cx="6" cy="6" r="3.8" />;
    case "accepted":
      return <path d="M2.2 6.4l2.6 2.7L9.9 3.2" />;
    case "returned":
      return <path d="M10 3v3.2H2.5M5 3.6L2.3 6.2 5 8.8" />;
    case "stale":
      return <path d="M6 2l4.3 7.8H1.7z" />;
    case "dispute":
      return (
        <>
          <path d="M6 1.5L10.5 6 6 10.5 1.5 6z" />
          <path className="f" d="M6 1.5v9L1.5 6z" />
        </>
      );
    case "empty":
      return <rect x="3.5" y="5.5" width="5" height="1.2" />;
  }
}

/** State of a task: shape first, colour second, words for those who see neither. */
export const StateMark = memo(function StateMark({
  state,
  silent = false,
}: {
  state: MarkState;
  silent?: boolean;
}): ReactElement {
  return (
    <svg
      className={`mk ${CLASSES[state]}`}
      viewBox="0 0 12 12"
      {...(silent ? { "aria-hidden": true } : { role: "img", "aria-label": MARK_WORDS[state] })}
    >
      {shape(state)}
    </svg>
  );
});
