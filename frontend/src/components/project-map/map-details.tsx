import type { ReactElement } from "react";

import type { MapGraph } from "../../model/map/graph";
import { describeNode } from "../../model/map/graph";

const SHOWN = 24;

interface MapDetailsProps {
  readonly graph: MapGraph;
  readonly node: number | null;
  readonly onActive: (node: number) => void;
  readonly onOpen: (node: number) => void;
}

interface EndsProps extends Pick<MapDetailsProps, "graph" | "onActive"> {
  readonly words: string;
  readonly ends: readonly number[];
}

function Ends({ graph, words, ends, onActive }: EndsProps): ReactElement | null {
  if (ends.length === 0) return null;
  return (
    <div className="pmap-ends">
      <h3>{words}</h3>
      <ul>
        {ends.slice(0, SHOWN).map((end) => (
          <li key={end}>
            <button
              type="button"
              className={graph.nodes[end]?.ghost ? "linkish mono bad" : "linkish mono"}
              onClick={() => {
                onActive(end);
              }}
            >
              {graph.nodes[end]?.printed}
            </button>
          </li>
        ))}
        {ends.length > SHOWN && <li>and {ends.length - SHOWN} more</li>}
      </ul>
    </div>
  );
}

/** The subsection in focus: what it calls and what calls it, to follow from one to the next. */
export function MapDetails({ graph, node, onActive, onOpen }: MapDetailsProps): ReactElement {
  const found = node === null ? undefined : graph.nodes[node];
  if (node === null || found === undefined) {
    return <p className="pmap-details faint">Choose a subsection to see its calls.</p>;
  }
  return (
    <div className="pmap-details">
      <h2>
        <span className="mono">{found.printed}</span> {found.heading}
      </h2>
      <p aria-live="polite">{describeNode(graph, node)}</p>
      <Ends graph={graph} words="Calls" ends={graph.callees[node] ?? []} onActive={onActive} />
      <Ends graph={graph} words="Called by" ends={graph.callers[node] ?? []} onActive={onActive} />
      <button
        type="button"
        className="btn sm"
        onClick={() => {
          onOpen(node);
        }}
      >
        {found.ghost ? "Open what calls it" : `Open ${found.printed}`} <kbd>⏎</kbd>
      </button>
    </div>
  );
}
