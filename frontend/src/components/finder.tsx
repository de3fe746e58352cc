import { useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactElement } from "react";

import { Dialog } from "./dialog";

export interface Option {
  readonly key: string;
  readonly name: string;
  readonly words: string;
}

interface FinderProps<O extends Option> {
  readonly title: string;
  /** What is typed into the field, and what stands below it. */
  readonly label: string;
  readonly listed: string;
  readonly placeholder: string;
  readonly typed: string;
  readonly options: readonly O[];
  /** Said when there is nothing to choose, or something is wrong. */
  readonly note: string | null;
  readonly onType: (typed: string) => void;
  readonly onChoose: (option: O) => void;
  readonly onClose: () => void;
}

/** A field and what it finds: the arrows move, Enter or a click chooses. */
export function Finder<O extends Option>(props: FinderProps<O>): ReactElement {
  const { options, onType, onChoose } = props;
  const id = useId();
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const here = Math.min(at, options.length - 1);
  const move = (to: number): void => {
    setAt(to);
    list.current?.children[to]?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") move(Math.min(here + 1, options.length - 1));
    else if (event.key === "ArrowUp") move(Math.max(here - 1, 0));
    else if (event.key === "Enter") {
      const chosen = options[here];
      if (chosen !== undefined) onChoose(chosen);
    } else return;
    event.preventDefault();
  };
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <div className="goto">
        <input
          data-first
          className="inp"
          role="combobox"
          aria-label={props.label}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={options.length > 0 ? `${id}-${here}` : undefined}
          placeholder={props.placeholder}
          value={props.typed}
          onChange={(event) => {
            setAt(0);
            onType(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul className="opts" role="listbox" id={`${id}-list`} aria-label={props.listed} ref={list}>
        {options.map((one, index) => (
          // The field above takes the keys for all options.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={one.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === here}
            tabIndex={-1}
            onClick={() => {
              onChoose(one);
            }}
          >
            <span className="mono">{one.name}</span>
            <span className="dim">{one.words}</span>
          </li>
        ))}
      </ul>
      {props.note !== null && <p className="opts-none">{props.note}</p>}
    </Dialog>
  );
}
