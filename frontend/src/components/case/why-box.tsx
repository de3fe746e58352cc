import type { ReactElement } from "react";

import type { Step, Why } from "../../api/types";
import { stepName } from "../../model/derivation";
import { slicePoints } from "../../text/offsets";
import type { Source } from "../../text/pieces";

interface WhyBoxProps {
  readonly step: Step;
  readonly why: Why;
  readonly source: Source;
  readonly root: string;
  readonly onShow: (path: readonly number[]) => void;
  readonly onTry: (() => void) | null;
}

/** Why a step does not hold: the nearest parts that stand in its way, and what the case says of them. */
export function WhyBox({ step, why, source, root, onShow, onTry }: WhyBoxProps): ReactElement | null {
  const parts = why.parts.filter((part) => part.path.length > 0);
  if (parts.length === 0) return null;
  return (
    <div className="why-b" role="region" aria-label="Why not">
      <p>
        <b>Why not?</b> {stepName(step)} {step.truth === "unknown" ? "cannot be told yet" : "does not hold"}:
      </p>
      <ul>
        {parts.map((part) => {
          const [first] = part.spans;
          const truth =
            part.truth === "unknown"
              ? "not annotated"
              : part.kind === "no_clause"
                ? "not in the case"
                : part.truth;
          return (
            <li key={part.path.join(".")}>
              <button
                type="button"
                className="t-link"
                onClick={() => {
                  onShow(part.path);
                }}
              >
                {stepName(part)}
              </button>{" "}
              is {truth}
              {part.wanted ? "" : ", and it must not be"}.
              {part.note !== "" && part.truth !== "unknown" && ` ${part.note}`}
              {first && <q>{slicePoints(source.text, source.map, first[0], first[1])}</q>}
            </li>
          );
        })}
      </ul>
      {why.then !== null && (
        <p className="dim">
          If {parts.length === 1 ? "it were" : "they were"} otherwise, {root} would be {why.then}.{" "}
          {onTry !== null && (
            <button type="button" className="t-link" onClick={onTry}>
              Try it
            </button>
          )}
        </p>
      )}
    </div>
  );
}
