import type { ReactElement } from "react";

import { printedOf, removeSubsection } from "../../model/case-gestures";
import { caseLayer } from "../../model/case-session";
import { ghostRows, openShown, shownInstantiation } from "../../model/case-state-suggestions";
import { orderedInstantiations } from "../../model/edits";
import { useSlice } from "../../model/store";
import { Icon } from "../icons";
import { StateMark } from "../state-mark";
import { useBench } from "./bench";

const SIGNS = { true: "✓", false: "✕", null: "○" } as const;
const WORDS = { true: "true", false: "false", null: "open" } as const;

/** Of many, the one in focus is not scrolled away. */
function keepInSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

interface InstantiationBarProps {
  /** Instantiations with a difference that nobody has settled. */
  readonly flagged: ReadonlySet<string>;
  readonly onAdd: () => void;
}

/** The subsections that are applied to this case; one of them is in focus. */
export function InstantiationBar({ flagged, onAdd }: InstantiationBarProps): ReactElement {
  const { store, canWrite, perform } = useBench();
  const state = useSlice(store, (whole) => whole);
  const layer = caseLayer(state);
  const all = orderedInstantiations(layer);
  const shown = shownInstantiation(state);
  const items = openShown(state);
  return (
    <div className="insts" role="group" aria-label="Subsections in this case">
      {all.map((one) => (
        <button
          type="button"
          key={one.id}
          className="inst-c"
          aria-pressed={one.id === shown?.id}
          ref={one.id === shown?.id ? keepInSight : undefined}
          onClick={() => {
            store.send({ type: "instantiationChosen", id: one.id });
          }}
        >
          <span aria-hidden="true" className={`tsign ${WORDS[`${one.truth}`]}`}>
            {SIGNS[`${one.truth}`]}
          </span>
          <span className="mono">{printedOf(state, one.label)}</span>
          <span className="sr">
            {WORDS[`${one.truth}`]}
            {flagged.has(one.id) ? ", differs from the engine" : ""}
            {layer.stale.has(`instantiation:${one.id}`) ? ", stale" : ""}
          </span>
          {layer.stale.has(`instantiation:${one.id}`) && <StateMark state="stale" silent />}
          {flagged.has(one.id) && <Icon name="flag" className="flag" />}
        </button>
      ))}
      {canWrite &&
        ghostRows(state).map((row) => (
          <button
            type="button"
            key={row.id}
            className="inst-c sug"
            aria-pressed={shown?.id === "" && shown.label === row.label}
            onClick={() => {
              const first = items.find((item) => item.row.id === row.id);
              if (first !== undefined) store.send({ type: "suggestionChosen", id: first.id });
            }}
          >
            <span className="mono">{printedOf(state, row.label)}</span>
            <span className="sr">suggested</span>
          </button>
        ))}
      {canWrite && (
        <button type="button" className="btn sm quiet" onClick={onAdd}>
          Add a subsection <kbd>A</kbd>
        </button>
      )}
      {canWrite && state.at !== null && (
        <button
          type="button"
          className="btn sm quiet"
          onClick={() => {
            perform(removeSubsection(store.get()));
          }}
        >
          Remove <kbd>X</kbd>
        </button>
      )}
    </div>
  );
}
