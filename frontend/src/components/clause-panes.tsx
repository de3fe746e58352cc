import type { ReactElement } from "react";

import { ClauseGraph } from "./clause-graph/clause-graph";
import type { GraphProps } from "./clause-graph/clause-graph";
import { Wires } from "./clause-graph/wires";

/** Puts the focus into the graph or the wires: the keys G and W of the clause's screen. */
export function focusPane(pane: "graph" | "wires"): void {
  const inside = pane === "graph" ? ".clause-pane .cg-graph" : ".clause-pane .cw-calls";
  document.querySelector<HTMLElement>(inside)?.focus();
}

interface ClausePanesProps extends GraphProps {
  /** The text cannot be read now; what is shown is the clause as it was before. */
  readonly stale: boolean;
}

/** The views beside the text of a clause: its graph, and the wires to what it calls. */
export function ClausePanes({ stale, ...props }: ClausePanesProps): ReactElement {
  return (
    <>
      <section className="cell clause-pane" aria-label="Clause as graph" data-stale={stale || undefined}>
        <div className="pane-h">
          <h2 className="eyebrow">Graph</h2>
          <span className="dim" role="status">
            {stale
              ? "the text cannot be read; this is the clause before"
              : props.readOnly
                ? "the same clause"
                : "the same clause; edit either"}
          </span>
          <span className="grow" />
          <kbd>G</kbd>
        </div>
        <ClauseGraph {...props} />
      </section>
      <section className="cell clause-pane wires" aria-label="Wires" data-stale={stale || undefined}>
        <div className="pane-h">
          <h2 className="eyebrow">Wires</h2>
          <span className="grow" />
          <kbd>W</kbd>
        </div>
        <Wires project={props.project} layer={props.layer} term={props.term} />
      </section>
    </>
  );
}
