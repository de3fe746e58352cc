import { useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactElement } from "react";

import { Dialog } from "./dialog";

export interface Destination {
  readonly key: string;
  readonly name: string;
  readonly words: string;
  readonly to: string;
}

interface GoToProps {
  readonly typed: string;
  readonly destinations: readonly Destination[];
  readonly onType: (typed: string) => void;
  readonly onGo: (to: string) => void;
  readonly onClose: () => void;
}

/** Type any spelling of a label or a case's name; Enter goes there. */
export function GoTo({ typed, destinations, onType, onGo, onClose }: GoToProps): ReactElement {
  const id = useId();
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const here = Math.min(at, destinations.length - 1);
  const move = (to: number): void => {
    setAt(to);
    list.current?.children[to]?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") move(Math.min(here + 1, destinations.length - 1));
    else if (event.key === "ArrowUp") move(Math.max(here - 1, 0));
    else if (event.key === "Enter") {
      const chosen = destinations[here];
      if (chosen !== undefined) onGo(chosen.to);
    } else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <div className="goto">
        <input
          data-first
          className="inp"
          role="combobox"
          aria-label="Subsection or case"
          aria-expanded={destinations.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={destinations.length > 0 ? `${id}-${here}` : undefined}
          placeholder="12(b)(3), s12_b_3, or a case"
          value={typed}
          onChange={(event) => {
            setAt(0);
            onType(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul className="opts" role="listbox" id={`${id}-list`} aria-label="Destinations" ref={list}>
        {destinations.map((one, index) => (
          // The field above takes the keys for all options.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={one.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === here}
            tabIndex={-1}
            onClick={() => {
              onGo(one.to);
            }}
          >
            <span className="mono">{one.name}</span>
            <span className="dim">{one.words}</span>
          </li>
        ))}
      </ul>
      {destinations.length === 0 && <p className="opts-none">Nothing here has this name.</p>}
    </Dialog>
  );
}
