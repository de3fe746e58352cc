import { describe, expect, it } from "vitest";

import { settle } from "./conflicts";
import type { Choice } from "./conflicts";
import { sayOperation } from "./edit-words";
import { applyOperation, emptyLayer } from "./edits";
import type { Argument, Layer, Mention, Operation } from "./edits";
import type { Queued } from "./queue";
import { mapOffsets } from "../text/offsets";

const argument = (id: string, name: string, order = 1): Argument => ({
  id,
  name,
  value_type: "span",
  order,
  from_suggestion: null,
});
const mention = (id: string, start: number, end: number, of = "A"): Mention => ({
  id,
  start,
  end,
  argument: of,
  from_suggestion: null,
});

function layerOf(args: readonly Argument[], mentions: readonly Mention[]): Layer {
  return {
    ...emptyLayer("L", "subsection", [[0, 100]]),
    arguments: new Map(args.map((one) => [one.id, one])),
    mentions: new Map(mentions.map((one) => [one.id, one])),
  };
}

const queued = (id: string, operation: Operation): Queued => ({
  id,
  owner: "robin",
  slug: "p",
  label: "1(a)",
  stored: false,
  edit: {
    id,
    layer: "L",
    author: "robin",
    time: "2026-01-31T12:00:00Z",
    base_revision: 3,
    operation,
    inverse: null,
    undoes: null,
    group: null,
    from_suggestion: null,
  },
});

const A = argument("A", "Person");

function after(
  theirs: Layer,
  mine: Layer,
  waiting: readonly Queued[],
  choice: Choice,
): { readonly layer: Layer; readonly dropped: number } {
  const choices = new Map(waiting.map((one) => [one.id, choice]));
  let made = 0;
  const { edits, dropped } = settle(theirs, 9, mine, waiting, choices, () => `new${made++}`);
  let layer = theirs;
  for (const { edit } of edits) {
    expect(edit.base_revision).toBe(9);
    const outcome = applyOperation(layer, edit.operation);
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    layer = outcome.layer;
  }
  return { layer, dropped: dropped.length };
}

describe("settle", () => {
  it("brings back what they deleted when mine is kept", () => {
    const resize = queued("e", { op: "resize_mention", id: "m", start: 0, end: 8 });
    const { layer } = after(layerOf([], []), layerOf([A], [mention("m", 0, 8)]), [resize], "mine");
    expect(layer.mentions.get("m")).toMatchObject({ start: 0, end: 8, argument: "A" });
    expect(layer.arguments.get("A")?.name).toBe("Person");
  });

  it("makes room for mine where theirs overlaps", () => {
    const add = queued("e", { op: "add_mention", mention: mention("m", 0, 8) });
    const { layer } = after(layerOf([A], [mention("t", 5, 10)]), layerOf([A], []), [add], "mine");
    expect([...layer.mentions.keys()]).toEqual(["m"]);
  });

  it("gives mine another name where theirs has taken it", () => {
    const fresh = queued("e", { op: "new_argument", argument: argument("B", "Person", 2) });
    const { layer } = after(layerOf([A], []), layerOf([], []), [fresh], "mine");
    expect(layer.arguments.get("B")?.name).toBe("Person_2");
  });

  it("lets go of mine, and of what stood on it, when theirs is taken", () => {
    const add = queued("e", { op: "add_mention", mention: mention("m", 0, 8) });
    const grow = queued("f", { op: "resize_mention", id: "m", start: 0, end: 9 });
    const choices = new Map<string, Choice>([["e", "theirs"]]);
    const theirs = layerOf([A], [mention("t", 5, 10)]);
    const { edits, dropped } = settle(theirs, 9, theirs, [add, grow], choices, () => "new");
    expect(edits).toEqual([]);
    expect(dropped.map((one) => one.id)).toEqual(["e", "f"]);
  });

  it("keeps the id of an edit that did not have to change", () => {
    const rename = queued("e", { op: "rename_argument", id: "A", name: "Who" });
    const choices = new Map<string, Choice>([["e", "mine"]]);
    const { edits } = settle(layerOf([A], []), 9, layerOf([A], []), [rename], choices, () => "new");
    expect(edits[0]?.edit.operation).toEqual({ op: "rename_argument", id: "A", name: "Who" });
  });
});

describe("sayOperation", () => {
  const text = "the master pays";
  const source = { text, map: mapOffsets(text) };
  const layers = [layerOf([A], [mention("m", 0, 10)])];
  it.each([
    [{ op: "remove_mention", id: "m" }, "deletes the mention “the master”"],
    [{ op: "resize_mention", id: "m", start: 4, end: 10 }, "makes it “master”"],
    [{ op: "rename_argument", id: "A", name: "Who" }, "renames Person to Who"],
    [{ op: "assign_mention", id: "m", argument: "gone" }, "moves “the master” to another argument"],
  ] as const)("says it in words (%#)", (operation, words) => {
    expect(sayOperation({ source, layers }, operation)).toBe(words);
  });
});
