import { useMemo } from "react";
import type { ReactElement } from "react";

import type { Step } from "../api/types";
import type { CaseStore } from "../components/case/bench";
import { CaseText } from "../components/case/case-text";
import { InstantiationBar } from "../components/case/instantiation-bar";
import { ValuesPane } from "../components/case/values-pane";
import { Segmented } from "../components/segmented";
import type { ShownValue, ValuesByLabel } from "../model/case";
import { caseLayer } from "../model/case-session";
import { useSlice } from "../model/store";
import { CaseStale } from "./case-notes";
import type { WritingDesk } from "./use-desk";

interface CaseColumnProps {
  readonly store: CaseStore;
  readonly desk: WritingDesk | null;
  readonly values: ValuesByLabel;
  /** The subsection on screen, and as it is printed. */
  readonly label: string | null;
  readonly printed: string;
  /** Whether the text shows the evidence of all subsections. */
  readonly everywhere: boolean;
  readonly flagged: ReadonlySet<string>;
  /** The step of the derivation in focus, but for its root: that rests on everything. */
  readonly step: Step | undefined;
  readonly onEverywhere: (everywhere: boolean) => void;
  readonly onAdd: () => void;
}

const NO_SPANS: readonly (readonly [number, number])[] = [];
const NO_VALUES: readonly ShownValue[] = [];

/** The case itself: its words and its question, and below them what is said of the subsection in focus. */
export function CaseColumn(props: CaseColumnProps): ReactElement {
  const { store, desk, values, label, printed, everywhere, step } = props;
  const begun = useSlice(store, (state) => caseLayer(state).instantiations.size > 0);
  const marked = useMemo(
    () => (everywhere ? [...values.values()].flat() : (values.get(label ?? "") ?? NO_VALUES)),
    [everywhere, values, label],
  );
  const spans = step?.spans ?? NO_SPANS;
  return (
    <section className="col" aria-label="Case">
      <div className="pane-h">
        <h2 className="eyebrow">Case</h2>
        <span className="grow" />
        <span className="dim num">{begun ? "evidence of" : "no subsection yet"}</span>
        {begun && label !== null && (
          <Segmented
            label="Evidence of"
            value={everywhere ? "all" : "here"}
            choices={[
              ["all", "All"],
              ["here", printed],
            ]}
            onChoose={(choice) => {
              props.onEverywhere(choice === "all");
            }}
          />
        )}
      </div>
      <CaseText values={marked} spans={spans} />
      <div className="vals-w">
        <InstantiationBar flagged={props.flagged} onAdd={props.onAdd} />
        {label === null && (
          <p className="empty pad">
            {desk === null
              ? "The gold says nothing of this case."
              : "No subsection yet. Press A and name the one that the question asks about."}
          </p>
        )}
        <ValuesPane stale={<CaseStale store={store} desk={desk} />} />
      </div>
    </section>
  );
}
