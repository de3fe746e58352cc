import type { ReactElement } from "react";

import { putTruth } from "../../model/case-gestures";
import type { CaseItem } from "../../model/case-state-suggestions";
import { Icon } from "../icons";
import { useBench } from "./bench";
import { ItemConfidence, SuggestedItem } from "./suggested-item";

interface TruthRowProps {
  readonly truth: boolean | null;
  readonly frozen: boolean;
  /** The truth that a model suggests, while it is open. */
  readonly item: CaseItem | undefined;
  readonly inFocus: boolean;
}

/** Whether the subsection holds; what a model suggests is dashed. */
export function TruthRow({ truth, frozen, item, inFocus }: TruthRowProps): ReactElement {
  const { store, canWrite, perform } = useBench();
  const suggested = item?.row.truth ?? null;
  return (
    <div className={inFocus ? "truth cur" : "truth"}>
      <span className="nm">@truth</span>
      {truth === null && item === undefined && <span className="dim">open</span>}
      {item !== undefined && (
        <button
          type="button"
          className="case-sug-t"
          onClick={() => {
            store.send({ type: "suggestionChosen", id: item.id });
          }}
        >
          <span className="case-sug">{String(suggested)}</span>
          <span className="sr"> suggested</span> <ItemConfidence item={item} />
        </button>
      )}
      <span className="grow" />
      <fieldset className="seg" aria-label="@truth" disabled={!canWrite || frozen}>
        {([true, false] as const).map((one) => (
          <label key={String(one)} className={suggested === one ? "sug" : undefined}>
            <input
              type="radio"
              name="truth"
              checked={truth === one}
              onChange={() => {
                perform(putTruth(store.get(), one));
              }}
            />
            {truth === one && <Icon name={one ? "check" : "cross"} />}
            {one ? "True" : "False"} <kbd>{one ? "T" : "F"}</kbd>
          </label>
        ))}
      </fieldset>
      {inFocus && item !== undefined && <SuggestedItem item={item} />}
    </div>
  );
}
