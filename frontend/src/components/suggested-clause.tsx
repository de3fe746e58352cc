import type { ReactElement } from "react";

import { showLayer } from "../model/layers";
import { focusedLayer } from "../model/session";
import { useSlice } from "../model/store";
import { decideClause, suggestedClause } from "../model/suggestion-gestures";
import { ClauseView } from "./clause-view";
import type { Editing } from "./editing";
import { focusSheet } from "./law/focus-sheet";
import { Confidence, SuggestionSource } from "./suggestion-list";

/** The clause that a model suggests, while the person has written none. */
export function SuggestedClause({ editing }: { editing: Editing }): ReactElement | null {
  const state = useSlice(editing.store, (whole) => whole);
  const clause = suggestedClause(state);
  const layer = focusedLayer(state);
  const source = state.suggestions.get(state.focus ?? "");
  if (clause === null || layer === undefined || source === undefined) return null;
  const decide = (accept: boolean): void => {
    editing.perform(decideClause(editing.store.get(), accept));
    focusSheet();
  };
  return (
    <section className="sugs" aria-label="Suggested clause">
      <div className="grp">
        <b>Suggested clause</b>
        <span className="grow" />
        <Confidence value={clause.confidence} />
      </div>
      <div className="insp-b dashed">
        <ClauseView clause={clause.text} names={showLayer(layer, "", "", 0).arguments} />
        {clause.why !== "" && <p className="dim">{clause.why}</p>}
        <div className="row">
          <button
            type="button"
            className="btn sm"
            onClick={() => {
              decide(true);
            }}
          >
            Accept
          </button>
          <button
            type="button"
            className="btn sm"
            onClick={() => {
              decide(false);
            }}
          >
            Reject
          </button>
        </div>
      </div>
      <SuggestionSource source={source} />
    </section>
  );
}
