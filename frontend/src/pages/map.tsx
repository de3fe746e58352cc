import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { useNavigate, useParams } from "react-router";

import { mapQuery, projectQuery } from "../api/queries";
import type { LayerChoice } from "../api/types";
import { MapCanvas } from "../components/project-map/map-canvas";
import { MapDetails } from "../components/project-map/map-details";
import { MapList } from "../components/project-map/map-list";
import { MapTools } from "../components/project-map/map-tools";
import { useMapLayout } from "../components/project-map/use-map-layout";
import { Empty, ErrorNote } from "../components/states";
import type { MapFilter, MapGraph } from "../model/map/graph";
import { filterNodes, makeGraph, NO_FILTER } from "../model/map/graph";
import { countWords } from "../text/counting";
import { isSection } from "../text/labels";
import { homePath, statutePath, statutesPath } from "./addresses";
import { Shell } from "./shell";

/** Returns where a node leads: its subsection, or what calls a thing that is not there. */
function addressOf(slug: string, graph: MapGraph, index: number): string {
  const node = graph.nodes[index];
  const real = node?.ghost ? graph.nodes[graph.callers[index]?.[0] ?? -1] : node;
  const section = graph.statutes[real?.statute ?? -1]?.section;
  return real && isSection(section) ? statutePath(slug, section, real.label) : statutesPath(slug);
}

function sumUp(graph: MapGraph): string {
  const subsections = graph.nodes.filter((node) => !node.ghost).length;
  const missing = graph.calls.filter(([, callee]) => graph.nodes[callee]?.ghost).length;
  return [
    countWords(subsections, "subsection"),
    countWords(graph.calls.length - missing, "call"),
    countWords(graph.cycles.length, "cycle"),
    countWords(missing, "call to nothing", "calls to nothing"),
  ].join(", ");
}

interface BoardProps {
  readonly slug: string;
  readonly graph: MapGraph;
  readonly layer: LayerChoice;
  readonly onLayer: (layer: LayerChoice) => void;
}

function Board({ slug, graph, layer, onLayer }: BoardProps): ReactElement {
  const navigate = useNavigate();
  const [filter, setFilter] = useState<MapFilter>(NO_FILTER);
  const [active, setActive] = useState<number | null>(null);
  const [hover, setHover] = useState<number | null>(null);
  const { layout, done, failed } = useMapLayout(graph);
  const settled = useDeferredValue(filter);
  const found = useMemo(() => filterNodes(graph, settled), [graph, settled]);
  const scene = useMemo(() => {
    const shown = new Set(found);
    const { statutes } = settled;
    return (
      layout && {
        graph,
        layout,
        active,
        shown: (node: number) => shown.has(node),
        inside: (statute: number) => statutes.size === 0 || statutes.has(statute),
      }
    );
  }, [graph, layout, found, settled, active]);
  const open = (node: number): void => {
    void navigate(addressOf(slug, graph, node));
  };
  const move = (by: number): void => {
    const at = active === null ? (by > 0 ? -1 : found.length) : found.indexOf(active);
    const next = found[Math.min(found.length - 1, Math.max(0, at + by))];
    if (next !== undefined) setActive(next);
  };
  return (
    <main id="main" className="pmap">
      <section className="pmap-side" aria-label="Find on the map">
        <MapTools
          graph={graph}
          filter={filter}
          onFilter={setFilter}
          layer={layer}
          onLayer={onLayer}
          found={found.length}
        />
        {found.length === 0 && <Empty>Nothing fits. Take a filter away.</Empty>}
        <MapList graph={graph} found={found} active={active} onActive={setActive} onOpen={open} />
        <MapDetails graph={graph} node={hover ?? active} onActive={setActive} onOpen={open} />
      </section>
      <section className="pmap-map" aria-label="Map" data-ready={layout !== null}>
        <p className="pmap-sum">{sumUp(graph)}</p>
        <p className="sr" id="pmap-keys">
          Arrows move, plus and minus zoom, 0 shows all, J and K go through the list, Enter opens. The list
          before the map says the same.
        </p>
        {scene && (
          <MapCanvas
            scene={scene}
            found={found}
            label={`Map: ${sumUp(graph)}`}
            onOpen={open}
            onMove={move}
            onHover={setHover}
          />
        )}
        {layout === null && !failed && (
          <p className="pmap-wait" role="status">
            Laying out {done} of {countWords(graph.statutes.length, "statute")}…
          </p>
        )}
        {failed && (
          <p className="pmap-wait" role="alert">
            The map could not be laid out in this browser. The list has all of it.
          </p>
        )}
        <ul className="pmap-key">
          <li className="cyc">on a cycle</li>
          <li className="gone">not in the project</li>
          <li className="bare">no clause yet</li>
        </ul>
      </section>
    </main>
  );
}

/** All subsections of a project and who calls whom. */
export function MapPage(): ReactElement {
  const { slug = "" } = useParams();
  const [layer, setLayer] = useState<LayerChoice>("gold");
  const project = useQuery(projectQuery(slug));
  const { data, error, refetch } = useQuery(mapQuery(slug, layer));
  const graph = useMemo(() => (data ? makeGraph(data) : null), [data]);
  const name = project.data?.name ?? slug;
  return (
    <Shell
      title={`Map · ${name}`}
      screen="map"
      slug={slug}
      tabs
      crumbs={[{ words: name, to: homePath(slug) }]}
    >
      {graph && graph.nodes.length > 0 ? (
        <Board slug={slug} graph={graph} layer={layer} onLayer={setLayer} />
      ) : (
        <main id="main" className="pane">
          <div className="home one">
            {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
            {graph && <Empty>No statutes yet, so there is nothing to map.</Empty>}
          </div>
        </main>
      )}
    </Shell>
  );
}
