import { useMemo, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent, ReactElement } from "react";

import type { LayerChoice } from "../../api/types";
import { callsOf, showLabel, showName } from "../../model/clauses";
import type { Term } from "../../model/clauses";
import {
  addCall,
  connect,
  group,
  moveNode,
  negate,
  nodeAt,
  parentOf,
  pathsOf,
  removeNode,
  setOperator,
  ungroup,
} from "../../model/clauses/edit";
import type { Changed, Path } from "../../model/clauses/edit";
import { describeBox, keyOf, layoutClause } from "../../model/clauses/graph-layout";
import { lookOf as lookOfNumber } from "../../text/numbering";
import type { ClausePaneProps } from "../clause-editor/pane";
import { AddCall } from "./add-call";
import { Connections } from "./connections";
import { HeadBox, NodeBox, Wire } from "./drawing";
import type { LookOfName } from "./drawing";

export interface GraphProps extends ClausePaneProps {
  readonly layer: LayerChoice;
}

/** More than anybody reads in a drawing, and slow to lay out. */
const MOST_CALLS = 250;

type Act = (term: Term, path: Path) => Changed;

/** Each change by its key, its words for the button, and what is said when it is done. */
const ACTS: readonly { keys: readonly string[]; key: string; words: string; done: string; act: Act }[] = [
  { keys: ["&"], key: "&", words: "AND", done: "set to AND", act: (t, p) => setOperator(t, p, "and") },
  { keys: ["|"], key: "|", words: "OR", done: "set to OR", act: (t, p) => setOperator(t, p, "or") },
  { keys: ["!"], key: "!", words: "Negate", done: "negated, or no longer", act: negate },
  { keys: ["b"], key: "B", words: "Group", done: "grouped with its neighbour", act: group },
  { keys: ["u"], key: "U", words: "Ungroup", done: "ungrouped", act: ungroup },
  {
    keys: ["Alt+ArrowUp"],
    key: "Alt ↑",
    words: "Move up",
    done: "moved up",
    act: (t, p) => moveNode(t, p, -1),
  },
  {
    keys: ["Alt+ArrowDown"],
    key: "Alt ↓",
    words: "Move down",
    done: "moved down",
    act: (t, p) => moveNode(t, p, 1),
  },
  { keys: ["Backspace", "Delete"], key: "⌫", words: "Remove", done: "removed", act: removeNode },
];

function samePath(one: Path, two: Path): boolean {
  return keyOf(one) === keyOf(two);
}

/** Returns the path that an arrow leads to, along the wires. */
function walk(term: Term, path: Path, key: string): Path | null {
  const paths = pathsOf(term.body);
  const at = paths.findIndex((one) => samePath(one, path));
  const node = nodeAt(term.body, path);
  switch (key) {
    case "ArrowLeft":
      return parentOf(path);
    case "ArrowRight":
      return node !== null && node.op !== "call" ? [...path, 0] : null;
    case "ArrowUp":
      return paths[at - 1] ?? null;
    case "ArrowDown":
      return paths[at + 1] ?? null;
    case "Home":
      return paths[0] ?? null;
    case "End":
      return paths.at(-1) ?? null;
    default:
      return null;
  }
}

