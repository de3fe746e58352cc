import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import type { Gesture } from "../../model/gestures";
import type { Editing } from "../editing";
import { NameField } from "./name-field";

const NAMES = ["Taxp", "Taxy", "Spouse"].map((name) => ({ name, value_type: "span" as const }));
const REFUSED: Gesture = { ok: false, say: "There is an argument of this name." };

function setUp(names = NAMES): { readonly taken: string[]; readonly ended: () => number } {
  const taken: string[] = [];
  const send = vi.fn();
  const editing = { store: { send }, perform: vi.fn() } as unknown as Editing;
  const onName = (typed: string): Gesture | null => {
    taken.push(typed);
    return typed === "Twice" ? REFUSED : null;
  };
  render(<NameField editing={editing} name="Year" listed={names} words={["save", "back"]} onName={onName} />);
  return { taken, ended: () => send.mock.calls.length };
}

const field = (): HTMLInputElement => screen.getByRole("combobox", { name: "New name of Year" });
const options = (): readonly string[] => screen.queryAllByRole("option").map((one) => one.textContent);

describe("a name while it is typed", () => {
  it("is taken from the list by its number", async () => {
    const { taken, ended } = setUp();
    expect(options()).toEqual(["Taxp1", "Taxy2", "Spouse3"]);
    await userEvent.type(field(), "2");
    expect(taken).toEqual(["Taxy"]);
    expect(ended()).toBe(1);
  });

  it("may have digits once something is typed, and digits that no name has", async () => {
    const { taken } = setUp();
    await userEvent.type(field(), "S13a{Enter}", { initialSelectionStart: 0, initialSelectionEnd: 4 });
    expect(taken).toEqual(["S13a"]);
    await userEvent.clear(field());
    await userEvent.type(field(), "2x{Enter}");
    expect(taken).toEqual(["S13a", "2x"]);
  });

  it("narrows the list, through which the arrows go", async () => {
    const { taken } = setUp();
    await userEvent.type(field(), "ta", { initialSelectionStart: 0, initialSelectionEnd: 4 });
    expect(options()).toEqual(["Taxp", "Taxy"]);
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(field().value).toBe("Taxy");
    expect(screen.getByRole("option", { selected: true }).textContent).toBe("Taxy");
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    expect(field().value).toBe("ta");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(taken).toEqual(["Taxp"]);
  });

  it("is what was typed, though a longer one is on the list", async () => {
    const { taken } = setUp();
    await userEvent.type(field(), "Tax{Enter}", { initialSelectionStart: 0, initialSelectionEnd: 4 });
    expect(taken).toEqual(["Tax"]);
  });

  it("says why it cannot be, and stays", async () => {
    const { ended } = setUp([]);
    expect(screen.queryByRole("listbox")).toBeNull();
    await userEvent.type(field(), "Twice{Enter}", { initialSelectionStart: 0, initialSelectionEnd: 4 });
    expect(screen.getByRole("alert").textContent).toBe("There is an argument of this name.");
    expect(ended()).toBe(0);
    await userEvent.keyboard("{Escape}");
    expect(ended()).toBe(1);
  });

  it("is taken with the mouse", async () => {
    const { taken } = setUp();
    await userEvent.click(screen.getByRole("option", { name: /Spouse/ }));
    expect(taken).toEqual(["Spouse"]);
  });
});
