/** Reviews being decided: what is in focus, what is taken back, what is sent, and words for it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { mapOffsets } from "../../text/offsets";
import { splitNames } from "./comments";
import { disputesOf, isDecided, nextOpen, openDesk, openItems, takeAll, undecided, update } from "./desk";
import type { DeskAction, DeskState } from "./desk";
import { draftCluster, finishCluster, putMention, readValue, typeValue } from "./editing";
import { sayOrigin } from "./origins";
import { agreedSpans, cutOverlay, marksOf, movedSpans, spansOf } from "./overlay";
import { lastOfEach, refit, sayChange } from "./sending";
import type { Decided, Item, ItemFor, Review } from "./types";
import { chipOf, differenceOf, joinNames, questionOf, sayDecision, sourceOf, titleOf } from "./words";

const TEXT = "No dues on a vessel if the vessel 𝄞 is small.";
const A = [11, 19] as const;
const THE = [23, 33] as const;
const CLUSTER: ItemFor<"cluster"> = {
  key: "cluster:11-19.1",
  kind: "cluster",
  relation: "split",
  disputed: true,
  at: A,
  subject: "Vessel",
  fingerprint: "c",
  versions: [
    {
      number: 1,
      layers: [0],
      words: [],
      content: { arguments: [{ name: "Vessel", value_type: "span", spans: [A, THE] }] },
    },
    {
      number: 2,
      layers: [1],
      words: [],
      content: {
        arguments: [
          { name: "Vessel", value_type: "span", spans: [A] },
          { name: "Craft", value_type: "span", spans: [THE] },
        ],
      },
    },
  ],
};

function span(key: string, left: readonly (readonly [number, number])[], right = left): Item {
  const same = JSON.stringify(left) === JSON.stringify(right);
  const versions = same
    ? [{ number: 1, layers: [0, 1], words: [], content: { spans: left } }]
    : [
        { number: 1, layers: [0], words: [], content: { spans: left } },
        { number: 2, layers: [1], words: [], content: { spans: right } },
      ];
  const relation = same ? "same" : left.length * right.length === 0 ? "missing" : "edge";
  const at = left[0] ?? right[0] ?? null;
  return { key, kind: "span", relation, disputed: !same, at, subject: "", fingerprint: key, versions };
}

function layer(
  index: number,
  name: string,
  spans: readonly (readonly (readonly [number, number])[])[],
): Review["layers"][number] {
  return {
    index,
    id: `id-${name}`,
    author: { kind: "person", name, username: name.toLowerCase() },
    revision: 1,
    state: "submitted",
    updated_at: "2026-01-31T12:00:00Z",
    arguments: spans.map((each, n) => ({ number: n + 1, name: `N${n + 1}`, spans: each })),
  };
}

const REVIEW: Review = {
  kind: "subsections",
  name: "12(c)",
  printed: "§12(c)",
  heading: "",
  section: "12",
  text: TEXT,
  parts: [[0, mapOffsets(TEXT).points]],
  layers: [layer(0, "Robin", [[A, THE], [[0, 7]]]), layer(1, "Sam", [[A], [THE], [[0, 2]]])],
  gold_revision: 1,
  fingerprint: "f",
  disputes: 3,
  agreed: 2,
  open: 3,
  items: [
    span("span:0-7", [[0, 7]], [[0, 2]]),
    span("span:11-19", [A]),
    CLUSTER,
    span("span:23-33", [THE]),
    span("span:36-38", [], [[36, 38]]),
  ],
  decisions: [],
  can_undo: false,
  accepted_at: null,
  accepted_by: null,
};
const source = sourceOf(REVIEW);

const take = (key: string, number: number): Decided => ({ ...undecided(key), take: number });
const run = (...actions: DeskAction[]): DeskState => actions.reduce(update, openDesk(REVIEW));

describe("deciding", () => {
  it("goes to the next open dispute, and round to those left behind", () => {
    const state = run(
      { type: "moved", by: 1 },
      { type: "chosen", decisions: [take(CLUSTER.key, 2)], goOn: true },
    );
    expect(state.focus).toBe("span:36-38");
    const next = update(state, { type: "chosen", decisions: [take("span:36-38", 1)], goOn: true });
    expect(next.focus).toBe("span:0-7");
    expect(openItems(next).map((item) => item.key)).toEqual(["span:0-7"]);
  });

  it("takes all of one layer, and all of it back at once", () => {
    const all = takeAll(run(), 1);
    expect(all.map((one) => one.take)).toEqual([2, 2, 2]);
    const state = run({ type: "chosen", decisions: all, goOn: true });
    expect(nextOpen(state, state.focus)).toBeNull();
    expect(openItems(update(state, { type: "undone" }))).toHaveLength(3);
  });

  it("shows everything or disputes alone, with something shown in focus", () => {
    const all = run({ type: "turned" }, { type: "moved", by: 1 });
    expect(all.focus).toBe("span:11-19");
    expect(update(all, { type: "turned" }).focus).toBe("span:0-7");
  });

  it("undoes and redoes any decisions, whatever came between", () => {
    const keys = disputesOf(REVIEW).map((item) => item.key);
    const decided = fc.record({ key: fc.constantFrom(...keys), number: fc.constantFrom(1, 2) });
    fc.assert(
      fc.property(fc.array(decided, { maxLength: 8 }), (made) => {
        const actions = made.map(({ key, number }): DeskAction => ({
          type: "chosen",
          decisions: [take(key, number)],
          goOn: true,
        }));
        const done = run(...actions);
        const undone = made.reduce((state) => update(state, { type: "undone" }), done);
        expect([...undone.decisions.values()].filter(isDecided)).toEqual([]);
        const redone = made.reduce((state) => update(state, { type: "redone" }), undone);
        expect(new Map([...redone.decisions].sort())).toEqual(new Map([...done.decisions].sort()));
      }),
      { numRuns: 60 },
    );
  });

  it("keeps the focus and what waits when it is read again", () => {
    const state = run({ type: "focused", key: CLUSTER.key });
    const read = update(state, { type: "read", review: REVIEW, waiting: [take(CLUSTER.key, 1)] });
    expect(read.focus).toBe(CLUSTER.key);
    expect(read.decisions.get(CLUSTER.key)?.take).toBe(1);
  });
});

describe("sending", () => {
  it("sends the last decision of each item", () => {
    expect(lastOfEach([take("a", 1), take("b", 1), take("a", 2)])).toEqual([take("b", 1), take("a", 2)]);
  });

  it("keeps what still fits other layers, and says what must be chosen again", () => {
    const items = REVIEW.items.map((item) =>
      item.key === CLUSTER.key ? { ...item, fingerprint: "new" } : item,
    );
    const now = { ...REVIEW, items: items, layers: REVIEW.layers.slice(0, 1) };
    const { kept, lost } = refit([take("span:0-7", 1), take(CLUSTER.key, 2)], REVIEW, now);
    expect(kept).toEqual([take("span:0-7", 1)]);
    expect(lost.map((item) => item.key)).toEqual([CLUSTER.key]);
    expect(sayChange(REVIEW, now)).toBe("Sam’s layer is no longer waiting");
  });
});

describe("the overlay", () => {
  it("loses not one character, wherever it is cut", () => {
    const marks = marksOf(REVIEW);
    const view = {
      marks,
      agreed: agreedSpans(REVIEW, marks),
      disputes: disputesOf(REVIEW).map(spansOf),
      current: 2,
    };
    const points = source.map.points;
    fc.assert(
      fc.property(fc.nat(points), fc.nat(points), (a, b) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const joined = cutOverlay(source, from, to, view)
          .map((piece) => piece.text)
          .join("");
        expect(joined).toBe(Array.from(TEXT).slice(from, to).join(""));
      }),
    );
  });

  it("knows which mention was put elsewhere, and what is agreed", () => {
    expect(movedSpans(CLUSTER)).toEqual([THE]);
    expect([...agreedSpans(REVIEW, marksOf(REVIEW))]).toEqual(["11-19"]);
  });
});

describe("words", () => {
  it("asks, tells the difference, and says what was taken", () => {
    expect(questionOf(CLUSTER, source)).toBe("One Vessel or two?");
    expect(differenceOf(CLUSTER, REVIEW.layers)).toBe("Robin merges what Sam splits");
    const missing = span("span:36-38", [], [[36, 38]]);
    expect(questionOf(missing, source)).toBe("Is “is” a mention?");
    expect(differenceOf(missing, REVIEW.layers)).toBe("Only Sam says so");
    expect([titleOf(missing), chipOf(span("span:0-7", [[0, 7]], [[0, 2]]))]).toEqual([
      "Span marked or not",
      "edge",
    ]);
    expect(sayDecision(CLUSTER, take(CLUSTER.key, 2), REVIEW.layers, source)).toBe(
      "took Sam: Vessel and Craft",
    );
    expect(joinNames(["Robin", "Sam", "the gold"])).toBe("Robin, Sam and the gold");
  });

  it("cuts a comment at the names it calls", () => {
    const body = "𝄞 @sam, look";
    expect(splitNames(body, [{ start: 2, end: 6 }])).toEqual([
      { text: "𝄞 ", named: false },
      { text: "@sam", named: true },
      { text: ", look", named: false },
    ]);
  });
});

describe("edits", () => {
  it("splits what a version merges, under a free name", () => {
    const draft = draftCluster(CLUSTER, 1);
    const split = finishCluster(putMention(draft, 1, 1));
    expect(split.arguments.map(({ name, spans }) => [name, spans])).toEqual([
      ["Vessel", [A]],
      ["Vessel_2", [THE]],
    ]);
    expect(finishCluster(draft)).toEqual(CLUSTER.versions[0]?.content);
  });

  it.each([
    ["number", "$1,200", 1200],
    ["number", "-5", -5],
    ["text", " April 24th, 2017 ", "April 24th, 2017"],
    ["list", "Alice\n\nBob\n12", ["Alice", "Bob", 12]],
    ["none", "anything", null],
  ] as const)("reads a %s", (form, typed, value) => {
    expect(readValue(form, typed)).toEqual({ ok: true, value });
  });

  it("refuses what is no number, and types a list a line each", () => {
    expect(readValue("number", "twelve").ok).toBe(false);
    expect(typeValue(["a", 2])).toBe("a\n2");
  });
});

describe("origins", () => {
  const one = {
    item: "clause",
    authors: ["robin"],
    edited: false,
    decided: true,
    decided_by: "Rowan",
    comment: "Shorter.",
    guideline: "2#spans",
    accepted_by: "Rowan",
    accepted_at: "2026-01-31T12:00:00Z",
  };
  const agreed = { ...one, item: "mention:1", authors: ["robin", "sam"], decided: false, decided_by: null };

  it("says whom an item came from, who decided and why", () => {
    expect(sayOrigin([one, agreed], "clause")).toBe(
      "From robin, decided by Rowan (Shorter.; guidelines 2#spans).",
    );
    expect(sayOrigin([one, agreed], "mention:1")).toBe("From robin and sam, all agreed.");
    expect(sayOrigin([one, agreed], null)).toContain("2 items, 1 decided, the rest agreed.");
  });
});
