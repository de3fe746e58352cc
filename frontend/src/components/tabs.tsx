import { useRef } from "react";
import type { KeyboardEvent, ReactElement } from "react";

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly words: string;
  readonly count?: number | undefined;
}

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly id: string;
  readonly tabs: readonly Tab<Name>[];
  readonly current: Name;
  readonly onChoose: (name: Name) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** A row of tabs with one tab stop; arrows move along it. The panel has the id `${id}-panel`. */
export function Tabs<Name extends string>(props: TabsProps<Name>): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = props.tabs.findIndex((tab) => tab.name === props.current);
    const next = props.tabs[(at + step + props.tabs.length) % props.tabs.length];
    if (next === undefined) return;
    props.onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`#${props.id}-${next.name}`)?.focus();
  };
  return (
    <div
      className="tabs"
      role="tablist"
      aria-label={props.label}
      ref={list}
      onKeyDown={onKeyDown}
      tabIndex={-1}
    >
      {props.tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          role="tab"
          id={`${props.id}-${tab.name}`}
          aria-controls={`${props.id}-panel`}
          aria-selected={tab.name === props.current}
          tabIndex={tab.name === props.current ? 0 : -1}
          onClick={() => {
            props.onChoose(tab.name);
          }}
        >
          {tab.words} {tab.count !== undefined && <span className="n">{tab.count}</span>}
        </button>
      ))}
    </div>
  );
}
