import { useEffect, useState } from "react";

import type { MapGraph } from "../../model/map/graph";
import type { MapLayout } from "../../model/map/layout";
import type { LayoutAnswer } from "../../model/map/layout-worker";

export interface LayoutState {
  readonly layout: MapLayout | null;
  /** How many statutes are laid out. */
  readonly done: number;
  readonly failed: boolean;
}

const BEGUN: LayoutState = { layout: null, done: 0, failed: false };

/** Lays a graph out on another thread; the last graph wins. */
export function useMapLayout(graph: MapGraph): LayoutState {
  const [state, setState] = useState<LayoutState & { readonly of: MapGraph }>({ ...BEGUN, of: graph });
  useEffect(() => {
    const worker = new Worker(new URL("../../model/map/layout-worker.ts", import.meta.url), {
      type: "module",
    });
    worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
      if ("layout" in data)
        setState({ layout: data.layout, done: graph.statutes.length, failed: false, of: graph });
      else setState({ ...BEGUN, done: data.done, of: graph });
    };
    worker.onerror = () => {
      setState({ ...BEGUN, failed: true, of: graph });
    };
    worker.postMessage({
      statutes: graph.statutes.length,
      nodes: graph.nodes.map((node) => ({ statute: node.statute, letters: node.printed.length })),
      calls: graph.calls,
    });
    return () => {
      worker.terminate();
    };
  }, [graph]);
  return state.of === graph ? state : BEGUN;
}
