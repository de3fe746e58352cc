/** Work in words. */
import type { Seat } from "../api/work";

const TASKS: Readonly<Record<Seat["task"], string>> = {
  spans: "mentions and arguments",
  coreference: "arguments",
  clauses: "clause",
  values: "case",
};
const STATES: Readonly<Record<Seat["state"], string>> = {
  free: "free",
  not_begun: "not begun",
  in_progress: "in progress",
  submitted: "submitted",
  accepted: "accepted",
  returned: "returned",
};

export const taskWords = (task: Seat["task"]): string => TASKS[task];
export const stateWords = (state: Seat["state"]): string => STATES[state];

/** Returns the labels that someone typed, apart by commas, semicolons or lines. */
export function readLabels(typed: string): string[] {
  const found = typed.split(/[,;\n]/).map((one) => one.replace(/^\s*§?\s*/, "").trim());
  return [...new Set(found.filter((one) => one !== ""))];
}
