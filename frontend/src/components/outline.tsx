import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { CSSProperties, KeyboardEvent, ReactElement, RefObject } from "react";
import { Link } from "react-router";

import type { Disputes, OutlineFilter, OutlineRow } from "../model/outline";
import type { MarkState } from "../model/marks";
import { countFilter, makeRows, marksOf, OUTLINE_FILTERS, visibleRows } from "../model/outline";
import { ORDER_WORDS, OUTLINE_ORDERS } from "../model/outline-order";
import type { OutlineOrder } from "../model/outline-order";
import { useSlice } from "../model/store";
import { countWords } from "../text/counting";
import { Icon } from "./icons";
import type { WorkbenchStore } from "./law/subsection";
import { StateMark } from "./state-mark";
import { useWindow } from "./use-window";

export interface Sibling {
  readonly section: string;
  readonly printed: string;
  readonly title: string;
  readonly to: string;
}

interface RowProps {
  readonly row: OutlineRow;
  /** As one text, so that a row is set again only when it looks different. */
  readonly marks: string;
  /** Open suggestions. */
  readonly suggestions: number;
  readonly disputed: boolean;
  /** In an order of its own a row says where it belongs. */
  readonly whole: boolean;
  readonly current: boolean;
  readonly open: boolean;
  readonly onChoose: (label: string) => void;
  readonly onToggle: (label: string) => void;
}

const Row = memo(function Row(props: RowProps): ReactElement {
  const { row, marks, suggestions, current, open, onChoose, onToggle } = props;
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (current) ref.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    // The tree takes the keys for all its rows.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      ref={ref}
      role="treeitem"
      className={row.depth === 0 ? "tree-i sec" : "tree-i"}
      style={{ "--d": props.whole ? 0 : row.depth } as CSSProperties}
      aria-level={row.depth + 1}
      aria-posinset={row.place[0]}
      aria-setsize={row.place[1]}
      aria-selected={current}
      {...(row.hasChildren ? { "aria-expanded": open } : {})}
      tabIndex={current ? 0 : -1}
      data-row={row.label}
      onClick={(event) => {
        const onChevron = event.target instanceof Element && event.target.closest(".chev") !== null;
        if (onChevron) onToggle(row.label);
        else onChoose(row.label);
      }}
    >
      <span title={row.words}>
        {row.depth === 0 && <Icon name="chevron" className="chev" />}
        <span className="e">{props.whole ? row.printed : row.step}</span>
        {row.words}
      </span>
      <span className="ex">
        {suggestions > 0 && (
          <span className="sg" role="img" aria-label={countWords(suggestions, "suggestion")}>
            {suggestions}
          </span>
        )}
        {props.disputed && <StateMark state="dispute" />}
      </span>
      {marks.split(" ").map((mark, index) => (
        <StateMark key={index} state={mark as MarkState} />
      ))}
    </li>
  );
});

const FILTER_WORDS: Readonly<Record<OutlineFilter, string>> = {
  all: "All",
  not_done: "Not done",
  stale: "Stale",
  dispute: "Dispute",
};

const EMPTY_WORDS: Readonly<Record<OutlineFilter, string>> = {
  all: "Nothing here has these words.",
  not_done: "All is done here.",
  stale: "Nothing is stale.",
  dispute: "Nothing is in dispute.",
};

/** Returns the row that a key leads to, or what it opens or closes. */
function moveInTree(
  key: string,
  rows: readonly OutlineRow[],
  at: number,
  closed: ReadonlySet<string>,
): { readonly go?: OutlineRow | undefined; readonly toggle?: string } {
  const row = rows[at];
  if (row === undefined) return {};
  switch (key) {
    case "ArrowDown":
      return { go: rows[at + 1] };
    case "ArrowUp":
      return { go: rows[at - 1] };
    case "Home":
      return { go: rows[0] };
    case "End":
      return { go: rows.at(-1) };
    case "ArrowRight":
      if (!row.hasChildren) return {};
      return closed.has(row.label) ? { toggle: row.label } : { go: rows[at + 1] };
    case "ArrowLeft":
      if (row.hasChildren && !closed.has(row.label)) return { toggle: row.label };
      return { go: rows.find((one) => one.label === row.parent) };
    default:
      return {};
  }
}

interface OutlineProps {
  readonly store: WorkbenchStore;
  readonly title: string;
  readonly before: readonly Sibling[];
  readonly after: readonly Sibling[];
  readonly filter: OutlineFilter;
  readonly onFilter: (filter: OutlineFilter) => void;
  readonly order: OutlineOrder;
  readonly onOrder: (order: OutlineOrder) => void;
  readonly disputes: Disputes;
  /** Takes the labels that are shown, in their order. */
  readonly shownRef?: RefObject<readonly string[]>;
  readonly findRef: RefObject<HTMLInputElement | null>;
  readonly onChosen?: (() => void) | undefined;
}

