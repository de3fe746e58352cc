/** Places for the boxes, gates and wires of one clause, by the library that lays out the map. */
import dagre from "@dagrejs/dagre";

import type { Path } from "./edit";
import { nodeAt, pathsOf } from "./edit";
import { showLabel, showName } from "./print";
import { callsOf } from "./term";
import type { Call, Node, Term } from "./term";

export interface GraphBox {
  readonly key: string;
  /** Null for the head. */
  readonly path: Path | null;
  readonly node: Node | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface GraphWire {
  readonly key: string;
  readonly from: GraphBox;
  readonly onto: GraphBox;
  /** The caller's arguments that go this way, in the order of the head. */
  readonly names: readonly string[];
}

export interface ClauseLayout {
  readonly boxes: readonly GraphBox[];
  readonly wires: readonly GraphWire[];
  readonly width: number;
  readonly height: number;
}

const LETTER = 7.4;
const GATE = { width: 48, height: 28 };
export const HEAD_LINE = 18;
const HEAD_TOP = 30;

export const keyOf = (path: Path): string => path.join(".") || "body";

/** Returns how a call's box writes what it passes: "Day  Resident=Master". */
export function passedWords(call: Call): readonly { readonly words: string; readonly passed: string }[] {
  return call.arguments.map(({ name, passed }) => ({
    words: name === passed ? showName(name) : `${showName(name)}=${showName(passed)}`,
    passed,
  }));
}

function sizeOf(node: Node): { width: number; height: number } {
  // The library writes the place into the object it is given, so each gate needs its own.
  if (node.op !== "call") return { ...GATE };
  const words = passedWords(node).reduce((sum, one) => sum + one.words.length + 1, 0);
  const letters = Math.max(showLabel(node.label).length + 2, Math.min(words, 44));
  return { width: Math.max(110, letters * LETTER + 24), height: 48 };
}

function headSize(term: Term): { width: number; height: number } {
  const names = term.head.arguments.map((argument) => argument.name.length + 3);
  const letters = Math.max(showLabel(term.head.label).length, ...names);
  return { width: letters * LETTER + 28, height: HEAD_TOP + term.head.arguments.length * HEAD_LINE + 8 };
}

/** Returns the caller's arguments that any call below a node is given, in the order of the head. */
function namesBelow(term: Term, node: Node): readonly string[] {
  const used = new Set(callsOf(node).flatMap((call) => call.arguments.map(({ passed }) => passed)));
  const head = term.head.arguments.map((argument) => argument.name).filter((name) => used.has(name));
  return [...head, ...[...used].filter((name) => !head.includes(name))];
}

/** Returns the clause as boxes and wires. */
export function layoutClause(term: Term): ClauseLayout {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 18, ranksep: 44, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  graph.setNode("head", headSize(term));
  const paths = pathsOf(term.body);
  for (const path of paths) {
    const node = nodeAt(term.body, path);
    if (node === null) continue;
    graph.setNode(keyOf(path), sizeOf(node));
    graph.setEdge(path.length === 0 ? "head" : keyOf(path.slice(0, -1)), keyOf(path));
  }
  // A tree has no crossings to undo; left alone, neighbours stay in the order of the text.
  dagre.layout(graph, { disableOptimalOrderHeuristic: true });
  const box = (key: string, path: Path | null): GraphBox => {
    const { x, y, width, height } = graph.node(key) as Omit<GraphBox, "key" | "path" | "node">;
    const node = path === null ? null : nodeAt(term.body, path);
    return { key, path, node, x: x - width / 2, y: y - height / 2, width, height };
  };
  const boxes = [box("head", null), ...paths.map((path) => box(keyOf(path), path))];
  const byKey = new Map(boxes.map((one) => [one.key, one]));
  const wires = boxes.flatMap((onto): GraphWire[] => {
    if (onto.path === null || onto.node === null) return [];
    const from = byKey.get(onto.path.length === 0 ? "head" : keyOf(onto.path.slice(0, -1)));
    return from === undefined ? [] : [{ key: onto.key, from, onto, names: namesBelow(term, onto.node) }];
  });
  const size = graph.graph() as { width?: number; height?: number };
  return { boxes, wires, width: size.width ?? 0, height: size.height ?? 0 };
}

/** Returns what a screen reader hears of a node. */
export function describeBox(node: Node): string {
  if (node.op === "call") {
    const words = passedWords(node).map((one) => one.words);
    return `${showLabel(node.label)}, ${words.length === 0 ? "nothing passed" : `passed ${words.join(", ")}`}`;
  }
  const words = { and: "AND, all of", or: "OR, one of", not: "NOT" }[node.op];
  return node.op === "not" ? words : `${words} ${node.items.length}`;
}
