import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { Argument } from "../../api/types";
import { parseClause, printFile } from "../../model/clauses";
import { layoutClause } from "../../model/clauses/graph-layout";
import { describePair, pairsOf } from "../../model/clauses/wires";
import type { Call, Term } from "../../model/clauses";
import { ClauseGraph } from "./clause-graph";

const argument = (name: string, number: number, value_type: Argument["value_type"] = "span"): Argument => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  name,
  number,
  value_type,
  order: number,
});
const NAMES = [argument("Master", 1), argument("Day", 2)];

function read(text: string): Term {
  const { term } = parseClause(text);
  if (term === null) throw new Error(text);
  return term;
}

function Stage({ text, opened }: { text: string; opened: (label: string) => void }): ReactElement {
  const [term, setTerm] = useState(() => read(text));
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <QueryClientProvider client={client}>
      <output>{printFile(term)}</output>
      <ClauseGraph
        project="p"
        layer="mine"
        term={term}
        names={NAMES}
        readOnly={false}
        onChange={setTerm}
        onOpen={opened}
      />
    </QueryClientProvider>
  );
}

const CLAUSE = "s1(MASTER,DAY) :- s2(MASTER) AND s3(DAY) AND s4(X:DAY)";

function press(...keys: readonly string[]): void {
  for (const key of keys) {
    const altKey = key.startsWith("Alt+");
    fireEvent.keyDown(screen.getByRole("tree"), { key: key.replace("Alt+", ""), altKey });
  }
}
const written = (): string | null => document.querySelector("output")?.textContent ?? null;

describe("the graph of a clause", () => {
  const opened = vi.fn();
  beforeEach(() => {
    const card = { arguments: [{ name: "Master", value_type: "span", mentions: [], in_head: true }] };
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(card)));
    render(<Stage text={CLAUSE} opened={opened} />);
  });

  it("says every node and where it stands", () => {
    const items = screen.getAllByRole("treeitem").map((item) => item.getAttribute("aria-label"));
    expect(items).toEqual(["AND, all of 3", "§2, passed Master", "§3, passed Day", "§4, passed X=Day"]);
    expect(screen.getByRole("tree").getAttribute("aria-activedescendant")).toBe("cg-body");
  });

  it("is changed by keys alone", () => {
    press("|");
    expect(written()).toBe("s1(MASTER,DAY) :- s2(MASTER) OR s3(DAY) OR s4(X:DAY)");
    press("ArrowDown", "!");
    expect(written()).toContain(":- NOT s2(MASTER) OR");
    press("!", "b");
    expect(written()).toBe("s1(MASTER,DAY) :- [ s2(MASTER) AND s3(DAY) ] OR s4(X:DAY)");
    press("u", "ArrowRight", "Alt+ArrowDown");
    expect(written()).toBe("s1(MASTER,DAY) :- s3(DAY) OR s2(MASTER) OR s4(X:DAY)");
    press("Backspace");
    expect(written()).toBe("s1(MASTER,DAY) :- s3(DAY) OR s4(X:DAY)");
    press("Home", "ArrowRight", "Enter");
    expect(opened).toHaveBeenCalledWith("3");
  });

  it("connects the caller's argument to the callee's", () => {
    press("ArrowDown");
    fireEvent.change(screen.getByRole("combobox", { name: "Master" }), { target: { value: "DAY" } });
    expect(written()).toContain("s2(MASTER:DAY)");
    fireEvent.change(screen.getByRole("combobox", { name: "Master" }), { target: { value: "" } });
    expect(written()).toContain(":- s2() AND");
  });

  it("connects by dragging an argument of the head onto a call", () => {
    const port = [...document.querySelectorAll(".port")].find((one) => one.textContent.includes("Day"));
    const call = document.querySelector('[data-path="0"]');
    if (!port || !call) throw new Error("not drawn");
    fireEvent.pointerDown(port);
    fireEvent.pointerUp(call);
    expect(written()).toContain("s2(MASTER,DAY) AND");
  });
});

describe("the layout of a clause", () => {
  it("leads each argument to every call that is given it", () => {
    const { wires, boxes } = layoutClause(read(CLAUSE));
    expect(wires.map((wire) => wire.names)).toEqual([["MASTER", "DAY"], ["MASTER"], ["DAY"], ["DAY"]]);
    const ys = boxes.filter((box) => box.node?.op === "call").map((box) => box.y);
    expect(ys).toEqual(ys.toSorted((a, b) => a - b));
  });
});

it("gives each gate a place of its own", () => {
  const { boxes } = layoutClause(read("s1(X) :- s2(X) AND [ s3(X) OR NOT s4(X) ]"));
  const gates = boxes.filter((box) => box.node !== null && box.node.op !== "call");
  expect(new Set(gates.map((box) => box.x)).size).toBe(3);
});

describe("wires", () => {
  it("say what is passed and where types clash", () => {
    const call = read("s1(DAY) :- s2(X:DAY,Y:GONE)").body as Call;
    const pairs = pairsOf(call, NAMES, [argument("X", 1, "integer"), argument("Y", 2)]);
    expect(pairs.map(describePair)).toEqual([
      "Day is passed as X: Day is a span, X an integer",
      "Gone is passed as Y; the caller has no mention of it",
    ]);
  });
});