function Siblings({ siblings }: { siblings: readonly Sibling[] }): ReactElement {
  return (
    <ul className="sibs">
      {siblings.map((one) => (
        <li key={one.section}>
          <Link className="tree-i sec" to={one.to}>
            <span>
              <Icon name="chevron" className="chev" />
              {one.printed} {one.title}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Outline of the statute: find, filter, a tree with one tab stop, and the other statutes around it. */
export function Outline(props: OutlineProps): ReactElement {
  const { store, filter, order, disputes, title, before, after, onFilter, findRef, shownRef, onChosen } =
    props;
  const document = useSlice(store, (state) => state.document);
  const focus = useSlice(store, (state) => state.focus);
  const [search, setSearch] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const tree = useRef<HTMLUListElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const { source, subsections, byLabel } = document;
  const rows = useMemo(
    () => makeRows({ source, subsections, byLabel }, title),
    [source, subsections, byLabel, title],
  );
  const shown = useMemo(
    () => visibleRows(document, rows, { filter, search, closed, order, disputes }),
    [document, rows, filter, search, closed, order, disputes],
  );
  // Counted over the whole statute, so no key waits for it.
  const settled = useDeferredValue(document);
  const counts = useMemo(
    () => new Map(OUTLINE_FILTERS.map((one) => [one, countFilter(settled, rows, one, disputes)])),
    [settled, rows, disputes],
  );
  useEffect(() => {
    if (shownRef) shownRef.current = shown.map((row) => row.label);
  }, [shown, shownRef]);
  const choose = useMemo(
    () => (label: string) => {
      store.send({ type: "subsectionChosen", label });
      onChosen?.();
    },
    [store, onChosen],
  );
  const toggle = useMemo(
    () => (label: string) => {
      setClosed((before) => {
        const after = new Set(before);
        if (!after.delete(label)) after.add(label);
        return after;
      });
    },
    [],
  );
  const at = Math.max(
    0,
    shown.findIndex((row) => row.label === focus),
  );
  const stop = shown[at]?.label ?? null;
  const view = useWindow(pane, tree, shown.length, at);
  const led = useRef(false);
  useEffect(() => {
    if (!led.current || stop === null) return;
    led.current = false;
    tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(stop)}"]`)?.focus();
  }, [stop, view.from]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { go, toggle: turned } = moveInTree(event.key, shown, at, closed);
    if (go === undefined && turned === undefined) return;
    event.preventDefault();
    if (turned !== undefined) toggle(turned);
    if (go === undefined) return;
    led.current = true;
    choose(go.label);
  };
  return (
    <nav className="outline" aria-label="Outline">
      <label className="find">
        <Icon name="search" />
        <span className="sr">Find in outline</span>
        <input
          ref={findRef}
          placeholder="Find in outline"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
          }}
          onKeyDown={(event) => {
            const first = shown[0];
            if (event.key === "Enter" && first !== undefined) choose(first.label);
            if (event.key === "Escape") {
              setSearch("");
              event.currentTarget.blur();
            }
          }}
        />
        <kbd aria-hidden="true">O</kbd>
      </label>
      <div className="filters" role="group" aria-label="Show">
        {OUTLINE_FILTERS.filter((one) => one !== "dispute" || disputes !== null).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={filter === one}
            onClick={() => {
              onFilter(one);
            }}
          >
            {FILTER_WORDS[one]} {one !== "all" && <b>{counts.get(one)}</b>}
          </button>
        ))}
      </div>
      <label className="order">
        <span className="sr">Order of the outline</span>
        <select
          value={order}
          onChange={(event) => {
            const chosen = OUTLINE_ORDERS.find((one) => one === event.target.value);
            if (chosen !== undefined) props.onOrder(chosen);
          }}
        >
          {OUTLINE_ORDERS.map((one) => (
            <option key={one} value={one}>
              {ORDER_WORDS[one]}
            </option>
          ))}
        </select>
      </label>
      <div className="pane tree-p" ref={pane}>
        <div className="tree-h" aria-hidden="true">
          <span>Subsection</span>
          <span />
          <abbr title="Spans">Sp</abbr>
          <abbr title="Coreference">Co</abbr>
          <abbr title="Clause">Cl</abbr>
          <abbr title="Cases">Ca</abbr>
        </div>
        <Siblings siblings={before} />
        <ul
          className="tree"
          role="tree"
          aria-label="Subsections"
          ref={tree}
          onKeyDown={onKeyDown}
          tabIndex={-1}
          style={
            view.before + view.after > 0 ? { paddingBlock: `${view.before}px ${view.after}px` } : undefined
          }
        >
          {shown.slice(view.from, view.to).map((row) => (
            <Row
              key={row.label}
              row={row}
              marks={marksOf(document, row.label).join(" ")}
              suggestions={document.suggested.get(row.label)?.length ?? 0}
              disputed={disputes?.has(row.label) ?? false}
              whole={order !== "document"}
              current={row.label === stop}
              open={!closed.has(row.label)}
              onChoose={choose}
              onToggle={toggle}
            />
          ))}
        </ul>
        {shown.length === 0 && (
          <p className="empty-tree">{EMPTY_WORDS[search.trim() === "" ? filter : "all"]}</p>
        )}
        <Siblings siblings={after} />
      </div>
      <div className="legend" aria-hidden="true">
        <span>
          <StateMark state="none" silent /> not started
        </span>
        <span>
          <StateMark state="accepted" silent /> accepted
        </span>
        <span>
          <StateMark state="in_progress" silent /> in progress
        </span>
        <span>
          <StateMark state="empty" silent /> nothing to mark
        </span>
        <span>
          <StateMark state="submitted" silent /> submitted
        </span>
        <span>
          <StateMark state="returned" silent /> returned
        </span>
        <span>
          <StateMark state="stale" silent /> stale
        </span>
        {disputes !== null && (
          <span>
            <StateMark state="dispute" silent /> in dispute
          </span>
        )}
      </div>
    </nav>
  );
}
