import { useId, useState } from "react";
import type { KeyboardEvent, ReactElement } from "react";

import type { CaseSubsection } from "../../api/types";
import { Dialog } from "../dialog";

interface AddSubsectionProps {
  readonly typed: string;
  readonly found: readonly CaseSubsection[];
  readonly problem: string | null;
  readonly onType: (typed: string) => void;
  readonly onAdd: (subsection: CaseSubsection) => void;
  readonly onClose: () => void;
}

/** Type any spelling of a subsection, or words of its heading; Enter applies it to the case. */
export function AddSubsection(props: AddSubsectionProps): ReactElement {
  const { typed, found, problem, onType, onAdd, onClose } = props;
  const id = useId();
  const [at, setAt] = useState(0);
  const here = Math.min(at, found.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") setAt(Math.min(here + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(here - 1, 0));
    else if (event.key === "Enter") {
      const chosen = found[here];
      if (chosen !== undefined) onAdd(chosen);
    } else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Add a subsection to this case" onClose={onClose}>
      <div className="goto">
        <input
          data-first
          className="inp"
          role="combobox"
          aria-label="Subsection"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${here}` : undefined}
          placeholder="12(c), s12_c, or words of its heading"
          value={typed}
          onChange={(event) => {
            setAt(0);
            onType(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul className="opts" role="listbox" id={`${id}-list`} aria-label="Subsections">
        {found.map((one, index) => (
          // The field above takes the keys for all options.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={one.label}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === here}
            tabIndex={-1}
            onClick={() => {
              onAdd(one);
            }}
          >
            <span className="mono">{one.printed}</span>
            <span className="dim">
              {one.heading ||
                one.arguments.map((argument) => argument.name).join(", ") ||
                "nothing marked in it yet"}
            </span>
          </li>
        ))}
      </ul>
      {problem !== null && <p className="opts-none">{problem}</p>}
      {problem === null && found.length === 0 && <p className="opts-none">No subsection has this name.</p>}
    </Dialog>
  );
}
