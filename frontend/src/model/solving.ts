/** A question to the engine made of what is on the screen, and its answer in the words of people. */
import type { EngineName, SolveAnswer } from "../api/types";
import { caseLayer } from "./case-session";
import type { CaseState } from "./case-session";
import type { CaseValue, Instantiation } from "./edits";
import type { WhatIf } from "./what-if";

export interface SolveBody {
  readonly engine: EngineName;
  readonly label: string;
  readonly given: Readonly<Record<string, CaseValue["value"]>>;
  readonly found: Readonly<Record<string, CaseValue["value"]>>;
  readonly truth: boolean | null;
  readonly layer: "gold" | "mine";
  readonly rest: true;
  readonly compat: boolean;
  readonly rows: readonly {
    readonly label: string;
    readonly values: Readonly<Record<string, CaseValue["value"]>>;
    readonly truth: boolean;
  }[];
  readonly what_if?: WhatIf;
}

/** Empty values say that there is none; the engine is not asked about them. */
function valuesOf(
  one: Instantiation,
  role?: CaseValue["role"],
): Readonly<Record<string, CaseValue["value"]>> {
  const some = one.values.filter(
    (value) => value.value !== "" && (role === undefined || value.role === role),
  );
  return Object.fromEntries(some.map((value) => [value.name, value.value]));
}

/** Returns the question: this subsection with its given values, on the decided rows of the screen. */
export function makeQuestion(
  state: CaseState,
  one: Instantiation,
  engine: EngineName,
  layer: "gold" | "mine",
  compat: boolean,
): SolveBody {
  const rows = [...caseLayer(state).instantiations.values()].flatMap((row) =>
    row.truth === null ? [] : [{ label: row.label, values: valuesOf(row), truth: row.truth }],
  );
  return {
    engine,
    label: one.label,
    given: valuesOf(one, "given"),
    found: valuesOf(one, "found"),
    truth: one.truth,
    layer,
    rest: true,
    compat: engine === "program" && compat,
    rows,
  };
}

export type FlagKind = "same" | "differs" | "open" | "unknown" | "error" | "limit";

export interface Verdict {
  readonly kind: FlagKind;
  readonly title: string;
  readonly detail: string;
  /** What the engine says, where taking it would settle the difference. */
  readonly take: boolean | null;
}

const LIMITS: Readonly<Record<string, string>> = {
  time: "it took longer than it may",
  inferences: "it took more steps than it may",
  memory: "it needed more memory than it may",
  stack: "it went deeper than it may",
  output: "it wrote more than it may",
};

const word = (truth: boolean): string => (truth ? "true" : "false");

/** Returns the answer beside the person's, in words. */
export function judge(answer: SolveAnswer, said: boolean | null): Verdict {
  const { outcome, verdict } = answer;
  if (outcome === "error") {
    const near = answer.nearest.length > 0 ? ` Nearest: ${answer.nearest.join(", ")}.` : "";
    return {
      kind: "error",
      title: "The engine could not answer.",
      detail: `${answer.message || answer.code}${near}`,
      take: null,
    };
  }
  if (outcome === "limit") {
    const why = LIMITS[answer.code] ?? answer.code.replaceAll("_", " ");
    return {
      kind: "limit",
      title: "The engine gave up.",
      detail: `Neither true nor false: ${why}.`,
      take: null,
    };
  }
  if (outcome === "unknown") {
    const missing = answer.missing.map((label) => `§${label}`).join(", ");
    const what = missing === "" ? (verdict?.detail ?? "") : `Not annotated in this case: ${missing}.`;
    return { kind: "unknown", title: "The engine cannot tell yet.", detail: what, take: null };
  }
  const truth = verdict?.engine_truth ?? outcome === "true";
  if (said === null)
    return {
      kind: "open",
      title: `The engine says ${word(truth)}.`,
      detail: "You have not said yet.",
      take: truth,
    };
  if (truth !== said)
    return {
      kind: "differs",
      title: `You say ${word(said)}, the engine says ${word(truth)}.`,
      detail: "Open until one changes, or you say why.",
      take: truth,
    };
  if (verdict !== null && verdict.status !== "same")
    return {
      kind: verdict.status === "not_comparable" || verdict.status === "unknown" ? "unknown" : "differs",
      title: `Both say ${word(said)}, with another value.`,
      detail: verdict.detail,
      take: null,
    };
  return { kind: "same", title: `You and the engine say ${word(said)}.`, detail: "", take: null };
}

export const FLAG_WORDS: Readonly<Record<string, string>> = {
  differs: "any difference",
  same: "same",
  wrong_truth: "wrong truth",
  wrong_value: "wrong value",
  missing_value: "missing value",
  engine_error: "engine error",
  limit: "limit",
  not_comparable: "not comparable",
  unknown: "not told yet",
  outdated: "out of date",
  noted: "settled by a note",
};

/** Why a flag is out of date, in words. */
export const OUTDATED_WORDS: Readonly<Record<string, string>> = {
  values: "the values have changed since",
  facts: "the facts have changed since",
  program: "the program has changed since",
  clauses: "the clauses have changed since",
};
