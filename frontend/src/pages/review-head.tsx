import type { ReactElement } from "react";
import { Link } from "react-router";

import type { Include } from "../api/review";
import { layerLook } from "../components/review/look";
import { Empty, Note } from "../components/states";
import type { Review, ReviewLayer } from "../model/review/types";
import { nameOfLayer } from "../model/review/words";
import { formatTime } from "../text/counting";
import { queuePath } from "./addresses";
import type { Desk } from "./use-review-desk";

/** Returns whether somebody's work on this text waits to be decided on. */
export function isWaiting(review: Review): boolean {
  return review.layers.some((layer) => layer.author.kind === "person" && layer.state === "submitted");
}

/** Nothing to decide: everything was returned, or nothing was ever handed in. */
export function NothingWaits({ slug, printed }: { slug: string; printed: string }): ReactElement {
  return (
    <Empty>
      Nothing of {printed} waits for review.{" "}
      <Link className="linkish" to={queuePath(slug)}>
        Look at the queue
      </Link>
      .
    </Empty>
  );
}

/** Whose line is whose. */
export function Legend({ layers }: { layers: readonly ReviewLayer[] }): ReactElement {
  return (
    <>
      {layers.map((layer) => (
        <span key={layer.id} className={`lg ${layerLook(layer.index)}`}>
          <i />
          {nameOfLayer(layer)}
        </span>
      ))}
      {layers.length > 1 && (
        <span className="lg both w2">
          <i />
          {layers.length === 2 ? "both" : "all"}
        </span>
      )}
    </>
  );
}

interface BesideProps {
  readonly include: Include;
  readonly onInclude: (include: Include) => void;
}

/** What else to lay beside the people's layers. */
export function Beside({ include, onInclude }: BesideProps): ReactElement {
  const turn = (one: "models" | "gold") => () => {
    onInclude(include.includes(one) ? include.filter((other) => other !== one) : [...include, one]);
  };
  return (
    <span className="rv-beside">
      <button
        type="button"
        className="btn sm"
        aria-pressed={include.includes("models")}
        onClick={turn("models")}
      >
        Suggestions
      </button>
      <button type="button" className="btn sm" aria-pressed={include.includes("gold")} onClick={turn("gold")}>
        Gold
      </button>
    </span>
  );
}

/** Who made this gold, and the way back. */
export function Acceptance({ desk, review }: { desk: Desk; review: Review }): ReactElement | null {
  if (review.accepted_at === null || isWaiting(review)) return null;
  return (
    <Note
      kind="ok"
      act={
        review.can_undo ? (
          <button type="button" className="btn sm" onClick={() => void desk.undoAcceptance()}>
            Undo acceptance <kbd>Ctrl Z</kbd>
          </button>
        ) : undefined
      }
    >
      Accepted into gold by {review.accepted_by}, {formatTime(review.accepted_at)}.
    </Note>
  );
}
