/** What if: changes for one question only, as the engine takes them and in words. */
import type { Step } from "../api/types";
import type { Scalar } from "./edits";

type Value = Scalar | readonly Scalar[];
type Values = Readonly<Record<string, Value>>;

export type Supposition =
  /** A subsection were otherwise, for these values. */
  | {
      readonly kind: "truth";
      readonly label: string;
      readonly values: Values;
      readonly from: string;
      readonly to: boolean;
    }
  /** A fact of the case, by its line, were not there. */
  | { readonly kind: "fact"; readonly line: number; readonly text: string }
  /** The question gave another value. */
  | { readonly kind: "given"; readonly name: string; readonly from: string; readonly to: Value }
  /** The case had other facts altogether. */
  | { readonly kind: "facts"; readonly facts: string };

export interface WhatIf {
  readonly rows?: readonly { readonly label: string; readonly values: Values; readonly truth: boolean }[];
  readonly facts?: string;
  readonly given?: Values;
}

/** Returns what W means on a step, or why it means nothing there. */
export function flipStep(
  step: Step,
  engine: "structure" | "program",
): { readonly ok: true; readonly change: Supposition } | { readonly ok: false; readonly say: string } {
  if (engine === "program") {
    if (step.kind === "fact" && step.file === "facts" && step.line !== null)
      return { ok: true, change: { kind: "fact", line: step.line, text: step.text } };
    return { ok: false, say: "By program, choose a fact of the case, or change the facts below." };
  }
  if (step.label === null)
    return { ok: false, say: "Choose a subsection; an AND or OR follows from its parts." };
  const entries = Object.entries(step.values as Readonly<Record<string, Value | null>>);
  const values = Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== null));
  const change: Supposition = {
    kind: "truth",
    label: step.label,
    values,
    from: step.truth,
    to: step.truth !== "true",
  };
  return { ok: true, change };
}

function isSame(a: Supposition, b: Supposition): boolean {
  if (a.kind === "truth" && b.kind === "truth")
    return a.label === b.label && JSON.stringify(a.values) === JSON.stringify(b.values);
  if (a.kind === "fact" && b.kind === "fact") return a.line === b.line;
  if (a.kind === "given" && b.kind === "given") return a.name === b.name;
  return a.kind === "facts" && b.kind === "facts";
}

/** Returns the changes with one more; the same thing again takes the place of what was said of it. */
export function addChange(changes: readonly Supposition[], one: Supposition): readonly Supposition[] {
  return [...changes.filter((other) => !isSame(other, one)), one];
}

/** Returns the changes as the engine takes them; undefined when there are none. */
export function toWhatIf(changes: readonly Supposition[], facts: string): WhatIf | undefined {
  if (changes.length === 0) return undefined;
  const rows = changes.flatMap((one) =>
    one.kind === "truth" ? [{ label: one.label, values: one.values, truth: one.to }] : [],
  );
  const given = changes.flatMap((one) => (one.kind === "given" ? [[one.name, one.to] as const] : []));
  const gone = new Set(changes.flatMap((one) => (one.kind === "fact" ? [one.line] : [])));
  const other = changes.find((one) => one.kind === "facts");
  // A line that goes leaves its place empty, so that the lines of the others stay theirs.
  const left = (other?.facts ?? facts).split("\n").map((line, i) => (gone.has(i + 1) ? "" : line));
  return {
    ...(rows.length > 0 ? { rows } : {}),
    ...(gone.size > 0 || other ? { facts: left.join("\n") } : {}),
    ...(given.length > 0 ? { given: Object.fromEntries(given) } : {}),
  };
}

/** Returns a change in words: what, as it is, as it would be. */
export function sayChange(one: Supposition): readonly [what: string, from: string, to: string] {
  switch (one.kind) {
    case "truth":
      return [/^\d/.test(one.label) ? `§${one.label}` : one.label, one.from, one.to ? "true" : "false"];
    case "fact":
      return [one.text, "a fact", "not there"];
    case "given":
      return [one.name, one.from, typeof one.to === "object" ? one.to.join(", ") : String(one.to)];
    case "facts":
      return ["Facts", "as in the case", "changed"];
  }
}
