import { describe, expect, it } from "vitest";

import { FERRY } from "../../tests/statute";
import { buildDocument } from "./document";
import type { WorkbenchAction, WorkbenchState } from "./workbench";
import { INSPECTOR_TABS, openWorkbench, update } from "./workbench";

const document = buildDocument(FERRY);
const run = (state: WorkbenchState, ...actions: readonly WorkbenchAction[]): WorkbenchState =>
  actions.reduce(update, state);

describe("workbench", () => {
  it("opens at the label asked for, else at the first with mentions", () => {
    expect(openWorkbench(document, "9(a)(2)").focus).toBe("9(a)(2)");
    expect(openWorkbench(document, "9(z)").focus).toBe("9(a)");
    expect(openWorkbench(document, null).focus).toBe("9(a)");
  });

  it("moves along the subsections and stops at both ends", () => {
    const start = openWorkbench(document, "9(a)(1)");
    const end = run(start, { type: "subsectionMoved", by: 1 });
    expect(end.focus).toBe("9(a)(2)");
    expect(update(end, { type: "subsectionMoved", by: 1 })).toBe(end);
    expect(run(start, { type: "subsectionMoved", by: -1 }).focus).toBe("9(a)");
  });

  it("chooses a mention, its argument and its subsection together", () => {
    const state = run(openWorkbench(document, "9"), { type: "mentionChosen", label: "9(a)", mention: "m2" });
    expect(state).toMatchObject({ focus: "9(a)", mention: "m2", argument: "fare" });
    expect(update(state, { type: "mentionChosen", label: "9(a)", mention: "nothing" })).toBe(state);
  });

  it("walks the mentions of the subsection in focus", () => {
    const start = openWorkbench(document, "9(a)");
    const next = { type: "mentionMoved", by: 1 } as const;
    expect(run(start, next).mention).toBe("m1");
    expect(run(start, next, next).mention).toBe("m2");
    expect(run(start, { type: "mentionMoved", by: -1 }).mention).toBe("m3");
    const last = run(start, next, next, next);
    expect(update(last, next)).toBe(last);
  });

  it("drops the mention when the focus moves on", () => {
    const state = run(
      openWorkbench(document, "9(a)"),
      { type: "mentionMoved", by: 1 },
      { type: "subsectionMoved", by: 1 },
    );
    expect(state).toMatchObject({ focus: "9(a)(1)", mention: null, argument: null });
  });

  it("keeps focus and tab when the layer is exchanged", () => {
    const state = run(openWorkbench(document, "9(a)(1)"), { type: "tabMoved" });
    const other = buildDocument({ ...FERRY, layers: [] });
    expect(update(state, { type: "documentLoaded", document: other })).toMatchObject({
      focus: "9(a)(1)",
      tab: "clause",
    });
  });

  it("opens and closes an argument, and goes round the tabs", () => {
    const start = openWorkbench(document, "9(a)");
    const toggle = { type: "argumentToggled", argument: "fare" } as const;
    expect(run(start, toggle).argument).toBe("fare");
    expect(run(start, toggle, toggle).argument).toBeNull();
    const tab = { type: "tabMoved" } as const;
    const round = INSPECTOR_TABS.map(() => tab);
    expect(run(start, ...round.slice(1)).tab).toBe(INSPECTOR_TABS.at(-1));
    expect(run(start, ...round).tab).toBe("arguments");
  });
});
