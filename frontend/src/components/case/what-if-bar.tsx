import { useState } from "react";
import type { ReactElement } from "react";

import type { Solved } from "../../api/types";
import { writeTyped, readTyped } from "../../model/case-values";
import type { CaseRow } from "../../model/case-session";
import { sayChange } from "../../model/what-if";
import type { Supposition } from "../../model/what-if";
import { countWords } from "../../text/counting";
import { Dialog } from "../dialog";
import { Icon } from "../icons";
import { TruthChip } from "../truth-chip";

interface WhatIfBarProps {
  readonly changes: readonly Supposition[];
  readonly solved: Solved | undefined;
  readonly root: string;
  readonly engine: "structure" | "program";
  /** The arguments whose given value can be another for once. */
  readonly rows: readonly CaseRow[];
  readonly facts: string;
  readonly onAdd: (change: Supposition) => void;
  readonly onReset: () => void;
}

/** The outcome as a chip; what is neither true nor false is said in words. */
function Outcome({ outcome }: { outcome: string }): ReactElement {
  if (outcome === "true" || outcome === "false") return <TruthChip truth={outcome === "true"} />;
  return <span className="chip">{outcome}</span>;
}

function GivenForm({
  rows,
  onAdd,
  onClose,
}: Pick<WhatIfBarProps, "rows" | "onAdd"> & { onClose: () => void }): ReactElement {
  const [name, setName] = useState(
    rows.find((row) => row.value?.role === "given")?.name ?? rows[0]?.name ?? "",
  );
  const row = rows.find((one) => one.name === name);
  const [typed, setTyped] = useState("");
  const read = readTyped(typed, row?.type ?? "span");
  return (
    <form
      className="dlg-b wi-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!read.ok) return;
        onAdd({ kind: "given", name, from: writeTyped(row?.value?.value) || "no value", to: read.value });
        onClose();
      }}
    >
      <label>
        Argument
        <select
          className="inp"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
          }}
        >
          {rows.map((one) => (
            <option key={one.name}>{one.name}</option>
          ))}
        </select>
      </label>
      <label>
        Were given as
        <input
          data-first
          className="inp"
          value={typed}
          placeholder={writeTyped(row?.value?.value)}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
        />
      </label>
      {typed !== "" && (
        <p className={read.ok ? "hint" : "hint bad"}>{read.ok ? `Read as ${read.reading}.` : read.say}</p>
      )}
      <button type="submit" className="btn pri" disabled={!read.ok}>
        Try it <kbd>⏎</kbd>
      </button>
    </form>
  );
}

function FactsForm({
  facts,
  onAdd,
  onClose,
}: Pick<WhatIfBarProps, "facts" | "onAdd"> & { onClose: () => void }): ReactElement {
  const [typed, setTyped] = useState(facts);
  return (
    <form
      className="dlg-b wi-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== facts) onAdd({ kind: "facts", facts: typed });
        onClose();
      }}
    >
      <label>
        Facts, for this question only
        <textarea
          data-first
          className="inp mono"
          rows={18}
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
        />
      </label>
      <button type="submit" className="btn pri">
        Try it
      </button>
    </form>
  );
}

/** What if: the changes that are tried, and what would follow. Nothing of it is kept. */
export function WhatIfBar(props: WhatIfBarProps): ReactElement {
  const { changes, solved, root, engine } = props;
  const [form, setForm] = useState<"given" | "facts" | null>(null);
  const close = (): void => {
    setForm(null);
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
          setForm("given");
        }}
      >
        Another given value
      </button>
      {engine === "program" && (
        <button
          type="button"
          className="btn sm quiet"
          onClick={() => {
            setForm("facts");
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
      {form === "given" && (
        <Dialog title="What if another value were given" onClose={close}>
          <GivenForm rows={props.rows} onAdd={props.onAdd} onClose={close} />
        </Dialog>
      )}
      {form === "facts" && (
        <Dialog title="What if the facts were other" onClose={close}>
          <FactsForm facts={props.facts} onAdd={props.onAdd} onClose={close} />
        </Dialog>
      )}
    </div>
  );
}
