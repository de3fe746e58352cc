import type { ReactElement } from "react";

import { printedOf } from "../../model/case-gestures";
import { openHere, openInCase, shownInstantiation } from "../../model/case-state-suggestions";
import { acceptAllHere, rejectAllHere } from "../../model/case-suggestion-gestures";
import { useSlice } from "../../model/store";
import { countWords } from "../../text/counting";
import { useBench } from "./bench";
import { focusCaseText } from "./focus";

/** How much is suggested for this case, and what can be done with all of it. */
export function SuggestionBar(): ReactElement | null {
  const { store, canWrite, perform, makeId, showSuggestions } = useBench();
  const state = useSlice(store, (whole) => whole);
  const all = openInCase(state);
  if (!canWrite || all.length === 0) return null;
  const here = openHere(state);
  const one = shownInstantiation(state);
  const printed = one === undefined ? "" : printedOf(state, one.label);
  const other = all.find((item) => !here.some((open) => open.id === item.id));
  return (
    <div className="case-sugs" role="group" aria-label="Suggestions">
      <span>
        <b>{countWords(state.showing ? here.length : all.length, "suggestion")}</b>
        {state.showing && one?.id === "" && ` for ${printed}`}
        {!state.showing && " hidden"}
      </span>
      <span className="grow" />
      {state.showing && here.length > 0 && (
        <>
          <button
            type="button"
            className="act"
            onClick={() => {
              perform(acceptAllHere(store.get(), makeId));
              focusCaseText();
            }}
          >
            Accept all <kbd>⇧⏎</kbd>
          </button>
          <button
            type="button"
            className="act"
            onClick={() => {
              perform(rejectAllHere(store.get()));
              focusCaseText();
            }}
          >
            Reject all
          </button>
        </>
      )}
      {state.showing && here.length === 0 && other !== undefined && (
        <button
          type="button"
          className="act"
          onClick={() => {
            store.send({ type: "suggestionChosen", id: other.id });
            focusCaseText();
          }}
        >
          {printedOf(state, other.row.label)} <kbd>Tab</kbd>
        </button>
      )}
      <button
        type="button"
        className="act"
        onClick={() => {
          showSuggestions(!state.showing);
        }}
      >
        {state.showing ? "Hide" : "Show"} <kbd>H</kbd>
      </button>
    </div>
  );
}
