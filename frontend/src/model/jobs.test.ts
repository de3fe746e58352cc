import { describe, expect, it } from "vitest";

import { compareWords, jobProgress, jobTitle, resultWords, timeLeft } from "./jobs";
import type { JobLike } from "./jobs";

const JOB: JobLike = {
  kind: "model_prelabel",
  state: "running",
  stopping: "",
  done: 12,
  total: 31,
  seconds_left: 40,
  params: { sections: ["21"], tasks: ["arguments", "clauses"] },
};

describe("a job in words", () => {
  it.each([
    [JOB, "Pre-label §21"],
    [
      { ...JOB, params: { sections: [], tasks: ["arguments", "clauses", "values"] } },
      "Pre-label all statutes and cases",
    ],
    [{ ...JOB, params: { tasks: ["values"] } }, "Pre-label cases"],
    [{ ...JOB, kind: "model_train", params: { kind: "features" } }, "Train, features"],
    [{ ...JOB, kind: "odd_kind", params: {} }, "odd kind"],
  ])("says what it does", (job, words) => {
    expect(jobTitle(job)).toBe(words);
  });

  it.each([
    [JOB, "12 of 31, 40 s left"],
    [{ ...JOB, seconds_left: null }, "12 of 31"],
    [{ ...JOB, total: 0, seconds_left: null }, "begun"],
    [{ ...JOB, stopping: "cancel" }, "stopping"],
    [{ ...JOB, state: "queued" }, "waiting"],
  ])("says how far it is", (job, words) => {
    expect(jobProgress(job)).toBe(words);
  });

  it.each([
    [null, ""],
    [0.2, "1 s left"],
    [89, "89 s left"],
    [360, "6 min left"],
    [7200, "2 h left"],
  ])("says what is left of %s seconds", (seconds, words) => {
    expect(timeLeft(seconds)).toBe(words);
  });

  it.each([
    [
      "model_prelabel",
      { subsections: 31, mentions: 133, cases: 56 },
      "133 mentions in 31 subsections, 56 cases",
    ],
    ["model_prelabel", { subsections: 0, mentions: 0, cases: 1 }, "1 case"],
    ["model_train", { model: 2, state: "candidate" }, "model 2 did not take over"],
    ["logic_replay", { rows: 3 }, ""],
  ])("says what came of %s", (kind, result, words) => {
    expect(resultWords({ kind, state: "done", result })).toBe(words);
    expect(resultWords({ kind, state: "failed", result: {} })).toBe("");
  });

  it("says when a difference may be luck", () => {
    const found = { against: "model 1", difference: 0.021, low: -0.004, high: 0.05 };
    expect(compareWords(found)).toBe("+2.1 against model 1 (−0.4 to +5.0; may be luck)");
    expect(compareWords({ ...found, low: 0.01 })).not.toContain("luck");
  });
});
