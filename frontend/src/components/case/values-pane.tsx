import type { ReactElement, ReactNode } from "react";

import { caseWords } from "../../model/case-gestures";
import { caseLayer, rowsOf } from "../../model/case-session";
import type { CaseRow } from "../../model/case-session";
import { openHere, shownInstantiation } from "../../model/case-state-suggestions";
import { isFrozen } from "../../model/edits";
import { useSlice } from "../../model/store";
import { Icon } from "../icons";
import { useBench } from "./bench";
import { SuggestionBar } from "./suggestion-bar";
import { TruthRow } from "./truth-row";
import { ValueRow } from "./value-row";

/** What a click on a number would put there. */
function SelectionLine(): ReactElement | null {
  const { store, canWrite } = useBench();
  const selection = useSlice(store, (state) => state.selection);
  if (!canWrite || selection === null) return null;
  return (
    <p className="sel-line">
      <span>{selection.made ? "Selected" : "Caret on"}</span>
      <q>{caseWords(store.get(), selection)}</q>
      <span className="end">
        <kbd>1</kbd>–<kbd>9</kbd> or <kbd>⏎</kbd>
      </span>
    </p>
  );
}

/** Values of the subsection in focus: given by the question, found in the text, and whether it holds. */
export function ValuesPane({ stale }: { stale: ReactNode }): ReactElement {
  const { store } = useBench();
  const state = useSlice(store, (whole) => whole);
  const one = shownInstantiation(state);
  const rows = rowsOf(state, one);
  const items = openHere(state);
  const itemOf = (row: CaseRow) => items.find((item) => item.argument?.name === row.name);
  const roleOf = (row: CaseRow) => row.value?.role ?? itemOf(row)?.value?.role;
  const given = rows.filter((row) => roleOf(row) === "given");
  const found = rows.filter((row) => roleOf(row) !== "given");
  const truth = items.find((item) => item.value === null);
  const show = (some: readonly CaseRow[]): ReactElement => (
    <ul>
      {some.map((row) => (
        <ValueRow
          key={row.name}
          row={row}
          item={itemOf(row)}
          isCurrent={row.name === state.argument && state.suggestion !== truth?.id}
          isTyping={row.name === state.typing}
          inFocus={itemOf(row) !== undefined && itemOf(row)?.id === state.suggestion}
        />
      ))}
    </ul>
  );
  return (
    <div className="vals">
      {stale}
      <SuggestionBar />
      {one !== undefined && (
        <>
          <div className="vals-s">
            {given.length > 0 && (
              <>
                <h3>
                  Given <span>by the question</span>
                </h3>
                {show(given)}
              </>
            )}
            {found.length > 0 && (
              <>
                <h3>
                  Found <span>in the text</span>
                </h3>
                {show(found)}
              </>
            )}
          </div>
          <SelectionLine />
          {state.said.fault && (
            <p className="say-fault" key={state.said.count}>
              <Icon name="alert" /> {state.said.text}
            </p>
          )}
          <TruthRow
            truth={one.truth}
            frozen={one.id === "" || isFrozen(caseLayer(state))}
            item={truth}
            inFocus={state.suggestion !== null && truth?.id === state.suggestion}
          />
        </>
      )}
    </div>
  );
}
