import type { ReactElement } from "react";

import type { Flag } from "../../api/types";
import { printedOf } from "../../model/case-gestures";
import { caseLayer } from "../../model/case-session";
import type { CaseState } from "../../model/case-session";
import { FLAG_WORDS, OUTDATED_WORDS } from "../../model/solving";

/** What earlier replays found of this layer of the case. */
export function KeptFlags({
  state,
  flags,
}: {
  state: CaseState;
  flags: readonly Flag[];
}): ReactElement | null {
  const own = flags.filter((flag) => flag.layer === caseLayer(state).id || flag.layer === null);
  if (own.length === 0) return null;
  return (
    <div className="kept">
      <h3>Flags</h3>
      <ul>
        {own.map((flag) => (
          <li
            key={`${flag.instantiation ?? "test"} ${flag.engine} ${flag.goal}`}
            className={flag.note === "" ? flag.status : "noted"}
          >
            <b>{flag.label == null ? "The case’s test" : printedOf(state, flag.label ?? "")}</b> by{" "}
            {flag.engine}: {FLAG_WORDS[flag.status] ?? flag.status}
            {flag.detail !== "" && `. ${flag.detail}`}
            {flag.note !== "" && ` Settled by ${flag.noted_by ?? "someone"}: ${flag.note}`}
            {flag.outdated !== "" && <i> Out of date: {OUTDATED_WORDS[flag.outdated] ?? flag.outdated}.</i>}
          </li>
        ))}
      </ul>
    </div>
  );
}
