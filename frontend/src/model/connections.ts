/** Which arguments of other subsections the clauses connect an argument with: passed to, or passed from. */
import type { Argument, Layer } from "../api/types";
import { callsOf, parseClause } from "./clauses";
import type { Call } from "./clauses";
import { pairsOf } from "./clauses/wires";
import type { StatuteDocument } from "./document";

export interface Connected {
  readonly label: string;
  readonly argument: Argument;
}

/** A layer that was not edited is the same object, so its clause is read once. */
const read = new WeakMap<Layer, readonly Call[]>();

function callsIn(layer: Layer): readonly Call[] {
  const known = read.get(layer);
  if (known !== undefined) return known;
  const term = layer.clause === null ? null : parseClause(layer.clause).term;
  const calls = term === null ? [] : callsOf(term.body);
  read.set(layer, calls);
  return calls;
}

/** Returns the arguments that clauses of this statute connect with this one, each once, in the statute's order. */
export function connectedWith(
  document: StatuteDocument,
  label: string,
  argument: string,
): readonly Connected[] {
  const here = document.layers.get(label);
  if (here === undefined) return [];
  const found = new Map<string, Connected>();
  const connect = (other: Layer, call: Call, caller: Layer, callee: Layer): void => {
    for (const pair of pairsOf(call, caller.arguments, callee.arguments)) {
      const [own, far] = caller === here ? [pair.caller, pair.callee] : [pair.callee, pair.caller];
      if (own?.id === argument && far !== null) found.set(far.id, { label: other.label, argument: far });
    }
  };
  for (const call of callsIn(here)) {
    const callee = document.layers.get(call.label);
    if (callee !== undefined && callee !== here) connect(callee, call, here, callee);
  }
  for (const caller of document.layers.values()) {
    if (caller === here) continue;
    for (const call of callsIn(caller)) if (call.label === label) connect(caller, call, caller, here);
  }
  const places = document.subsections.map((one) => one.label);
  return [...found.values()].sort((a, b) => places.indexOf(a.label) - places.indexOf(b.label));
}
