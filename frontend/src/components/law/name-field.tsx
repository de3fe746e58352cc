import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactElement } from "react";

import type { Gesture } from "../../model/gestures";
import { MENU } from "../../text/naming";
import type { ProposedName } from "../../text/naming";
import type { Editing } from "../editing";
import { focusSheet } from "./focus-sheet";

interface NameFieldProps {
  readonly editing: Editing;
  /** What it is called, or would be. */
  readonly name: string;
  /** Names to choose from, the likeliest first; none while suggestions are hidden. */
  readonly listed: readonly ProposedName[];
  /** What Enter does, and Escape. */
  readonly words: readonly [string, string];
  /** What the typed name means; null when it changes nothing. */
  readonly onName: (typed: string) => Gesture | null;
}

interface Choice {
  /** What the person typed; null while nothing was. */
  readonly typed: string | null;
  /** The proposed name that ↓ went to, or -1. */
  readonly at: number;
}

/** Returns the names that are shown: all, or those that begin with what was typed. */
function fitting(listed: readonly ProposedName[], typed: string | null): readonly ProposedName[] {
  const begun = (typed ?? "").trim().replace(/\s+/gu, "_").toUpperCase();
  return listed.filter((one) => one.name.toUpperCase().startsWith(begun)).slice(0, MENU);
}

/** The name of an argument while it is typed, with the names that are proposed below. */
export function NameField({ editing, name, listed, words, onName }: NameFieldProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const [{ typed, at }, setChoice] = useState<Choice>({ typed: null, at: -1 });
  const [fault, setFault] = useState("");
  const shown = fitting(listed, typed);
  const value = shown[at]?.name ?? typed ?? name;
  useEffect(() => {
    input.current?.select();
  }, []);
  const end = (): void => {
    editing.store.send({ type: "renameEnded" });
    focusSheet();
  };
  const take = (taken: string): void => {
    const gesture = onName(taken);
    if (gesture !== null && !gesture.ok) {
      setFault(gesture.say);
      return;
    }
    if (gesture !== null) editing.perform(gesture);
    end();
  };
  const press = (event: KeyboardEvent): void => {
    const numbered = typed === null && /^[1-9]$/.test(event.key) ? shown[Number(event.key) - 1] : undefined;
    if (numbered !== undefined) take(numbered.name);
    else if (event.key === "Enter") take(value);
    else if (event.key === "Escape") end();
    else if (event.key === "ArrowDown") setChoice({ typed, at: Math.min(at + 1, shown.length - 1) });
    else if (event.key === "ArrowUp") setChoice({ typed, at: Math.max(at - 1, -1) });
    else return;
    event.preventDefault();
  };
  return (
    <span className="naming">
      <input
        ref={input}
        className="rename"
        role="combobox"
        aria-label={`New name of ${name}`}
        aria-invalid={fault !== ""}
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
        value={value}
        maxLength={80}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setChoice({ typed: event.target.value, at: -1 });
          setFault("");
        }}
        onKeyDown={press}
      />
      {fault === "" ? (
        <span className="dim">
          <kbd>⏎</kbd> {words[0]} <kbd>Esc</kbd> {words[1]}
        </span>
      ) : (
        <span className="fault" role="alert">
          {fault}
        </span>
      )}
      <ul id={list} className="names" role="listbox" aria-label="Proposed names" hidden={shown.length === 0}>
        {shown.map((one, i) => (
          <li
            key={one.name}
            id={`${list}-${i}`}
            role="option"
            aria-selected={i === at}
            onMouseDown={(event) => {
              event.preventDefault();
              take(one.name);
            }}
          >
            <span className="mono">{one.name}</span>
            {typed === null && <kbd>{i + 1}</kbd>}
          </li>
        ))}
      </ul>
    </span>
  );
}
