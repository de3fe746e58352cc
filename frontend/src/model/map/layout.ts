/** Places for the nodes of a map: each statute laid out in layers by dagre, then the statutes set in rows. */
import dagre from "@dagrejs/dagre";

export const NODE_HEIGHT = 24;
const LETTER = 6.8;
const NODE_PAD = 18;
const NODE_GAP = 8;
const LAYER_GAP = 56;
const FRAME = { top: 40, side: 20, bottom: 20, gap: 48 };

/** What a layout needs to know of a graph; small, because it goes to another thread. */
export interface LayoutInput {
  readonly statutes: number;
  readonly nodes: readonly { readonly statute: number; readonly letters: number }[];
  readonly calls: readonly (readonly [caller: number, callee: number])[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface MapLayout {
  /** The box of each node. */
  readonly nodes: readonly Box[];
  /** The frame of each statute; empty ones have no size. */
  readonly statutes: readonly Box[];
  readonly width: number;
  readonly height: number;
}

interface Piece {
  readonly members: readonly number[];
  readonly calls: (readonly [number, number])[];
  readonly width: number;
  readonly height: number;
  /** Places inside the piece. */
  readonly places: ReadonlyMap<number, { readonly x: number; readonly y: number }>;
}

export function nodeWidth(letters: number): number {
  return Math.max(52, Math.round(letters * LETTER + NODE_PAD));
}

/** Returns nodes without a call inside the statute in columns below the rest, so that they make no tall pile. */
function placeLoners(
  loners: readonly number[],
  input: LayoutInput,
  top: number,
  width: number,
): { places: Map<number, { x: number; y: number }>; width: number; height: number } {
  const places = new Map<number, { x: number; y: number }>();
  const column = Math.max(0, ...loners.map((node) => nodeWidth(input.nodes[node]?.letters ?? 0))) + NODE_GAP;
  const square = Math.ceil(Math.sqrt((loners.length * (NODE_HEIGHT + NODE_GAP)) / column) * 1.4);
  const columns = Math.max(1, Math.floor(width / column), square);
  loners.forEach((node, index) => {
    const x = (index % columns) * column;
    places.set(node, { x, y: top + Math.floor(index / columns) * (NODE_HEIGHT + NODE_GAP) });
  });
  const used = Math.min(columns, loners.length) * column;
  const height = Math.ceil(loners.length / columns) * (NODE_HEIGHT + NODE_GAP);
  return { places, width: Math.max(0, used - NODE_GAP), height: Math.max(0, height - NODE_GAP) };
}

function layoutTied(
  tied: readonly number[],
  calls: readonly (readonly [number, number])[],
  input: LayoutInput,
): { places: Map<number, { x: number; y: number }>; width: number; height: number } {
  const places = new Map<number, { x: number; y: number }>();
  if (tied.length === 0) return { places, width: 0, height: 0 };
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", ranker: "tight-tree", nodesep: NODE_GAP, ranksep: LAYER_GAP });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of tied) {
    graph.setNode(String(node), { width: nodeWidth(input.nodes[node]?.letters ?? 0), height: NODE_HEIGHT });
  }
  for (const [caller, callee] of calls) graph.setEdge(String(caller), String(callee));
  dagre.layout(graph);
  for (const node of tied) {
    const { x, y, width, height } = graph.node(String(node)) as Box;
    places.set(node, { x: x - width / 2, y: y - height / 2 });
  }
  const size = graph.graph() as { width?: number; height?: number };
  return { places, width: size.width ?? 0, height: size.height ?? 0 };
}

/** Returns one statute's nodes in places of their own. */
function layoutPiece(
  members: readonly number[],
  calls: (readonly [number, number])[],
  input: LayoutInput,
): Piece {
  const inside = calls.filter(([caller, callee]) => caller !== callee);
  const touched = new Set(inside.flat());
  const tied = layoutTied(
    members.filter((node) => touched.has(node)),
    inside,
    input,
  );
  const loners = members.filter((node) => !touched.has(node));
  const top = tied.height > 0 ? tied.height + NODE_GAP * 2 : 0;
  const rest = placeLoners(loners, input, top, tied.width);
  return {
    members,
    calls,
    places: new Map([...tied.places, ...rest.places]),
    width: Math.max(tied.width, rest.width),
    height: loners.length > 0 ? top + rest.height : tied.height,
  };
}

function gather(input: LayoutInput): { members: number[][]; calls: (readonly [number, number])[][] } {
  const members: number[][] = Array.from({ length: input.statutes }, () => []);
  const calls: (readonly [number, number])[][] = Array.from({ length: input.statutes }, () => []);
  input.nodes.forEach((node, index) => members[node.statute]?.push(index));
  for (const call of input.calls) {
    const home = input.nodes[call[0]]?.statute ?? -1;
    if (home === input.nodes[call[1]]?.statute) calls[home]?.push(call);
  }
  return { members, calls };
}

/** Returns where each frame goes: rows from left to right, about half as high again as wide. */
function setFrames(pieces: readonly Piece[]): { frames: Box[]; width: number; height: number } {
  const sizes = pieces.map((piece) => ({
    width: piece.members.length === 0 ? 0 : piece.width + FRAME.side * 2,
    height: piece.members.length === 0 ? 0 : piece.height + FRAME.top + FRAME.bottom,
  }));
  const area = sizes.reduce((sum, size) => sum + (size.width + FRAME.gap) * (size.height + FRAME.gap), 0);
  const limit = Math.max(Math.sqrt(area) * 1.5, ...sizes.map((size) => size.width));
  let x = 0;
  let y = 0;
  let row = 0;
  let width = 0;
  const frames = sizes.map((size) => {
    if (size.width === 0) return { x, y, width: 0, height: 0 };
    if (x > 0 && x + size.width > limit) {
      x = 0;
      y += row + FRAME.gap;
      row = 0;
    }
    const box = { x, y, ...size };
    x += size.width + FRAME.gap;
    row = Math.max(row, size.height);
    width = Math.max(width, box.x + box.width);
    return box;
  });
  return { frames, width, height: y + row };
}

/** Returns the whole layout; `onStatute` hears how many statutes are done. */
export function layoutMap(
  input: LayoutInput,
  onStatute: (done: number) => void = () => undefined,
): MapLayout {
  const { members, calls } = gather(input);
  const pieces = members.map((own, index) => {
    const piece = layoutPiece(own, calls[index] ?? [], input);
    onStatute(index + 1);
    return piece;
  });
  const { frames, width, height } = setFrames(pieces);
  const nodes: Box[] = input.nodes.map(({ statute, letters }, index) => {
    const frame = frames[statute];
    const place = pieces[statute]?.places.get(index);
    return {
      x: (frame?.x ?? 0) + FRAME.side + (place?.x ?? 0),
      y: (frame?.y ?? 0) + FRAME.top + (place?.y ?? 0),
      width: nodeWidth(letters),
      height: NODE_HEIGHT,
    };
  });
  return { nodes, statutes: frames, width, height };
}
