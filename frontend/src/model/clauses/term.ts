/** Clauses as values, as the server sends them (`domain/clauses/wire.py`). Names are upper case, labels plain: 63(c)(5). */

/** A half-open range of the text that a term was read from; printed terms have none of their own. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface HeadArgument extends Place {
  readonly name: string;
}

export interface Head extends Place {
  readonly label: string;
  readonly arguments: readonly HeadArgument[];
}

/** The callee's argument `name` is given the caller's argument `passed`. */
export interface PassedArgument extends Place {
  readonly name: string;
  readonly passed: string;
}

export interface Call extends Place {
  readonly op: "call";
  readonly label: string;
  readonly arguments: readonly PassedArgument[];
}

/** NOT has one item, AND and OR two or more. */
export interface Gate extends Place {
  readonly op: "and" | "or" | "not";
  readonly items: readonly Node[];
}

export type Node = Call | Gate;

/** A clause; without a body it is a leaf. */
export interface Term extends Place {
  readonly head: Head;
  readonly body: Node | null;
}

const NOWHERE: Place = { start: 0, end: 0 };

export function makePassed(name: string, passed: string = name): PassedArgument {
  return { name, passed, ...NOWHERE };
}

export function makeCall(label: string, args: readonly PassedArgument[]): Call {
  return { op: "call", label, arguments: args, ...NOWHERE };
}

export function makeGate(op: Gate["op"], items: readonly Node[]): Gate {
  return { op, items, ...NOWHERE };
}

export function makeTerm(label: string, names: readonly string[], body: Node | null): Term {
  const args = names.map((name) => ({ name, ...NOWHERE }));
  return { head: { label, arguments: args, ...NOWHERE }, body, ...NOWHERE };
}

/** Returns the calls of a body in reading order. */
export function callsOf(body: Node | null): readonly Call[] {
  if (body === null) return [];
  return body.op === "call" ? [body] : body.items.flatMap(callsOf);
}

/** Returns whether two terms say the same, wherever they stand. */
export function isSameTerm(one: Term, two: Term): boolean {
  return keyOf(one) === keyOf(two);
}

function keyOf(term: Term): string {
  const names = term.head.arguments.map((argument) => argument.name);
  return JSON.stringify([term.head.label, names, term.body && shapeOf(term.body)]);
}

function shapeOf(node: Node): unknown {
  if (node.op !== "call") return [node.op, node.items.map(shapeOf)];
  return [node.label, node.arguments.map((argument) => [argument.name, argument.passed])];
}
