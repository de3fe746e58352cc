import { useState } from "react";
import type { ReactElement } from "react";

import { readTyped } from "../../model/case-values";
import type { Supposable, Supposition } from "../../model/what-if";

interface ChangeFormProps {
  readonly choices: readonly Supposable[];
  readonly onAdd: (change: Supposition) => void;
  readonly onClose: () => void;
}

/** One thing otherwise, for one question: a given value, a subsection of the case, or a value in it. */
export function ChangeForm({ choices, onAdd, onClose }: ChangeFormProps): ReactElement {
  const [key, setKey] = useState(choices[0]?.key ?? "");
  const [typed, setTyped] = useState("");
  const chosen = choices.find((one) => one.key === key);
  const read = readTyped(typed, chosen?.type ?? "span");
  const turns = chosen?.typed === null;
  const groups = [...new Set(choices.map((one) => one.group))];
  return (
    <form
      className="dlg-b wi-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === undefined || !(turns || read.ok)) return;
        onAdd(chosen.change(read.ok ? read.value : ""));
        onClose();
      }}
    >
      <label>
        What were otherwise
        <select
          className="inp"
          data-first
          value={key}
          onChange={(event) => {
            setKey(event.target.value);
          }}
        >
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {choices
                .filter((one) => one.group === group)
                .map((one) => (
                  <option key={one.key} value={one.key}>
                    {one.words}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
      {!turns && (
        <label>
          Were
          <input
            className="inp"
            value={typed}
            placeholder={chosen?.typed ?? ""}
            onChange={(event) => {
              setTyped(event.target.value);
            }}
          />
        </label>
      )}
      {!turns && typed !== "" && (
        <p className={read.ok ? "hint" : "hint bad"}>{read.ok ? `Read as ${read.reading}.` : read.say}</p>
      )}
      <button type="submit" className="btn pri" disabled={!turns && !read.ok}>
        Try it <kbd>⏎</kbd>
      </button>
    </form>
  );
}

/** Other facts altogether, for one question. */
export function FactsForm({
  facts,
  onAdd,
  onClose,
}: Pick<ChangeFormProps, "onAdd" | "onClose"> & { facts: string }): ReactElement {
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
