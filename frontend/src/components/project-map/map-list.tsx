import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactElement } from "react";

import type { MapGraph } from "../../model/map/graph";
import { describeNode } from "../../model/map/graph";

const ROW = 30;
const AROUND = 12;

interface MapListProps {
  readonly graph: MapGraph;
  readonly found: readonly number[];
  readonly active: number | null;
  readonly onActive: (node: number) => void;
  readonly onOpen: (node: number) => void;
}

/** Returns the place in the list that a key leads to, or null when it is not for the list. */
function placeByKey(key: string, at: number, count: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: Math.max(0, at - 1),
    PageDown: at + 10,
    PageUp: Math.max(0, at - 10),
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  return to === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, to));
}

/** Every subsection that passes the filter, as a list: the map for keys and screen readers. */
export function MapList({ graph, found, active, onActive, onOpen }: MapListProps): ReactElement {
  const ref = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const at = active === null ? -1 : found.indexOf(active);
  useEffect(() => {
    const list = ref.current;
    if (!list) return undefined;
    const sizes = new ResizeObserver(() => {
      setHeight(list.clientHeight);
    });
    sizes.observe(list);
    return () => {
      sizes.disconnect();
    };
  }, []);
  useEffect(() => {
    const list = ref.current;
    if (!list || at < 0) return;
    if (at * ROW < list.scrollTop) list.scrollTop = at * ROW;
    if ((at + 1) * ROW > list.scrollTop + list.clientHeight)
      list.scrollTop = (at + 1) * ROW - list.clientHeight;
  }, [at]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = placeByKey(event.key, at, found.length);
    const node = to === null ? undefined : found[to];
    if (node !== undefined) onActive(node);
    else if (event.key === "Enter" && active !== null) onOpen(active);
    else return;
    event.preventDefault();
  };
  const first = Math.max(0, Math.floor(top / ROW) - AROUND);
  const last = Math.min(found.length, Math.ceil((top + height) / ROW) + AROUND);
  const rows = found.slice(first, last).map((node, index) => [first + index, node] as const);
  if (at >= 0 && (at < first || at >= last) && active !== null) rows.push([at, active]);
  return (
    <ul
      ref={ref}
      className="pmap-list"
      role="listbox"
      aria-label="Subsections on the map"
      tabIndex={0}
      {...(at >= 0 ? { "aria-activedescendant": `pmap-${found[at] ?? 0}` } : {})}
      onKeyDown={onKeyDown}
      onScroll={(event) => {
        setTop(event.currentTarget.scrollTop);
      }}
    >
      <li className="pmap-room" role="presentation" style={{ height: found.length * ROW }} />
      {rows.map(([place, index]) => {
        const node = graph.nodes[index];
        if (node === undefined) return null;
        const cyclic = (graph.cycle[index] ?? -1) >= 0;
        const mark = node.ghost ? "not there" : cyclic ? "cycle" : graph.missing.has(index) ? "missing" : "";
        return (
          // The list takes the keys for all its rows.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={index}
            id={`pmap-${index}`}
            role="option"
            aria-selected={index === active}
            aria-setsize={found.length}
            aria-posinset={place + 1}
            aria-label={`${node.printed} ${node.heading}: ${describeNode(graph, index)}`}
            style={{ top: place * ROW }}
            onClick={() => {
              onActive(index);
            }}
            onDoubleClick={() => {
              onOpen(index);
            }}
          >
            <span className="mono">{node.printed}</span>
            <span className="words">{node.heading}</span>
            {mark !== "" && <span className={mark === "cycle" ? "tagged warn" : "tagged bad"}>{mark}</span>}
          </li>
        );
      })}
    </ul>
  );
}
