import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";

import { FERRY } from "../../../tests/statute";
import type { Statute } from "../../api/types";
import { buildDocument, replaceLayer } from "../../model/document";
import { SetPage } from "./set-page";

beforeAll(() => {
  Object.assign(globalThis, { CSS: { escape: (text: string) => text.replace(/["\\]/g, "\\$&") } });
});

/** A statute of many subsections of one line each, each with its first word marked. */
function makeLong(count: number): Statute {
  const line = "the master of the vessel pays the fee\n";
  const at = (i: number): number => i * line.length;
  const labels = Array.from({ length: count }, (_, i) => `9(x${i})`);
  const [subsection, layer] = [FERRY.subsections[0], FERRY.layers[0]];
  if (subsection === undefined || layer === undefined) throw new Error("the fixture is empty");
  return {
    ...FERRY,
    text: line.repeat(count),
    paragraphs: labels.map((label, i) => ({
      start: at(i),
      end: at(i) + line.length - 1,
      indent: 0,
      kind: "body",
      enumerator: null,
      label,
    })),
    subsections: labels.map((label, i) => ({
      ...subsection,
      label,
      printed: `§${label}`,
      depth: 1,
      parts: [[at(i), at(i + 1)]],
    })),
    layers: labels.map((label, i) => ({
      ...layer,
      id: `l${i}`,
      label,
      arguments: [{ id: `a${i}`, number: 1, name: "Master", value_type: "span", order: 0 }],
      mentions: [{ id: `m${i}`, start: at(i), end: at(i) + 10, argument: `a${i}` }],
    })),
  };
}

// The rest is set between other work; a busy machine takes its time.
const SOON = { timeout: 20_000 };
vi.setConfig({ testTimeout: 30_000 });

const texts = (host: HTMLElement): readonly (string | null)[] =>
  Array.from(host.querySelectorAll(".par"), (one) => one.textContent);

describe("SetPage", () => {
  it("sets what is in focus at once and all the rest soon", async () => {
    const host = document.createElement("div");
    const statute = makeLong(120);
    const page = new SetPage(host, buildDocument(statute), "9(x90)");
    expect(page.sectionsOf("9(x90)")[0]?.textContent).toBe("the master of the vessel pays the fee");
    expect(host.querySelectorAll(".sub").length).toBe(121);
    expect(texts(host).length).toBeLessThan(120);
    await vi.waitFor(() => {
      expect(texts(host)).toHaveLength(120);
    }, SOON);
    expect(new Set(texts(host)).size).toBe(1);
    expect(host.querySelectorAll("[data-mention]").length).toBe(120);
  });

  it("sets at once what is asked for before its turn, and only once", async () => {
    const host = document.createElement("div");
    const page = new SetPage(host, buildDocument(makeLong(120)), "9(x0)");
    page.setFocus("9(x119)");
    expect(host.querySelector(".fo")?.textContent).toContain("the master");
    await vi.waitFor(() => {
      expect(texts(host)).toHaveLength(120);
    }, SOON);
  });

  it("puts a change into what still waits", async () => {
    const host = document.createElement("div");
    const document_ = buildDocument(makeLong(120));
    const page = new SetPage(host, document_, "9(x0)");
    const layer = document_.layers.get("9(x115)");
    if (layer === undefined) throw new Error("no layer");
    page.update(replaceLayer(document_, { ...layer, mentions: [] }));
    await vi.waitFor(() => {
      expect(texts(host)).toHaveLength(120);
    }, SOON);
    expect(host.querySelectorAll("[data-mention]").length).toBe(119);
  });

  it("touches the changed paragraph alone, and leaves its element in place", () => {
    const host = document.createElement("div");
    const before = buildDocument(makeLong(20));
    const page = new SetPage(host, before, "9(x3)");
    const [kept, other] = [page.paragraphAt(3 * 38 + 5), page.sectionsOf("9(x4)")[0]?.innerHTML];
    const mark = host.querySelector('[data-mention="m4"]');
    const layer = before.layers.get("9(x3)");
    if (layer === undefined) throw new Error("no layer");
    page.update(replaceLayer(before, { ...layer, mentions: [] }));
    expect(page.paragraphAt(3 * 38 + 5)).toBe(kept);
    expect(kept?.querySelector("[data-mention]")).toBeNull();
    expect(page.sectionsOf("9(x4)")[0]?.innerHTML).toBe(other);
    expect(host.querySelector('[data-mention="m4"]')).toBe(mark);
  });

  it("keeps its nodes when the same statute is read again", () => {
    const host = document.createElement("div");
    const page = new SetPage(host, buildDocument(makeLong(20)), "9(x3)");
    const before = Array.from(host.querySelectorAll("*"));
    page.update(buildDocument(makeLong(20)));
    expect(Array.from(host.querySelectorAll("*"))).toEqual(before);
  });

  it("shows after any changes what opening the statute would show", () => {
    const statute = makeLong(6);
    const change = fc.record({
      at: fc.nat({ max: 5 }),
      spans: fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
        const host = document.createElement("div");
        let now = buildDocument(statute);
        let layers = statute.layers;
        const page = new SetPage(host, now, null);
        for (const { at, spans } of changes) {
          const layer = layers[at];
          if (layer === undefined) continue;
          const from = at * 38;
          const mentions = spans
            .toSorted((a, b) => a - b)
            .map((start, i, all) => ({
              id: `n${start}`,
              start: from + start,
              end: from + Math.min(start + 4, all[i + 1] ?? 37),
              argument: `a${at}`,
            }));
          layers = layers.map((one) => (one === layer ? { ...layer, mentions } : one));
          now = replaceLayer(now, { ...layer, mentions });
          page.update(now);
        }
        const fresh = document.createElement("div");
        new SetPage(fresh, buildDocument({ ...statute, layers }), null);
        expect(host.innerHTML).toBe(fresh.innerHTML);
      }),
      { numRuns: 30 },
    );
  });
});
