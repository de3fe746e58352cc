import type { ReactElement } from "react";

import type { LayerChoice } from "../../api/types";
import type { MapFilter, MapGraph, MapShow } from "../../model/map/graph";
import { countWords } from "../../text/counting";
import { titleWords } from "../../text/labels";
import { Icon } from "../icons";
import { Segmented } from "../segmented";

interface MapToolsProps {
  readonly graph: MapGraph;
  readonly filter: MapFilter;
  readonly onFilter: (filter: MapFilter) => void;
  readonly layer: LayerChoice;
  readonly onLayer: (layer: LayerChoice) => void;
  readonly found: number;
}

const LAYERS = [
  ["gold", "Gold"],
  ["mine", "With mine"],
] as const;

function toggled(set: ReadonlySet<number>, item: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}

function StatuteChoice({ graph, filter, onFilter }: MapToolsProps): ReactElement {
  const chosen = filter.statutes.size;
  return (
    <details className="pmap-statutes">
      <summary>{chosen === 0 ? "All statutes" : countWords(chosen, "statute")}</summary>
      <fieldset>
        <legend className="sr">Statutes on the map</legend>
        {chosen > 0 && (
          <button
            type="button"
            className="btn sm quiet"
            onClick={() => {
              onFilter({ ...filter, statutes: new Set() });
            }}
          >
            All statutes
          </button>
        )}
        {graph.statutes.map((statute, index) => (
          <label key={statute.section}>
            <input
              type="checkbox"
              checked={filter.statutes.has(index)}
              onChange={() => {
                onFilter({ ...filter, statutes: toggled(filter.statutes, index) });
              }}
            />
            <span>
              {statute.printed} {titleWords(statute.title)}
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}

/** Search, statutes, what to show, and whose clauses. */
export function MapTools(props: MapToolsProps): ReactElement {
  const { graph, filter, onFilter } = props;
  const missing = graph.nodes.filter((node) => node.ghost).length;
  const shows: readonly (readonly [MapShow, string])[] = [
    ["all", "All"],
    ["cycles", `Cycles ${graph.cycles.length}`],
    ["missing", `Missing ${missing}`],
  ];
  return (
    <div className="pmap-tools">
      <label className="find">
        <Icon name="search" />
        <span className="sr">Find a subsection</span>
        <input
          value={filter.search}
          placeholder="Find a subsection"
          onChange={(event) => {
            onFilter({ ...filter, search: event.target.value });
          }}
        />
      </label>
      <StatuteChoice {...props} />
      <Segmented
        label="Show"
        value={filter.show}
        choices={shows}
        onChoose={(show) => {
          onFilter({ ...filter, show });
        }}
      />
      <Segmented label="Clauses" value={props.layer} choices={LAYERS} onChoose={props.onLayer} />
      <p className="sr" role="status">
        {countWords(props.found, "subsection")} shown
      </p>
    </div>
  );
}
