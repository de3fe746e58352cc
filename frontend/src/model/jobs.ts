/** Jobs in words: what is done, how far it is, how long it will still take. */
import { countWords } from "../text/counting";

const KINDS: Readonly<Record<string, string>> = {
  model_train: "Train",
  model_evaluate: "Evaluate",
  model_prelabel: "Pre-label",
  logic_silver: "Silver rows",
  logic_replay: "Replay",
  logic_tabling: "Tabling",
  import_check: "Import, check",
  import_save: "Import, save",
  agreement: "Agreement",
  export: "Export",
  release: "Release",
};

const STATES: Readonly<Record<string, string>> = {
  queued: "waiting",
  running: "running",
  paused: "paused",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
};

export interface JobLike {
  readonly kind: string;
  readonly state: string;
  readonly stopping: string;
  readonly done: number;
  readonly total: number;
  readonly seconds_left: number | null;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns "Pre-label §12, §14", "Train, features", "Evaluate". */
export function jobTitle(job: JobLike): string {
  const words = KINDS[job.kind] ?? job.kind.replaceAll("_", " ");
  const { sections, kind, tasks } = job.params;
  if (job.kind === "model_train" && typeof kind === "string") return `${words}, ${kind}`;
  if (job.kind !== "model_prelabel") return words;
  const named = Array.isArray(sections) ? sections.map((section) => `§${String(section)}`) : [];
  const values = Array.isArray(tasks) && tasks.includes("values");
  const statutes = !Array.isArray(tasks) || tasks.includes("arguments");
  const what = [
    statutes ? (named.length > 0 ? named.join(", ") : "all statutes") : "",
    values ? "cases" : "",
  ];
  return `${words} ${what.filter((part) => part !== "").join(" and ")}`;
}

/** Returns "40 s left", "6 min left", "2 h left"; nothing while nobody can tell. */
export function timeLeft(seconds: number | null): string {
  if (seconds === null) return "";
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s left`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min left`;
  return `${Math.round(seconds / 3600)} h left`;
}

/** Returns how far a job is: "12 of 31, 40 s left". */
export function jobProgress(job: JobLike): string {
  if (job.stopping === "cancel") return "stopping";
  if (job.stopping === "pause") return "will pause at the next step";
  if (job.state !== "running") return STATES[job.state] ?? job.state;
  const count = job.total > 0 ? `${job.done} of ${job.total}` : "begun";
  return [count, timeLeft(job.seconds_left)].filter((part) => part !== "").join(", ");
}

/** Returns a difference in F1 with its interval, and whether it may be luck. */
export function compareWords(found: {
  readonly against: string;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}): string {
  const points = (value: number): string => {
    const shown = (100 * value).toFixed(1);
    return value >= 0 ? `+${shown}` : shown.replace("-", "−");
  };
  const luck = found.low <= 0 && found.high >= 0 ? "; may be luck" : "";
  return `${points(found.difference)} against ${found.against} (${points(found.low)} to ${points(found.high)}${luck})`;
}

/** Returns "3 problems" for a job's line, or nothing. */
export function problemWords(count: number): string {
  return count > 0 ? countWords(count, "problem") : "";
}

const TRAINED: Readonly<Record<string, string>> = {
  in_use: "took over",
  candidate: "did not take over",
};

/** Returns what came of a job that is done: "133 mentions in 31 subsections, 56 cases". */
export function resultWords(job: {
  readonly kind: string;
  readonly state: string;
  readonly result: Readonly<Record<string, unknown>>;
}): string {
  if (job.state !== "done") return "";
  const { model, state, mentions, subsections, cases } = job.result;
  if (job.kind === "model_train") {
    return `model ${String(model)} ${TRAINED[String(state)] ?? String(state)}`;
  }
  if (job.kind !== "model_prelabel") return "";
  const parts = [
    Number(subsections) > 0
      ? `${countWords(Number(mentions), "mention")} in ${countWords(Number(subsections), "subsection")}`
      : "",
    Number(cases) > 0 ? countWords(Number(cases), "case") : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}
