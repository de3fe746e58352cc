import { useId, useRef } from "react";
import type { CSSProperties, KeyboardEvent, ReactElement } from "react";

import type { ChangedStep } from "../../api/types";
import {
  keyOf,
  listRows,
  moveInTree,
  setOpen,
  stepName,
  stepValues,
  wantedItems,
} from "../../model/derivation";
import type { Tree, TreeMove, TreeRow } from "../../model/derivation";
import { formatCount } from "../../text/counting";
import { Icon } from "../icons";
import { useWindow } from "../use-window";

/** Every row of the tree is as high as this, so that thousands need not be set. */
const ROW = 40;
const MOVES: Readonly<Record<string, TreeMove>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "first",
  End: "last",
};
const OPERATORS: ReadonlySet<string> = new Set(["and", "or", "not"]);
const LOOKS: Readonly<Record<string, string>> = { true: "t", false: "f", unknown: "u" };

interface StepTreeProps {
  readonly tree: Tree;
  readonly changed: readonly ChangedStep[];
  readonly label: string;
  readonly onTree: (tree: Tree) => void;
  /** Asks for the items below a step, from this one on. */
  readonly onWanted: (key: string, offset: number) => void;
  /** Shows the step's subsection and evidence. */
  readonly onShow: (key: string) => void;
}

function Sign({ truth }: { truth: string }): ReactElement {
  return (
    <span className="bx" aria-hidden="true">
      {truth === "unknown" ? "?" : <Icon name={truth === "true" ? "check" : "cross"} />}
    </span>
  );
}

function Name({ row }: { row: TreeRow }): ReactElement {
  const { step } = row;
  const values = stepValues(step);
  const operator = OPERATORS.has(step.kind);
  const named = !operator || step.label !== null;
  const line = step.note || (step.file === null ? "" : `${step.file}, line ${step.line ?? 0}`);
  return (
    <div className="nd-n">
      <div className="row">
        {operator && <span className="op">{step.kind.toUpperCase()}</span>}
        {named && <span className="pn">{operator ? `§${step.label ?? ""}` : stepName(step)}</span>}
      </div>
      {(values.length > 0 || line !== "") && (
        <div className="wv">
          {values.map(([name, words]) => (
            <span key={name}>
              {name} <b>{words}</b>{" "}
            </span>
          ))}
          {line}
        </div>
      )}
    </div>
  );
}

/** A derivation: arrow keys open and close, and only the rows in sight are set. */
export function StepTree(props: StepTreeProps): ReactElement {
  const { tree, changed, onTree, onWanted, onShow } = props;
  const id = useId();
  const pane = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const rows = listRows(tree);
  const at = rows.findIndex((row) => row.key === tree.current);
  const sight = useWindow(pane, list, rows.length, at, ROW);
  const before = new Map(changed.map((one) => [keyOf(one.path ?? []), one.before]));
  const openRow = (row: TreeRow): void => {
    const wanted = wantedItems(tree, row);
    if (wanted !== null) onWanted(wanted.key, wanted.offset);
    else onTree(setOpen({ ...tree, current: row.key }, row, !row.isOpen));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[at];
    const move = MOVES[event.key];
    if (event.key === "Enter" && row !== undefined) {
      if (row.more > 0) openRow(row);
      else onShow(row.key);
    } else if (move === "right" && row !== undefined && !row.isOpen && wantedItems(tree, row) !== null)
      openRow(row);
    else if (move !== undefined) {
      const next = moveInTree(tree, move);
      onTree(next);
      const to = listRows(next).findIndex((one) => one.key === next.current);
      const element = document.getElementById(`${id}-${next.current ?? ""}`);
      if (to >= 0) element?.scrollIntoView({ block: "nearest" });
    } else return;
    event.preventDefault();
  };
  return (
    <div
      className="pane grow tree2"
      role="tree"
      id="derivation-tree"
      tabIndex={0}
      ref={pane}
      aria-label={props.label}
      aria-activedescendant={tree.current === null ? undefined : `${id}-${tree.current}`}
      onKeyDown={onKeyDown}
    >
      <div role="none" ref={list} style={{ paddingTop: sight.before, paddingBottom: sight.after }}>
        {rows.slice(sight.from, sight.to).map((row) => {
          const { step } = row;
          if (row.more > 0)
            return (
              <div
                key={`more ${row.key}`}
                id={`${id}-${row.key}`}
                role="treeitem"
                aria-level={row.depth + 1}
                aria-selected={row.key === tree.current}
                className={`nd more last${row.key === tree.current ? " cur" : ""}`}
                style={{ "--d": Math.min(row.depth, 12) } as CSSProperties}
              >
                <span />
                <button
                  type="button"
                  tabIndex={-1}
                  className="btn sm"
                  onClick={() => {
                    openRow(row);
                  }}
                >
                  {formatCount(row.more)} more
                </button>
              </div>
            );
          const was = before.get(row.key);
          return (
            // The tree takes the keys for all its items.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={row.key}
              id={`${id}-${row.key}`}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.depth + 1}
              aria-selected={row.key === tree.current}
              aria-expanded={step.count > 0 ? row.isOpen : undefined}
              className={`nd ${LOOKS[step.truth] ?? "u"}${row.depth === 0 ? " root" : ""}${row.isLast ? " last" : ""}${
                row.key === tree.current ? " cur" : ""
              }${before.has(row.key) ? " chg" : ""}`}
              style={{ "--d": Math.min(row.depth, 12) } as CSSProperties}
              onClick={() => {
                onTree({ ...tree, current: row.key });
                onShow(row.key);
                pane.current?.focus({ preventScroll: true });
              }}
            >
              <Sign truth={step.truth} />
              <Name row={row} />
              <span className="res">
                {was != null && was !== step.truth && <s>{was}</s>} {step.truth}
                {step.count === 0 && <span className="tw-0" />}
                {step.count > 0 && (
                  <button
                    type="button"
                    tabIndex={-1}
                    className={row.isOpen ? "tw open" : "tw"}
                    aria-label={row.isOpen ? "Close" : `Open, ${formatCount(step.count)} below`}
                    onClick={(event) => {
                      event.stopPropagation();
                      openRow(row);
                    }}
                  >
                    <Icon name="chevron" />
                  </button>
                )}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
