/** Layers as the rules of edits know them, and as the screens read them. */
import type { Layer as ShownLayer, Statute, Subsection } from "../api/types";
import { emptyLayer, orderedArguments, orderedMentions } from "./edits";
import type { Layer } from "./edits";

/** Returns a person's layers by subsection, also those that say nothing yet. */
export function readLayers(statute: Statute): ReadonlyMap<string, Layer> {
  const shown = new Map(statute.layers.map((layer) => [layer.label, layer]));
  return new Map(statute.subsections.map((one) => [one.label, readLayer(one, shown.get(one.label))]));
}

/** A large statute has thousands of layers, so what is empty is one map for all of them. */
const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

function readMap<Value>(shown: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  const entries = Object.entries(shown);
  return entries.length === 0 ? NOTHING : new Map(entries);
}

function readLayer(subsection: Subsection, shown: ShownLayer | undefined): Layer {
  if (shown === undefined) return emptyLayer(subsection.my_layer, "subsection", subsection.parts);
  return {
    // A layer that came with an import keeps the id it came with.
    id: shown.id,
    kind: "subsection",
    parts: subsection.parts,
    state: shown.state,
    reason: shown.reason,
    clause: { text: shown.clause, note: shown.clause_note, from_suggestion: shown.clause_from ?? null },
    arguments: new Map(
      shown.arguments.map(({ id, name, value_type, order, from_suggestion = null }) => [
        id,
        { id, name, value_type, order, from_suggestion },
      ]),
    ),
    mentions: new Map(
      shown.mentions.map(({ id, start, end, argument, from_suggestion = null }) => [
        id,
        { id, start, end, argument, from_suggestion },
      ]),
    ),
    instantiations: NOTHING,
    decisions: readMap(shown.decisions),
    stale: readMap(shown.stale),
  };
}

/** Returns a layer as the sheet, the outline and the inspector show it. */
export function showLayer(layer: Layer, label: string, author: string, revision: number): ShownLayer {
  return {
    id: layer.id,
    label,
    author: { kind: "person", name: author },
    revision,
    state: layer.state,
    reason: layer.reason,
    clause: layer.clause.text,
    clause_note: layer.clause.note,
    ...(layer.clause.from_suggestion === null ? {} : { clause_from: layer.clause.from_suggestion }),
    decisions: Object.fromEntries(layer.decisions),
    stale: Object.fromEntries(layer.stale),
    arguments: orderedArguments(layer).map(({ id, name, value_type, order, from_suggestion }, i) => ({
      id,
      number: i + 1,
      name,
      value_type,
      order,
      ...(from_suggestion === null ? {} : { from_suggestion }),
    })),
    mentions: orderedMentions(layer).map(({ id, start, end, argument, from_suggestion }) => ({
      id,
      start,
      end,
      argument,
      ...(from_suggestion === null ? {} : { from_suggestion }),
    })),
  };
}
