import type { ReactElement } from "react";

import type { Case, LayerChoice } from "../api/types";
import { Icon } from "../components/icons";
import { Segmented } from "../components/segmented";
import { StateMark } from "../components/state-mark";
import { UndoButtons } from "../components/undo-buttons";
import { MARK_WORDS, toMarkState } from "../model/marks";
import type { WritingDesk } from "./use-desk";

interface CaseActionsProps {
  readonly one: Case;
  readonly layer: LayerChoice;
  readonly layerState: string;
  readonly desk: WritingDesk | null;
  readonly onLayer: (layer: LayerChoice) => void;
  readonly onGo: (name: string | null) => void;
  readonly onSolve: () => void;
  readonly onSubmit: () => void;
}

/** What can be done with a whole case, in the bar on top. */
export function CaseActions(props: CaseActionsProps): ReactElement {
  const { one, layer, layerState, desk, onGo } = props;
  return (
    <>
      {desk !== null && (
        <>
          <UndoButtons undo={desk.writing.undo} redo={desk.writing.redo} />
          <span className="sep" />
        </>
      )}
      <span className="wide num case-nth">
        Case {one.position} of {one.total}
      </span>
      <button
        type="button"
        className="btn quiet sm"
        disabled={one.previous === null}
        aria-label="Previous case"
        title="Previous case"
        onClick={() => {
          onGo(one.previous);
        }}
      >
        <kbd>P</kbd>
      </button>
      <button
        type="button"
        className="btn quiet sm"
        disabled={one.next === null}
        aria-label="Next case"
        title="Next case"
        onClick={() => {
          onGo(one.next);
        }}
      >
        <kbd>N</kbd>
      </button>
      <span className="hide-s">
        <Segmented
          label="Layer"
          value={layer}
          choices={[
            ["gold", "Gold"],
            ["mine", "Mine"],
          ]}
          onChoose={props.onLayer}
        />
      </span>
      <button type="button" className="btn" onClick={props.onSolve}>
        <Icon name="solve" /> Solve <kbd>S</kbd>
      </button>
      {desk !== null && (
        <>
          {layerState !== "in_progress" && (
            <span className="chip wide">
              <StateMark state={toMarkState(layerState)} silent /> {MARK_WORDS[toMarkState(layerState)]}
            </span>
          )}
          <button
            type="button"
            className="btn pri"
            disabled={layerState === "accepted"}
            onClick={props.onSubmit}
          >
            {layerState === "submitted" ? "Reopen" : "Submit"}{" "}
            {layerState !== "submitted" && <kbd>Ctrl ⏎</kbd>}
          </button>
        </>
      )}
    </>
  );
}
