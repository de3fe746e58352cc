import { useState } from "react";
import type { ReactElement } from "react";

import type { Solved } from "../../api/types";
import { sayChange } from "../../model/what-if";
import type { Supposable, Supposition } from "../../model/what-if";
import { countWords } from "../../text/counting";
import { Dialog } from "../dialog";
import { Icon } from "../icons";
import { TruthChip } from "../truth-chip";
import { focusCaseText } from "./focus";
import { ChangeForm, FactsForm } from "./what-if-forms";

interface WhatIfBarProps {
  readonly changes: readonly Supposition[];
  readonly solved: Solved | undefined;
  readonly root: string;
  readonly engine: "structure" | "program";
  /** What can be otherwise for once. */
  readonly choices: readonly Supposable[];
  /** Whether the form for one more change is open. */
  readonly asking: boolean;
  readonly onAsking: (asking: boolean) => void;
  readonly facts: string;
  readonly onAdd: (change: Supposition) => void;
  readonly onReset: () => void;
}

/** The outcome as a chip; what is neither true nor false is said in words. */
function Outcome({ outcome }: { outcome: string }): ReactElement {
  if (outcome === "true" || outcome === "false") return <TruthChip truth={outcome === "true"} />;
  return <span className="chip">{outcome}</span>;
}

/** What if: the changes that are tried, and what would follow. Nothing of it is kept. */
export function WhatIfBar(props: WhatIfBarProps): ReactElement {
  const { changes, solved, root, engine } = props;
  const [other, setOther] = useState(false);
  const close = (): void => {
    setOther(false);
    props.onAsking(false);
    focusCaseText();
  };
  const tried = changes.length > 0;
  return (
    <div className="whatif" role="group" aria-label="What if">
      <span className="wi-h">
        <Icon name="bulb" /> What if
      </span>
      {changes.map((one) => {
        const [what, from, to] = sayChange(one);
        return (
          <span className="fld" key={`${one.kind} ${what}`} title={what}>
            <span className="what">{what}</span> <s>{from}</s> {to}
          </span>
        );
      })}
      <button
        type="button"
        className="btn sm quiet"
        onClick={() => {
          props.onAsking(true);
        }}
      >
        <Icon name="plus" /> {engine === "program" ? "a given value" : "a value or a subsection"}{" "}
        <kbd>⇧W</kbd>
      </button>
      {engine === "program" && (
        <button
          type="button"
          className="btn sm quiet"
          onClick={() => {
            setOther(true);
          }}
        >
          Other facts
        </button>
      )}
      {!tried && (
        <span className="dim wide">
          <kbd>W</kbd> turns the node in focus
        </span>
      )}
      {tried && solved?.base && (
        <span className="solved">
          <span className="dim wide">then</span> <span className="mono">{root}</span>{" "}
          <Outcome outcome={solved.outcome} />
          <span className="dim">
            {solved.base.outcome === solved.outcome ? "as before" : `was ${solved.base.outcome}`},{" "}
            {solved.changed.length === 0
              ? "nothing else changes"
              : `${countWords(solved.changed.length, "step")} changed`}
          </span>
          <span className="dim wide">tried, not saved</span>
        </span>
      )}
      {tried && (
        <button type="button" className={solved?.base ? "btn sm" : "btn sm end"} onClick={props.onReset}>
          Reset <kbd>Esc</kbd>
        </button>
      )}
      {props.asking && (
        <Dialog title="What if it were otherwise" onClose={close}>
          <ChangeForm choices={props.choices} onAdd={props.onAdd} onClose={close} />
        </Dialog>
      )}
      {other && (
        <Dialog title="What if the facts were other" onClose={close}>
          <FactsForm facts={props.facts} onAdd={props.onAdd} onClose={close} />
        </Dialog>
      )}
    </div>
  );
}
