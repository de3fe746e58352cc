import type { ReactElement } from "react";

import type { ChangedStep } from "../../api/types";
import { countWords } from "../../text/counting";

const SHOWN = 40;

function words(one: ChangedStep): string {
  if (one.before === null) return `new, ${one.after ?? ""}`;
  if (one.after === null) return `gone, was ${one.before}`;
  return one.before === one.after ? `${one.after}, with other values` : `${one.before} → ${one.after}`;
}

/** What became different between the two derivations. */
export function ChangedList({
  changed,
  onShow,
}: {
  changed: readonly ChangedStep[];
  onShow: (path: readonly number[]) => void;
}): ReactElement {
  return (
    <div className="changed" role="region" aria-label="What changed">
      <p>
        <b>{changed.length === 0 ? "Nothing changes." : `${countWords(changed.length, "step")} changed.`}</b>
      </p>
      <ul>
        {changed.slice(0, SHOWN).map((one, i) => (
          <li key={i}>
            {one.path === null ? (
              <span className="mono">{one.text}</span>
            ) : (
              <button
                type="button"
                className="t-link mono"
                onClick={() => {
                  onShow(one.path ?? []);
                }}
              >
                {one.text}
              </button>
            )}{" "}
            <span className="dim">{words(one)}</span>
          </li>
        ))}
        {changed.length > SHOWN && <li className="dim">and {changed.length - SHOWN} more</li>}
      </ul>
    </div>
  );
}
