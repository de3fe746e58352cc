import { describe, expect, it } from "vitest";

import type { Step } from "../api/types";
import { addItems, listRows, moveInTree, openTree, reveal, wantedItems } from "./derivation";
import { addChange, flipStep, toWhatIf } from "./what-if";

function step(path: readonly number[], items: readonly Step[] = [], count = items.length): Step {
  return {
    ...{ path, items, count, kind: "leaf", truth: "false", label: "9(a)", text: "§9(a)" },
    ...{ values: { DAY: "today", NONE: null }, note: "", file: null, line: null, spans: [] },
  };
}

describe("derivation", () => {
  const tree = openTree([step([0], [step([0, 0], [], 500), step([0, 1])])], 503);

  it("asks for what is not here, page by page, and shows a row for the rest", () => {
    const row = listRows(tree)[1];
    expect(row && wantedItems(tree, row)).toEqual({ key: "0.0", offset: 0 });
    const page = Array.from({ length: 200 }, (_, i) => step([0, 0, i]));
    const more = addItems(tree, "0.0", 0, page);
    expect(listRows(more)).toHaveLength(204);
    expect(listRows(more).find((one) => one.more > 0)).toMatchObject({ more: 300, key: "0.0.200" });
    expect(addItems(more, "0.0", 0, page)).toBe(more);
  });

  it("moves by arrows and keeps its place when solved again", () => {
    const down = moveInTree(moveInTree(tree, "down"), "down");
    expect(down.current).toBe("0.1");
    expect(moveInTree(down, "left").current).toBe("0");
    expect(listRows(moveInTree(tree, "left"))).toHaveLength(1);
    expect(openTree(tree.roots, 503, down).current).toBe("0.1");
    expect(reveal(tree, [0, 0, 7]).current).toBe("0.0");
  });

  it("turns steps and leaves out facts", () => {
    const flip = flipStep(step([0]), "structure");
    expect(flip).toMatchObject({ ok: true, change: { to: true, values: { DAY: "today" } } });
    expect(flipStep({ ...step([0]), label: null }, "structure").ok).toBe(false);
    const fact = flipStep({ ...step([0]), kind: "fact", file: "facts", line: 2 }, "program");
    if (!fact.ok || !flip.ok) throw new Error("both can be turned");
    expect(toWhatIf([fact.change], "a.\nb.\nc.")).toEqual({ facts: "a.\n\nc." });
    expect(addChange([flip.change], { ...flip.change })).toHaveLength(1);
    expect(toWhatIf([], "a.")).toBeUndefined();
  });
});