/** The clause as boxes, gates and wires; every change is one `onChange`. */
export function ClauseGraph(props: GraphProps): ReactElement {
  const { term, names, readOnly, onChange, onOpen } = props;
  const [chosen, setChosen] = useState<Path>([]);
  const [adding, setAdding] = useState(false);
  const [said, setSaid] = useState("");
  const [large, setLarge] = useState(false);
  const tree = useRef<SVGSVGElement>(null);
  const taken = useRef<string | null>(null);
  const calls = useMemo(() => callsOf(term?.body ?? null).length, [term]);
  const layout = useMemo(
    () => (term === null || calls > MOST_CALLS ? null : layoutClause(term)),
    [term, calls],
  );
  const lookOf: LookOfName = useMemo(() => {
    const numbers = new Map(names.map((one) => [one.name.toUpperCase(), one.number]));
    return (name) => {
      const number = numbers.get(name) ?? null;
      return { number, look: number === null ? "none" : lookOfNumber(number) };
    };
  }, [names]);
  if (calls > MOST_CALLS) {
    return <p className="cg-none">{calls} calls are too many to draw. The text has them all.</p>;
  }
  if (term === null || layout === null) {
    return <p className="cg-none">Write the clause as text first; the graph follows.</p>;
  }
  const path = nodeAt(term.body, chosen) === null ? [] : chosen;
  const node = nodeAt(term.body, path);
  const change = (changed: Changed, words: string): void => {
    if (changed.term === term) {
      setSaid("Nothing to change here.");
      return;
    }
    setChosen(changed.path ?? []);
    setSaid(words);
    onChange(changed.term);
  };
  const run = (one: (typeof ACTS)[number]): void => {
    if (node !== null) change(one.act(term, path), `${describeBox(node)}: ${one.done}`);
  };
  const leaveForm = (): void => {
    setAdding(false);
    tree.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    const name =
      (event.altKey ? "Alt+" : "") + (event.key.length === 1 ? event.key.toLowerCase() : event.key);
    const act = readOnly ? undefined : ACTS.find((one) => one.keys.includes(name));
    const to = event.altKey ? null : walk(term, path, event.key);
    if (act !== undefined) run(act);
    else if (to !== null) setChosen(to);
    else if (name === "a" && !readOnly) setAdding(true);
    else if (name === "p" && !readOnly) document.querySelector<HTMLElement>(".cg-conn select")?.focus();
    else if (name === "0") setLarge(!large);
    else if (name === "Enter" && node?.op === "call") onOpen(node.label);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const take = (name: string, event: PointerEvent): void => {
    if (readOnly) return;
    taken.current = name;
    event.preventDefault();
  };
  const drop = (event: PointerEvent): void => {
    const name = taken.current;
    taken.current = null;
    const target = event.target instanceof Element ? event.target.closest("[data-path]") : null;
    const steps = target?.getAttribute("data-path");
    if (name === null || steps == null) return;
    const onto = steps === "" ? [] : steps.split(".").map(Number);
    change(connect(term, onto, name, name), `${showName(name)} passed`);
    setChosen(onto);
  };
  return (
    <div className="cg">
      <div className="cg-tools" role="toolbar" aria-label="Change the graph">
        {!readOnly && (
          <button
            type="button"
            className="btn sm quiet"
            onClick={() => {
              setAdding(true);
            }}
          >
            Add call <kbd>A</kbd>
          </button>
        )}
        {!readOnly &&
          ACTS.map((one) => (
            <button
              key={one.words}
              type="button"
              className="btn sm quiet"
              disabled={node === null}
              onClick={() => {
                run(one);
              }}
            >
              {one.words} <kbd>{one.key}</kbd>
            </button>
          ))}
        <button
          type="button"
          className="btn sm quiet"
          aria-pressed={large}
          onClick={() => {
            setLarge(!large);
          }}
        >
          {large ? "Fit" : "Full size"} <kbd>0</kbd>
        </button>
      </div>
      {adding && (
        <AddCall
          project={props.project}
          layer={props.layer}
          head={term.head.arguments.map((argument) => argument.name)}
          onAdd={(call) => {
            change(addCall(term, path, call), `${showLabel(call.label)} added`);
            leaveForm();
          }}
          onClose={leaveForm}
        />
      )}
      <div className={large ? "cg-wrap large" : "cg-wrap"}>
        {/* The tree takes the keys for all its items. */}
        <svg
          ref={tree}
          className="cg-graph"
          role="tree"
          aria-label={`Graph of the clause of ${showLabel(term.head.label)}`}
          aria-activedescendant={term.body === null ? undefined : `cg-${keyOf(path)}`}
          tabIndex={0}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          width={layout.width}
          height={layout.height}
          onKeyDown={onKeyDown}
          onPointerUp={drop}
        >
          {layout.wires.map((wire) => (
            <Wire key={wire.key} wire={wire} lookOf={lookOf} />
          ))}
          {layout.boxes.map((box) =>
            box.path === null ? (
              <HeadBox key={box.key} box={box} term={term} lookOf={lookOf} onTake={take} />
            ) : (
              <NodeBox
                key={box.key}
                box={box}
                layout={layout}
                current={samePath(box.path, path)}
                lookOf={lookOf}
                onChoose={setChosen}
                onOpen={onOpen}
              />
            ),
          )}
        </svg>
      </div>
      {node?.op === "call" && (
        <Connections
          key={keyOf(path)}
          project={props.project}
          layer={props.layer}
          call={node}
          head={term.head.arguments.map((argument) => argument.name)}
          readOnly={readOnly}
          onConnect={(name, passed) => {
            const words = passed === null ? "no longer passed" : `is given ${showName(passed)}`;
            change(connect(term, path, name, passed), `${showName(name)} ${words}`);
          }}
        />
      )}
      <p className="sr" role="status">
        {said}
      </p>
    </div>
  );
}
