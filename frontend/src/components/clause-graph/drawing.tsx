import type { PointerEvent, ReactElement } from "react";

import type { Path } from "../../model/clauses/edit";
import type { ClauseLayout, GraphBox, GraphWire } from "../../model/clauses/graph-layout";
import { describeBox, HEAD_LINE, passedWords } from "../../model/clauses/graph-layout";
import type { Term } from "../../model/clauses";
import { showLabel, showName } from "../../model/clauses";

const SPREAD = 4.2;

export type LookOfName = (name: string) => { readonly look: string; readonly number: number | null };

function spread(index: number, count: number): number {
  return (index - (count - 1) / 2) * Math.min(SPREAD, 22 / Math.max(1, count));
}

/** A bundle: one line for each argument that goes this way. */
export function Wire({ wire, lookOf }: { wire: GraphWire; lookOf: LookOfName }): ReactElement {
  const { from, onto, names } = wire;
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
  const [x2, y2] = [onto.x, onto.y + onto.height / 2];
  const bend = Math.max(18, (x2 - x1) / 2);
  const lines = names.length === 0 ? [null] : names;
  return (
    <g aria-hidden="true">
      {lines.map((name, index) => {
        const dy = spread(index, lines.length);
        const look = name === null ? "none" : lookOf(name).look;
        return (
          <path
            key={name ?? ""}
            className={`w ${look}`}
            d={`M${x1},${y1 + dy} C${x1 + bend},${y1 + dy} ${x2 - bend},${y2 + dy} ${x2},${y2 + dy}`}
          />
        );
      })}
      {onto.node?.op === "call" &&
        names.map((name, index) => {
          const { look, number } = lookOf(name);
          const x = x2 - 10 - (names.length - index) * 19;
          return (
            number !== null && (
              <g key={name} className={`lb ${look}`}>
                <rect x={x} y={y2 - 26} width={16} height={15} rx={3} />
                <text x={x + 8} y={y2 - 14.8} textAnchor="middle">
                  {number}
                </text>
              </g>
            )
          );
        })}
    </g>
  );
}

interface HeadProps {
  readonly box: GraphBox;
  readonly term: Term;
  readonly lookOf: LookOfName;
  readonly onTake: (name: string, event: PointerEvent) => void;
}

/** The clause's own box with its arguments; drag one onto a call to pass it. */
export function HeadBox({ box, term, lookOf, onTake }: HeadProps): ReactElement {
  return (
    <g className="call head" aria-hidden="true">
      <rect x={box.x} y={box.y} width={box.width} height={box.height} rx={5} />
      <text className="pn" x={box.x + 12} y={box.y + 21}>
        {showLabel(term.head.label)}
      </text>
      {term.head.arguments.map(({ name }, index) => {
        const { look, number } = lookOf(name);
        return (
          <text
            key={`${name}${index}`}
            className={`as port ${look}`}
            x={box.x + 12}
            y={box.y + 42 + index * HEAD_LINE}
            onPointerDown={(event) => {
              onTake(name, event);
            }}
          >
            {number !== null && <tspan className="nn">{number} </tspan>}
            <tspan>{showName(name)}</tspan>
          </text>
        );
      })}
    </g>
  );
}

interface NodeProps {
  readonly box: GraphBox;
  readonly layout: ClauseLayout;
  readonly current: boolean;
  readonly lookOf: LookOfName;
  readonly onChoose: (path: Path) => void;
  readonly onOpen: (label: string) => void;
}

/** A call or a gate: one item of the tree. */
export function NodeBox({ box, layout, current, lookOf, onChoose, onOpen }: NodeProps): ReactElement | null {
  const { node, path } = box;
  if (node === null || path === null) return null;
  const parent = layout.boxes.find(
    (one) =>
      one.path !== null &&
      one.path.length === path.length - 1 &&
      one.path.every((step, at) => step === path[at]),
  );
  const brothers = parent?.node && parent.node.op !== "call" ? parent.node.items.length : 1;
  return (
    <g
      id={`cg-${box.key}`}
      role="treeitem"
      aria-level={path.length + 1}
      aria-setsize={brothers}
      aria-posinset={(path.at(-1) ?? 0) + 1}
      aria-selected={current}
      aria-label={describeBox(node)}
      data-path={path.join(".")}
      className={`${node.op === "call" ? "call" : "gate"}${current ? " now" : ""}`}
      onClick={() => {
        onChoose(path);
      }}
      onDoubleClick={() => {
        if (node.op === "call") onOpen(node.label);
      }}
    >
      <rect x={box.x} y={box.y} width={box.width} height={box.height} rx={node.op === "call" ? 5 : 14} />
      {node.op === "call" ? (
        <>
          <text className="pn" x={box.x + 12} y={box.y + 19}>
            {showLabel(node.label)}
          </text>
          <text className="as" x={box.x + 12} y={box.y + 37}>
            {passedWords(node).map(({ words, passed }, index) => (
              <tspan key={index} className={lookOf(passed).look} dx={index === 0 ? 0 : 7}>
                {words}
              </tspan>
            ))}
          </text>
        </>
      ) : (
        <text x={box.x + box.width / 2} y={box.y + 18}>
          {node.op.toUpperCase()}
        </text>
      )}
    </g>
  );
}
