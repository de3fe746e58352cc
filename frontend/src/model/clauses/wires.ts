/** Which mention of the caller goes into which of the callee, and whether their types agree. */
import type { Argument } from "../../api/types";
import { showName } from "./print";
import type { Call } from "./term";

export interface WirePair {
  readonly name: string;
  readonly passed: string;
  readonly caller: Argument | null;
  readonly callee: Argument | null;
  readonly clash: boolean;
}

function find(names: readonly Argument[], name: string): Argument | null {
  return names.find((one) => one.name.toUpperCase() === name) ?? null;
}

/** Returns a pair for each argument that a call passes. */
export function pairsOf(
  call: Call,
  caller: readonly Argument[],
  callee: readonly Argument[],
): readonly WirePair[] {
  return call.arguments.map(({ name, passed }) => {
    const [from, onto] = [find(caller, passed), find(callee, name)];
    const clash = from !== null && onto !== null && from.value_type !== onto.value_type;
    return { name, passed, caller: from, callee: onto, clash };
  });
}

/** Returns a pair in words: "Master is passed as Resident". */
export function describePair(pair: WirePair): string {
  const words =
    pair.name === pair.passed
      ? `${showName(pair.name)} is passed`
      : `${showName(pair.passed)} is passed as ${showName(pair.name)}`;
  if (pair.clash && pair.caller && pair.callee) {
    const { caller, callee } = pair;
    return `${words}: ${showName(pair.passed)} is ${article(caller)}, ${showName(pair.name)} ${article(callee)}`;
  }
  if (pair.caller === null) return `${words}; the caller has no mention of it`;
  return pair.callee === null ? `${words}; the callee has no mention of it` : words;
}

function article(argument: Argument): string {
  return argument.value_type === "integer" ? "an integer" : "a span";
}
