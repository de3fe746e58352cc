import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Edit } from "./edits";
import {
  acknowledge,
  backOff,
  countWaiting,
  describeSave,
  editsHere,
  EMPTY_QUEUE,
  enqueue,
  hold,
  isOutdated,
  makeBody,
  nextRequest,
  release,
  revisionOf,
  seeRevision,
  seeRevisions,
  withGroup,
} from "./queue";
import type { Queue, Queued } from "./queue";

function queued(id: string, layer = "L", base = 0, slug = "p"): Queued {
  const edit: Edit = {
    id,
    layer,
    author: "robin",
    time: "2026-01-31T12:00:00Z",
    base_revision: base,
    operation: { op: "remove_mention", id },
    inverse: null,
    undoes: null,
    group: null,
    from_suggestion: null,
  };
  return { id, owner: "robin", slug, label: `1(${layer})`, edit, stored: false };
}

const ids = (items: readonly Queued[]): readonly string[] => items.map((one) => one.id);

describe("queue", () => {
  it("keeps the order and counts the same edit once", () => {
    const queue = enqueue(EMPTY_QUEUE, [queued("a"), queued("b"), queued("a")].slice(0, 2));
    expect(ids(enqueue(queue, [queued("a"), queued("c")]).items)).toEqual(["a", "b", "c"]);
  });

  it("sends one project at a time, with the subsections of its layers", () => {
    const queue = enqueue(EMPTY_QUEUE, [queued("a"), queued("b", "M", 0, "q"), queued("c", "M")]);
    const sent = nextRequest(queue);
    expect(ids(sent)).toEqual(["a", "c"]);
    expect(makeBody(sent).layers).toEqual({ L: { subsection: "1(L)" }, M: { subsection: "1(M)" } });
    expect(JSON.stringify(makeBody(sent).edits[0])).not.toContain("inverse");
    const ofCase: Queued = { ...queued("d", "N"), label: "s9_a_pos", kind: "case" };
    expect(makeBody([ofCase]).layers).toEqual({ N: { case: "s9_a_pos" } });
  });

  it("never parts the edits of a group", () => {
    const member = (id: string, layer: string): Queued => {
      const one = queued(id, layer);
      return { ...one, edit: { ...one.edit, group: "g" } };
    };
    const single = Array.from({ length: 199 }, (_, i) => queued(`s${i}`));
    const group = Array.from({ length: 230 }, (_, i) => member(`g${i}`, `L${i}`));
    const first = nextRequest(enqueue(EMPTY_QUEUE, [...single, ...group, queued("z")]));
    expect(first).toHaveLength(199);
    const then = enqueue(EMPTY_QUEUE, [...group, queued("z")]);
    expect(nextRequest(then)).toHaveLength(230);
    expect(withGroup(then, group[3] ?? queued("x"))).toHaveLength(230);
    expect(withGroup(then, queued("z"))).toHaveLength(1);
    const held = hold(then, {
      layer: "L7",
      label: "1(L7)",
      slug: "p",
      revision: 1,
      theirs: null,
      conflicts: {},
    });
    expect(ids(nextRequest(held))).toEqual(["z"]);
    expect(editsHere(then.items, "p", new Set(["L3"]))).toHaveLength(230);
    expect(editsHere(then.items, "p", new Set(["L"])).map((edit) => edit.id)).toEqual(["z"]);
    expect(makeBody([{ ...queued("a"), label: "" }]).layers).toEqual({});
  });

  it("knows the newest of several revisions of a layer", () => {
    const seen = seeRevisions(EMPTY_QUEUE, [
      ["L", 5],
      ["L", 3],
    ]);
    expect(revisionOf(seen, "L")).toBe(5);
  });

  it("moves what waits on to the new revision when all of it was our own", () => {
    const queue = enqueue(seeRevision(EMPTY_QUEUE, "L", 4), [queued("a", "L", 4)]);
    const sent = nextRequest(queue);
    const later = enqueue(queue, [queued("b", "L", 4)]);
    const { queue: after, behind } = acknowledge(later, sent, { L: 5 });
    expect(behind).toEqual([]);
    expect(after.items.map((one) => [one.id, one.edit.base_revision])).toEqual([["b", 5]]);
    expect(revisionOf(after, "L")).toBe(5);
    // An edit that another tab made on the sight of revision 4 was made on our own work too.
    expect(enqueue(after, [queued("c", "L", 4)]).items.at(-1)?.edit.base_revision).toBe(5);
  });

  it("moves on also when an answer was lost and everything was sent again", () => {
    const queue = enqueue(seeRevision(EMPTY_QUEUE, "L", 4), [queued("a", "L", 4), queued("b", "L", 4)]);
    // The server had stored "a" before; now it stores "b" and passes "a" over.
    const { queue: after, behind } = acknowledge(queue, nextRequest(queue), { L: 6 });
    expect([after.items, behind, revisionOf(after, "L")]).toEqual([[], [], 6]);
  });

  it("knows what the server has stored, whoever's it is, so that an older reading is told from a newer", () => {
    const queue = enqueue(seeRevision(EMPTY_QUEUE, "L", 4), [queued("a", "L", 4)]);
    expect(isOutdated(queue, "L", 4)).toBe(false);
    const { queue: own } = acknowledge(queue, nextRequest(queue), { L: 5 });
    expect([isOutdated(own, "L", 4), isOutdated(own, "L", 5)]).toEqual([true, false]);
    const { queue: strange } = acknowledge(queue, nextRequest(queue), { L: 7 });
    expect([isOutdated(strange, "L", 6), isOutdated(strange, "L", 7), isOutdated(strange, "M", 0)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("sends stored edits along while a stranger's lie between", () => {
    const queue = enqueue(seeRevision(EMPTY_QUEUE, "L", 4), [queued("a", "L", 4)]);
    const later = enqueue(queue, [queued("b", "L", 4)]);
    const { queue: after, behind } = acknowledge(later, [queued("a", "L", 4)], { L: 7 });
    expect(behind).toEqual(["L"]);
    expect(ids(nextRequest(after))).toEqual(["a", "b"]);
    expect(countWaiting(after)).toBe(1);
    expect(acknowledge(after, nextRequest(after), { L: 8 }).queue.items).toEqual([]);
  });

  it("holds the layer in conflict and lets the others go on", () => {
    const queue = enqueue(EMPTY_QUEUE, [queued("a"), queued("b", "M")]);
    const held = { layer: "L", label: "1(L)", slug: "p", revision: 9, theirs: {}, conflicts: {} };
    const after = hold(queue, held);
    expect(ids(nextRequest(after))).toEqual(["b"]);
    const chosen = release(after, "L", [queued("c", "L", 9)]);
    expect(ids(nextRequest(chosen))).toEqual(["b", "c"]);
    expect(revisionOf(chosen, "L")).toBe(9);
  });

  it("stores every edit once, whichever answers are lost", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("make", "lost", "answer", "refused"), { maxLength: 60 }),
        (steps) => {
          let queue: Queue = seeRevision(EMPTY_QUEUE, "L", 0);
          const stored: string[] = [];
          let made = 0;
          const post = (answered: boolean): void => {
            const sent = nextRequest(queue);
            if (sent.length === 0) return;
            for (const one of sent) if (!stored.includes(one.id)) stored.push(one.id);
            if (answered) queue = acknowledge(queue, sent, { L: stored.length }).queue;
          };
          for (const step of steps) {
            if (step === "make") queue = enqueue(queue, [queued(`e${made++}`, "L", revisionOf(queue, "L"))]);
            if (step === "lost") post(false);
            if (step === "answer") post(true);
          }
          post(true);
          expect(stored).toEqual(Array.from({ length: made }, (_, i) => `e${i}`));
          expect(queue.items).toEqual([]);
        },
      ),
    );
  });

  it("waits longer after each failure, half a minute at most", () => {
    expect([1, 2, 3, 6, 50].map(backOff)).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  });
});

describe("describeSave", () => {
  const waiting = enqueue(EMPTY_QUEUE, [queued("a")]);
  const held = hold(waiting, {
    layer: "L",
    label: "1(L)",
    slug: "p",
    revision: 1,
    theirs: {},
    conflicts: { a: { items: [], mine: {}, theirs: [] } },
  });
  it.each([
    [EMPTY_QUEUE, "on", "written", "saved"],
    [waiting, "on", "written", "saving"],
    [waiting, "off", "written", "offline"],
    [waiting, "off", "writing", "saving"],
    [waiting, "signed_out", "written", "signed_out"],
    [waiting, "off", "full", "storage_full"],
    [EMPTY_QUEUE, "on", "full", "saved"],
    [held, "on", "written", "conflict"],
  ] as const)("says the one thing that matters (%#)", (queue, link, disk, kind) => {
    expect(describeSave(queue, link, disk).kind).toBe(kind);
  });
});
