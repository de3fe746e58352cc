import type { ReactElement } from "react";

import { sureOf } from "../../model/case-state-suggestions";
import type { CaseItem } from "../../model/case-state-suggestions";
import { acceptFocused, rejectFocused } from "../../model/case-suggestion-gestures";
import { useSlice } from "../../model/store";
import { DecideButtons } from "../decide-buttons";
import { Confidence, SuggestionSource } from "../suggestion-list";
import { useBench } from "./bench";
import { focusCaseText } from "./focus";

/** How sure the model is of a suggestion; a layer from elsewhere may not say. */
export function ItemConfidence({ item }: { item: CaseItem }): ReactElement | null {
  const sure = sureOf(item);
  return sure === null ? null : <Confidence value={sure} />;
}

/** The suggestion in focus: why, from which model, and what can be done with it. */
export function SuggestedItem({ item }: { item: CaseItem }): ReactElement {
  const { store, perform, makeId } = useBench();
  const source = useSlice(store, (state) => state.suggestions?.source ?? null);
  return (
    <div className="case-sug-b">
      <p>{item.row.why === "" ? "The model says no more about it." : item.row.why}</p>
      <DecideButtons
        accept={() => {
          perform(acceptFocused(store.get(), makeId));
          focusCaseText();
        }}
        reject={() => {
          perform(rejectFocused(store.get()));
          focusCaseText();
        }}
      />
      {source !== null && <SuggestionSource source={source} />}
    </div>
  );
}
