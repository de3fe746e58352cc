/** Changes of a clause as functions from term to term: what the graph does, and what text would have done. */
import type { Call, Gate, Node, Term } from "./term";
import { makeGate, makePassed } from "./term";

/** Where a node is: the place among the items of each gate on the way; the body itself is []. */
export type Path = readonly number[];

/** The clause after a change, and where the node that it was about is now; null when it is gone. */
export interface Changed {
  readonly term: Term;
  readonly path: Path | null;
}

/** Returns the node at a path, or null. */
export function nodeAt(body: Node | null, path: Path): Node | null {
  let node = body;
  for (const step of path) {
    if (node === null || node.op === "call") return null;
    node = node.items[step] ?? null;
  }
  return node;
}

/** Returns every path of a body, parents first, in reading order. */
export function pathsOf(body: Node | null, path: Path = []): readonly Path[] {
  if (body === null) return [];
  if (body.op === "call") return [path];
  return [path, ...body.items.flatMap((item, index) => pathsOf(item, [...path, index]))];
}

export function parentOf(path: Path): Path | null {
  return path.length === 0 ? null : path.slice(0, -1);
}

/** A gate with one item left is that item, and one with none is nothing. */
function settle(gate: Gate): Node | null {
  if (gate.items.length === 0) return null;
  return gate.op !== "not" && gate.items.length === 1 ? (gate.items[0] ?? null) : gate;
}

function replaceIn(node: Node, path: Path, next: Node | null): Node | null {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (node.op === "call") return node;
  const items = node.items.flatMap((item, index) => {
    const made = index === step ? replaceIn(item, rest, next) : item;
    return made === null ? [] : [made];
  });
  return settle({ ...node, items });
}

/** Returns the clause with another node at a path, or without it. */
export function replaceAt(term: Term, path: Path, next: Node | null): Term {
  return { ...term, body: term.body === null ? next : replaceIn(term.body, path, next) };
}

function isChain(node: Node | null): node is Gate {
  return node !== null && (node.op === "and" || node.op === "or");
}

/** Returns the clause with a call more: in the gate at the path, after the node there, or beside it under an AND. */
export function addCall(term: Term, path: Path, call: Call): Changed {
  const node = nodeAt(term.body, path);
  if (node === null) return term.body === null ? { term: { ...term, body: call }, path: [] } : { term, path };
  if (isChain(node)) {
    const grown = { ...node, items: [...node.items, call] };
    return { term: replaceAt(term, path, grown), path: [...path, node.items.length] };
  }
  const parent = parentOf(path);
  const above = parent === null ? null : nodeAt(term.body, parent);
  if (parent !== null && isChain(above)) {
    const at = (path.at(-1) ?? 0) + 1;
    const items = above.items.toSpliced(at, 0, call);
    return { term: replaceAt(term, parent, { ...above, items }), path: [...parent, at] };
  }
  return { term: replaceAt(term, path, makeGate("and", [node, call])), path: [...path, 1] };
}

/** Returns the clause without the node. */
export function removeNode(term: Term, path: Path): Changed {
  if (nodeAt(term.body, path) === null) return { term, path };
  const next = replaceAt(term, path, null);
  const near = [parentOf(path), []].find((at) => at !== null && nodeAt(next.body, at) !== null);
  return { term: next, path: near ?? null };
}

/** Returns the clause with the gate's operator set; of a call, with that of the gate around it. */
export function setOperator(term: Term, path: Path, op: "and" | "or"): Changed {
  const node = nodeAt(term.body, path);
  const parent = parentOf(path);
  if (isChain(node)) return { term: replaceAt(term, path, { ...node, op }), path };
  const above = parent === null ? null : nodeAt(term.body, parent);
  if (parent === null || !isChain(above)) return { term, path };
  return { term: replaceAt(term, parent, { ...above, op }), path };
}

/** Returns the clause with the node denied, or its denial taken back. */
export function negate(term: Term, path: Path): Changed {
  const node = nodeAt(term.body, path);
  if (node === null) return { term, path: null };
  const inside = node.op === "not" ? node.items[0] : undefined;
  if (inside !== undefined) return { term: replaceAt(term, path, inside), path };
  const parent = parentOf(path);
  if (parent !== null && nodeAt(term.body, parent)?.op === "not") {
    return { term: replaceAt(term, parent, node), path: parent };
  }
  return { term: replaceAt(term, path, makeGate("not", [node])), path: [...path, 0] };
}

/** Returns the clause with the node and its next neighbour in brackets, under the other operator. */
export function group(term: Term, path: Path): Changed {
  const parent = parentOf(path);
  const above = parent === null ? null : nodeAt(term.body, parent);
  if (parent === null || !isChain(above)) return { term, path };
  const at = Math.min(path.at(-1) ?? 0, above.items.length - 2);
  const pair = makeGate(above.op === "and" ? "or" : "and", above.items.slice(at, at + 2));
  const items = above.items.toSpliced(at, 2, pair);
  const whole = items.length === 1;
  return {
    term: replaceAt(term, parent, whole ? pair : { ...above, items }),
    path: whole ? parent : [...parent, at],
  };
}

/** Returns the clause without the brackets of this gate: its items join the gate around it. */
export function ungroup(term: Term, path: Path): Changed {
  const node = nodeAt(term.body, path);
  const parent = parentOf(path);
  const above = parent === null ? null : nodeAt(term.body, parent);
  if (parent === null || !isChain(node) || !isChain(above)) return { term, path };
  const items = above.items.toSpliced(path.at(-1) ?? 0, 1, ...node.items);
  return { term: replaceAt(term, parent, { ...above, items }), path };
}

/** Returns the clause with the node moved among its neighbours. */
export function moveNode(term: Term, path: Path, by: -1 | 1): Changed {
  const parent = parentOf(path);
  const above = parent === null ? null : nodeAt(term.body, parent);
  const from = path.at(-1) ?? 0;
  const to = from + by;
  const node = isChain(above) ? above.items[from] : undefined;
  if (parent === null || !isChain(above) || node === undefined || to < 0 || to >= above.items.length) {
    return { term, path };
  }
  const items = above.items.toSpliced(from, 1).toSpliced(to, 0, node);
  return { term: replaceAt(term, parent, { ...above, items }), path: [...parent, to] };
}

/** Returns the clause in which a call passes the caller's argument as the callee's; null passes nothing. */
export function connect(term: Term, path: Path, name: string, passed: string | null): Changed {
  const call = nodeAt(term.body, path);
  if (call?.op !== "call") return { term, path };
  const at = call.arguments.findIndex((argument) => argument.name === name);
  const rest = call.arguments.filter((argument) => argument.name !== name);
  const put = passed === null ? [] : [makePassed(name, passed)];
  const args = rest.toSpliced(at < 0 ? rest.length : at, 0, ...put);
  const next = replaceAt(term, path, { ...call, arguments: args });
  return { term: passed === null ? next : nameInHead(next, passed), path };
}

/** Returns the clause with the name among its head's arguments. */
function nameInHead(term: Term, name: string): Term {
  if (term.head.arguments.some((argument) => argument.name === name)) return term;
  const added = { name, start: 0, end: 0 };
  return { ...term, head: { ...term.head, arguments: [...term.head.arguments, added] } };
}
