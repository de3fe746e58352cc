import { fireEvent, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";

import { setSingleKeys } from "../model/preferences";
import { useKeys } from "./use-keys";

afterEach(() => {
  setSingleKeys(true);
  document.body.replaceChildren();
});

describe("useKeys", () => {
  it("tells m from Shift+m and leaves chords to the browser", () => {
    const [plain, shifted] = [vi.fn(), vi.fn()];
    renderHook(() => {
      useKeys({ m: plain, "Shift+m": shifted });
    });
    fireEvent.keyDown(document.body, { key: "m" });
    fireEvent.keyDown(document.body, { key: "M", shiftKey: true });
    fireEvent.keyDown(document.body, { key: "m", ctrlKey: true });
    expect(plain).toHaveBeenCalledOnce();
    expect(shifted).toHaveBeenCalledOnce();
  });

  it("leaves letters to the field that is typed in", () => {
    const go = vi.fn();
    renderHook(() => {
      useKeys({ g: go });
    });
    const field = document.body.appendChild(document.createElement("input"));
    fireEvent.keyDown(field, { key: "g" });
    expect(go).not.toHaveBeenCalled();
  });

  it("can be switched off, Escape excepted", () => {
    const [go, close] = [vi.fn(), vi.fn()];
    renderHook(() => {
      useKeys({ g: go, Escape: close });
    });
    setSingleKeys(false);
    fireEvent.keyDown(document.body, { key: "g" });
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(go).not.toHaveBeenCalled();
    expect(close).toHaveBeenCalledOnce();
  });
});
