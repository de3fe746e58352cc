import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import type { ReactElement } from "react";
import { beforeAll, describe, expect, it } from "vitest";

import { FERRY } from "../../../tests/statute";
import { buildDocument } from "../../model/document";
import { createStore } from "../../model/store";
import { openWorkbench, update } from "../../model/workbench";
import { useArgumentHover } from "../use-argument-hover";
import { Sheet } from "./sheet";
import type { WorkbenchStore } from "./subsection";

beforeAll(() => {
  // jsdom lays nothing out, so it has neither of these.
  Element.prototype.scrollIntoView = () => undefined;
  Object.assign(globalThis, { CSS: { escape: (text: string) => text.replace(/["\\]/g, "\\$&") } });
});

function Hoverable({ store }: { store: WorkbenchStore }): ReactElement {
  const root = useRef<HTMLDivElement>(null);
  useArgumentHover(root, store);
  return (
    <div ref={root}>
      <Sheet store={store} />
    </div>
  );
}

function setUp(label: string): { store: WorkbenchStore; page: HTMLElement } {
  const store = createStore(openWorkbench(buildDocument(FERRY), label), update);
  const { container } = render(<Hoverable store={store} />);
  return { store, page: container };
}

const lit = (page: HTMLElement): readonly (string | null)[] =>
  Array.from(page.querySelectorAll(".hi"), (element) => element.textContent);

describe("Sheet", () => {
  it("sets every paragraph with the statute's own text and nothing else", () => {
    const { page } = setUp("9(a)");
    const characters = Array.from(FERRY.text);
    expect(Array.from(page.querySelectorAll(".par"), (element) => element.textContent)).toEqual(
      FERRY.paragraphs.map(({ start, end }) => characters.slice(start, end).join("")),
    );
  });

  it("keeps the number beside the last word and says it in words", () => {
    const { page } = setUp("9(a)");
    const last = page.querySelector('[data-mention="m1"] [data-n]');
    expect(last?.textContent).toBe("passenger");
    expect(last?.getAttribute("data-n")).toBe("1");
    expect(last?.getAttribute("data-say")).toContain("argument 1, Passenger");
  });

  it("boxes the subsection in focus and leaves the others' nodes alone", () => {
    const { store, page } = setUp("9(a)(1)");
    const untouched = page.querySelector('[data-mention="m1"]');
    act(() => {
      store.send({ type: "subsectionMoved", by: 1 });
    });
    expect(page.querySelector(".fo")?.getAttribute("data-label")).toBe("9(a)(2)");
    expect(page.querySelector('[data-mention="m1"]')).toBe(untouched);
  });

  it("lights up every mention of an argument in that subsection only", async () => {
    const { page } = setUp("9(a)");
    const mention = page.querySelector('[data-mention="m2"]');
    if (mention) await userEvent.hover(mention);
    expect(lit(page)).toEqual(["a fare", "such fare"]);
    await userEvent.hover(screen.getByText("(2)"));
    expect(lit(page)).toEqual([]);
  });

  it("chooses what is clicked", async () => {
    const { store, page } = setUp("9");
    const mention = page.querySelector('[data-mention="m4"]');
    if (mention) await userEvent.click(mention);
    expect(store.get()).toMatchObject({ focus: "9(a)(1)", mention: "m4", argument: "grown" });
    expect(mention?.classList.contains("focus")).toBe(true);
    await userEvent.click(screen.getByText("(2)"));
    expect(store.get()).toMatchObject({ focus: "9(a)(2)", mention: null });
    expect(mention?.classList.contains("focus")).toBe(false);
  });
});
