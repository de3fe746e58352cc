/** What if: changes for one question only, as the engine takes them and in words. */
import type { Step } from "../api/types";
import { caseLayer, rowsOf } from "./case-session";
import type { CaseState } from "./case-session";
import { writeTyped } from "./case-values";
import { orderedInstantiations } from "./edits";
import type { Instantiation, Scalar, ValueType } from "./edits";

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
  /** A row of the case had another value. */
  | {
      readonly kind: "row";
      readonly label: string;
      readonly name: string;
      readonly from: string;
      readonly to: Value;
      readonly instead: Values;
      readonly truth: boolean;
    }
  /** A fact of the case, by its line, were not there. */
  | { readonly kind: "fact"; readonly line: number; readonly text: string }
  /** The question gave another value. */
  | { readonly kind: "given"; readonly name: string; readonly from: string; readonly to: Value }
  /** The case had other facts altogether. */
  | { readonly kind: "facts"; readonly facts: string };

export interface WhatIf {
  readonly rows?: readonly {
    readonly label: string;
    readonly values: Values;
    readonly truth: boolean;
    /** The values of the row that it takes the place of. */
    readonly instead?: Values;
  }[];
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
  if (a.kind === "row" && b.kind === "row")
    return a.label === b.label && JSON.stringify(a.instead) === JSON.stringify(b.instead);
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
  const rows = changes.flatMap((one) => {
    if (one.kind === "truth") return [{ label: one.label, values: one.values, truth: one.to }];
    if (one.kind !== "row") return [];
    const { label, instead, truth, name, to } = one;
    return [{ label, values: { ...instead, [name]: to }, truth, instead }];
  });
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

function sayLabel(label: string): string {
  return /^\d/.test(label) ? `§${label}` : label;
}

function wordsOf(value: Value): string {
  return typeof value === "object" ? value.join(", ") : String(value);
}

/** Something that can be supposed otherwise: a given value, or a row of the case, or a value in it. */
export interface Supposable {
  readonly key: string;
  readonly group: string;
  readonly words: string;
  /** As it would be typed; null where turning it is all there is to do. */
  readonly typed: string | null;
  readonly type: ValueType;
  readonly change: (to: Value) => Supposition;
}

/** Returns what can be supposed otherwise of what is on screen. */
export function supposables(
  state: CaseState,
  one: Instantiation,
  engine: "structure" | "program",
): readonly Supposable[] {
  const given = rowsOf(state, one).map(({ name, type, value }): Supposable => {
    const typed = writeTyped(value?.value);
    const from = typed || "no value";
    return {
      key: `given ${name}`,
      group: "Given by the question",
      words: name,
      typed,
      type,
      change: (to) => ({ kind: "given", name, from, to }),
    };
  });
  if (engine === "program") return given;
  const decided = orderedInstantiations(caseLayer(state)).filter((row) => row.truth !== null);
  return [...given, ...decided.flatMap((row) => supposeRow(state, row))];
}

function supposeRow(state: CaseState, row: Instantiation): readonly Supposable[] {
  const truth = row.truth === true;
  const label = row.label;
  const instead: Values = Object.fromEntries(
    row.values.filter((one) => one.value !== "").map((one) => [one.name, one.value]),
  );
  const flip: Supposition = { kind: "truth", label, values: instead, from: String(truth), to: !truth };
  const turned: Supposable = {
    key: `truth ${row.id}`,
    group: sayLabel(label),
    words: `${sayLabel(label)} were ${String(!truth)}`,
    typed: null,
    type: "span",
    change: () => flip,
  };
  const values = rowsOf(state, row).map(({ name, type, value }): Supposable => ({
    key: `row ${row.id} ${name}`,
    group: sayLabel(label),
    words: `${sayLabel(label)} ${name}`,
    typed: writeTyped(value?.value),
    type,
    change: (to) => {
      const from = writeTyped(value?.value) || "no value";
      return { kind: "row", label, name, from, to, instead, truth };
    },
  }));
  return [turned, ...values];
}

/** Returns a change in words: what, as it is, as it would be. */
export function sayChange(one: Supposition): readonly [what: string, from: string, to: string] {
  switch (one.kind) {
    case "truth":
      return [sayLabel(one.label), one.from, one.to ? "true" : "false"];
    case "row":
      return [`${sayLabel(one.label)} ${one.name}`, one.from, wordsOf(one.to)];
    case "fact":
      return [one.text, "a fact", "not there"];
    case "given":
      return [one.name, one.from, wordsOf(one.to)];
    case "facts":
      return ["Facts", "as in the case", "changed"];
  }
}
