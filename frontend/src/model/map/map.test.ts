import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { ProjectMap } from "../../api/types";
import { describeNode, filterNodes, isCyclic, makeGraph, NO_FILTER } from "./graph";
import { layoutMap } from "./layout";
import { BoxIndex, centreOn, fitView, meets, panView, visibleBox, zoomView } from "./view";

const row = (label: string, statute: number, heading = "", clause = true) => ({
  label,
  printed: `§${label}`,
  heading,
  statute,
  depth: 0,
  clause,
});
const MAP: ProjectMap = {
  statutes: [
    { section: "12", printed: "§12", title: "Dues" },
    { section: "14", printed: "§14", title: "Rebates" },
  ],
  subsections: [row("12", 0), row("12(c)", 0, "Exemptions"), row("14(b)", 1), row("14(bb)", 1, "", false)],
  calls: [
    [0, 1],
    [1, 2],
    [2, 1],
  ],
  missing: [
    { caller: 1, label: "99(z)" },
    { caller: 0, label: "99(z)" },
  ],
  cycles: [[1, 2]],
};

describe("the graph of a map", () => {
  const graph = makeGraph(MAP);
  const labels = (found: readonly number[]): (string | undefined)[] =>
    found.map((index) => graph.nodes[index]?.label);

  it("has both directions, cycles and one node for what is not there", () => {
    expect(graph.callees[1]).toEqual([2, 4]);
    expect(graph.callers[4]).toEqual([1, 0]);
    expect(graph.nodes[4]).toMatchObject({ printed: "§99(z)", ghost: true });
    expect(isCyclic(graph, 1, 2)).toBe(true);
    expect(isCyclic(graph, 0, 1)).toBe(false);
  });

  it("is filtered by statute, cycle, missing link and any spelling", () => {
    expect(labels(filterNodes(graph, { ...NO_FILTER, statutes: new Set([1]) }))).toEqual(["14(b)", "14(bb)"]);
    expect(labels(filterNodes(graph, { ...NO_FILTER, show: "cycles" }))).toEqual(["12(c)", "14(b)"]);
    expect(labels(filterNodes(graph, { ...NO_FILTER, show: "missing" }))).toEqual(["12", "12(c)", "99(z)"]);
    for (const search of ["14(b)", "s14_b", "§14(b)", "14 b"]) {
      expect(labels(filterNodes(graph, { ...NO_FILTER, search }))).toEqual(["14(b)"]);
    }
    expect(labels(filterNodes(graph, { ...NO_FILTER, search: "exempt" }))).toEqual(["12(c)"]);
  });

  it("says of a node what the drawing shows", () => {
    expect(describeNode(graph, 1)).toBe("calls 1, called by 2, on a cycle, calls 1 that is not there");
    expect(describeNode(graph, 3)).toBe("has no clause yet, called by 0");
    expect(describeNode(graph, 4)).toBe("§99(z) is called and is not in this project.");
  });
});

const inputs = fc
  .record({ statutes: fc.integer({ min: 1, max: 4 }), size: fc.integer({ min: 0, max: 24 }) })
  .chain(({ statutes, size }) =>
    fc.record({
      statutes: fc.constant(statutes),
      nodes: fc.array(
        fc.record({ statute: fc.nat(statutes - 1), letters: fc.integer({ min: 1, max: 24 }) }),
        { minLength: size, maxLength: size },
      ),
      calls:
        size === 0
          ? fc.constant([])
          : fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: size * 2 }),
    }),
  );

describe("the layout", () => {
  it("gives each node a place of its own, inside its statute's frame", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const layout = layoutMap(input);
        const shrunk = layout.nodes.map((box) => ({ ...box, width: box.width - 1, height: box.height - 1 }));
        shrunk.forEach((box, index) => {
          const frame = layout.statutes[input.nodes[index]?.statute ?? -1];
          expect(frame).toBeDefined();
          if (frame === undefined) return;
          expect(box.x).toBeGreaterThanOrEqual(frame.x);
          expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height);
          for (const other of shrunk.slice(index + 1)) expect(meets(box, other)).toBe(false);
        });
      }),
      { numRuns: 40 },
    );
  });

  it("says how far it is", () => {
    const heard: number[] = [];
    layoutMap({ statutes: 3, nodes: [{ statute: 2, letters: 4 }], calls: [] }, (done) => heard.push(done));
    expect(heard).toEqual([1, 2, 3]);
  });
});

describe("the view", () => {
  const size = { width: 800, height: 600 };
  const box = { x: 100, y: 50, width: 4000, height: 900 };

  it("keeps what is under the pointer there while zooming", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.2, max: 4, noNaN: true }),
        fc.nat(800),
        fc.nat(600),
        (factor, px, py) => {
          const before = { x: -40, y: 12, scale: 0.7 };
          const after = zoomView(before, factor, px, py);
          expect((px - after.x) / after.scale).toBeCloseTo((px - before.x) / before.scale, 6);
        },
      ),
    );
  });

  it("fits, centres and pans", () => {
    const fitted = visibleBox(fitView(box, size), size);
    expect(fitted.x).toBeLessThanOrEqual(box.x);
    expect(fitted.x + fitted.width).toBeGreaterThanOrEqual(box.x + box.width);
    const centred = visibleBox(centreOn({ x: 0, y: 0, scale: 0.1 }, box, size), size);
    expect(centred.x + centred.width / 2).toBeCloseTo(2100);
    expect(panView({ x: 1, y: 2, scale: 1 }, 5, -2)).toEqual({ x: 6, y: 0, scale: 1 });
  });

  it("finds what lies under a point", () => {
    const index = new BoxIndex([box, { x: 5000, y: 0, width: 10, height: 10 }]);
    expect(index.find(2600, 500)).toBe(0);
    expect(index.find(5004, 4)).toBe(1);
    expect(index.find(4500, 4)).toBeNull();
  });
});
