/** The map of a project as a graph, and which of it a filter leaves. Nodes are places in `subsections`. */
import type { ProjectMap } from "../../api/types";

export interface MapNode {
  readonly label: string;
  readonly printed: string;
  readonly heading: string;
  readonly statute: number;
  readonly clause: boolean;
  /** Called, and not in the project. */
  readonly ghost: boolean;
}

export interface MapGraph {
  readonly statutes: ProjectMap["statutes"];
  /** Subsections in the order of the law, then what is called and not there, once a statute. */
  readonly nodes: readonly MapNode[];
  readonly calls: readonly (readonly [caller: number, callee: number])[];
  readonly callees: readonly (readonly number[])[];
  readonly callers: readonly (readonly number[])[];
  /** The cycle that a node lies on, or -1. */
  readonly cycle: readonly number[];
  readonly cycles: readonly (readonly number[])[];
  readonly missing: ReadonlySet<number>;
}

function makeNodes(map: ProjectMap): { nodes: MapNode[]; ghosts: (readonly [number, number])[] } {
  const nodes: MapNode[] = map.subsections.map((row) => ({ ...row, ghost: false }));
  const seen = new Map<string, number>();
  const ghosts = map.missing.map(({ caller, label }): readonly [number, number] => {
    const statute = nodes[caller]?.statute ?? 0;
    const key = `${statute} ${label}`;
    const known = seen.get(key);
    if (known !== undefined) return [caller, known];
    const printed = /^\d/.test(label) ? `§${label}` : label;
    nodes.push({ label, printed, heading: "", statute, clause: false, ghost: true });
    seen.set(key, nodes.length - 1);
    return [caller, nodes.length - 1];
  });
  return { nodes, ghosts };
}

/** Returns the graph with both directions of its calls. */
export function makeGraph(map: ProjectMap): MapGraph {
  const { nodes, ghosts } = makeNodes(map);
  const calls = [...map.calls.map(([a = 0, b = 0]) => [a, b] as const), ...ghosts];
  const callees: number[][] = nodes.map(() => []);
  const callers: number[][] = nodes.map(() => []);
  for (const [caller, callee] of calls) {
    callees[caller]?.push(callee);
    callers[callee]?.push(caller);
  }
  const cycle = nodes.map(() => -1);
  map.cycles.forEach((members, index) => {
    for (const node of members) cycle[node] = index;
  });
  const missing = new Set(ghosts.flat());
  return { statutes: map.statutes, nodes, calls, callees, callers, cycle, cycles: map.cycles, missing };
}

/** Returns whether a call is a step of a cycle. */
export function isCyclic(graph: MapGraph, caller: number, callee: number): boolean {
  const cycle = graph.cycle[caller] ?? -1;
  return cycle >= 0 && cycle === graph.cycle[callee];
}

export type MapShow = "all" | "cycles" | "missing";

export interface MapFilter {
  /** Places in `statutes`; all when empty. */
  readonly statutes: ReadonlySet<number>;
  readonly show: MapShow;
  readonly search: string;
}

export const NO_FILTER: MapFilter = { statutes: new Set(), show: "all", search: "" };

/** Returns letters and digits alone, so that 63(c)(5), s63_c_5 and §63(c)(5) are one search. */
function squeeze(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function fits(node: MapNode, words: string): boolean {
  if (words === "") return true;
  const label = squeeze(node.label);
  return label === words || `${label} `.startsWith(`${words} `) || squeeze(node.heading).includes(words);
}

/** Returns the nodes that a filter leaves, in order. */
export function filterNodes(graph: MapGraph, filter: MapFilter): readonly number[] {
  const typed = squeeze(filter.search);
  const words = /^s\d/.test(typed) ? typed.slice(1) : typed;
  const found: number[] = [];
  graph.nodes.forEach((node, index) => {
    if (filter.statutes.size > 0 && !filter.statutes.has(node.statute)) return;
    if (filter.show === "cycles" && (graph.cycle[index] ?? -1) < 0) return;
    if (filter.show === "missing" && !graph.missing.has(index)) return;
    if (fits(node, words)) found.push(index);
  });
  return found;
}

/** Returns a sentence about a node, for the panel and for screen readers. */
export function describeNode(graph: MapGraph, index: number): string {
  const node = graph.nodes[index];
  if (node === undefined) return "";
  if (node.ghost) return `${node.printed} is called and is not in this project.`;
  const missing = (graph.callees[index] ?? []).filter((callee) => graph.nodes[callee]?.ghost);
  const calls = (graph.callees[index]?.length ?? 0) - missing.length;
  const parts = [
    node.clause ? `calls ${calls}` : "has no clause yet",
    `called by ${graph.callers[index]?.length ?? 0}`,
  ];
  if ((graph.cycle[index] ?? -1) >= 0) parts.push("on a cycle");
  if (missing.length > 0) parts.push(`calls ${missing.length} that is not there`);
  return parts.join(", ");
}
