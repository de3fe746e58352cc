/** States of a task as the marks show them. */
export type MarkState =
  "none" | "in_progress" | "submitted" | "accepted" | "returned" | "empty" | "stale" | "dispute";

export const MARK_WORDS: Readonly<Record<MarkState, string>> = {
  none: "not started",
  in_progress: "in progress",
  submitted: "submitted",
  accepted: "accepted",
  returned: "returned",
  empty: "nothing marked",
  stale: "stale, look again",
  dispute: "in dispute",
};

/** Returns the state as the marks know it. */
export function toMarkState(state: string | null | undefined): MarkState {
  return state !== null && state !== undefined && state in MARK_WORDS ? (state as MarkState) : "none";
}
