import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import type { Import } from "../api/types";
import { ImportCard } from "./import-card";

const READY: Import = {
  id: "1",
  file_name: "ferry.zip",
  into: "gold",
  state: "ready",
  created_at: "2026-01-02T03:04:05Z",
  created_by: "dana",
  progress: { done: 0, total: 0 },
  worker_online: true,
  message: "",
  preview: {
    version: "SARA v2",
    counts: { statutes: 1, mentions: 1204 },
    problems: [
      {
        severity: "warning",
        file: "cases/a.pl",
        line: 9,
        column: null,
        code: "dot",
        message: "A fact without its dot.",
        hint: "Add it.",
      },
    ],
    problem_count: 3,
    error_count: 0,
  },
};

function setUp(change: Partial<Import>): { confirm: () => void; cancel: () => void } {
  const [confirm, cancel] = [vi.fn(), vi.fn()];
  render(<ImportCard job={{ ...READY, ...change }} busy={false} onConfirm={confirm} onCancel={cancel} />);
  return { confirm, cancel };
}

describe("ImportCard", () => {
  it("shows counts and problems by file and line before anything is saved", () => {
    setUp({});
    expect(screen.getByText("1,204")).toBeTruthy();
    expect(screen.getByText("cases/a.pl:9")).toBeTruthy();
    expect(screen.getByText("and 2 more")).toBeTruthy();
  });

  it("asks to confirm or cancel", async () => {
    const { confirm, cancel } = setUp({});
    await userEvent.click(screen.getByRole("button", { name: "Import into gold" }));
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(confirm).toHaveBeenCalledOnce();
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("says when no worker is running", () => {
    setUp({ state: "queued", preview: null, worker_online: false });
    expect(screen.getByText(/No worker is running/)).toBeTruthy();
  });

  it("offers nothing once refused", () => {
    setUp({ state: "refused", message: "Two errors; nothing was saved." });
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByRole("alert").textContent).toContain("nothing was saved");
  });
});
