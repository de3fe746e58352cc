import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef } from "react";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";

import { FERRY } from "../../tests/statute";
import { buildDocument } from "../model/document";
import { createStore } from "../model/store";
import { openWorkbench, update } from "../model/workbench";
import type { WorkbenchStore } from "./law/subsection";
import { Outline } from "./outline";

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Object.assign(globalThis, { CSS: { escape: (text: string) => text.replace(/["\\]/g, "\\$&") } });
});

function setUp(label: string): WorkbenchStore {
  const store = createStore(openWorkbench(buildDocument(FERRY), label), update);
  render(
    <MemoryRouter>
      <Outline
        store={store}
        title="Ferry fares"
        before={[]}
        after={[{ section: "10", printed: "§10", title: "Tolls", to: "/p/x/s/10" }]}
        filter="all"
        onFilter={() => undefined}
        order="document"
        onOrder={() => undefined}
        disputes={null}
        findRef={createRef()}
      />
    </MemoryRouter>,
  );
  return store;
}

const stops = (): readonly HTMLElement[] =>
  screen.getAllByRole("treeitem").filter((item) => item.tabIndex === 0);

describe("Outline", () => {
  it("is one tab stop, at the subsection in focus", () => {
    setUp("9(a)(1)");
    expect(stops().map((item) => item.dataset.row)).toEqual(["9(a)(1)"]);
    expect(screen.getByRole("treeitem", { selected: true }).dataset.row).toBe("9(a)(1)");
  });

  it("moves with the arrows, to the parent with ← and closes it with ← again", async () => {
    const store = setUp("9(a)(1)");
    stops()[0]?.focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(store.get().focus).toBe("9(a)(2)");
    await userEvent.keyboard("{ArrowLeft}");
    expect(store.get().focus).toBe("9(a)");
    await userEvent.keyboard("{ArrowLeft}");
    expect(screen.getAllByRole("treeitem").map((item) => item.dataset.row)).toEqual(["9", "9(a)"]);
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getAllByRole("treeitem")).toHaveLength(4);
  });

  it("finds by spelling and goes there on Enter", async () => {
    const store = setUp("9");
    await userEvent.type(screen.getByRole("textbox", { name: "Find in outline" }), "s9_a_2{Enter}");
    expect(store.get().focus).toBe("9(a)(2)");
  });

  it("leads to the other statutes", () => {
    setUp("9");
    expect(screen.getByRole("link", { name: /§10 Tolls/ }).getAttribute("href")).toBe("/p/x/s/10");
  });
});
