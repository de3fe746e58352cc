import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { cutAtWords } from "../../text/highlight-words";
import { screenText, storedText } from "../clause-gestures";
import { parseClause, printFile } from ".";
import { moveOperand, operandAt } from "./move";
import { dropNote, parseNotes, putNote } from "./notes";
import { MAX_TEXT, toPaper } from "./paste";
import { showFault, showProblems } from "./problems";
import { countReferences, listReferences } from "./reference-rows";
import type { FoundReference } from "./reference-rows";
import { spotAt } from "./spot";

/** The caret is the bar. */
function spot(marked: string): ReturnType<typeof spotAt> {
  const at = marked.indexOf("|");
  return spotAt(marked.replace("|", ""), at);
}

describe("what the caret's place asks for", () => {
  it.each([
    ["|", "start", ""],
    ["§12(c)(Master, V|", "head", "V"],
    ["§12(c)(Master) :- |", "label", ""],
    ["§12(c)(Master) :- §12(d|", "argument", "d"],
    ["§12(c)(Master) :- §1|", "label", "§1"],
    ["§12(c)(Master) :- s12_d|", "label", "s12_d"],
    ["§12(c)(Master) :- §12(d)(Day) A|", "operator", "A"],
    ["§12(c)(Master) :- [ §12(d)(Day) ] |", "operator", ""],
    ["§12(c)(Master) :- §12(d)(Day) AND NOT §|", "label", "§"],
    ["§12(c)(Master) :- §14(b)(Resident=Master, Se|)", "argument", "Se"],
  ])("%s", (marked, kind, typed) => {
    expect(spot(marked)).toMatchObject({ kind, typed });
  });

  it("knows the callee, what is given, and whether a value is asked for", () => {
    expect(spot("§12(c)(M) :- §14(b)(Resident=Master, Season=|")).toMatchObject({
      label: "14(b)",
      given: ["RESIDENT"],
      name: "SEASON",
      step: null,
    });
    expect(spot("§12(c)(M) :- §12(c)(1|")).toMatchObject({ label: "12(c)", step: { typed: "§12(c)(1" } });
  });

  it("answers for every place of any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from("§12(c)[], :-=ANDors_é😀")) }),
        fc.nat(40),
        (text, at) => {
          const caret = Math.min(at, text.length);
          const found = spotAt(text, caret);
          return found.from <= caret && text.slice(found.from, caret) === found.typed;
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("pasting", () => {
  it("turns the notation of the files into that of the screen", () => {
    expect(toPaper(" s12_c(MASTER) :- s14_b(RESIDENT:MASTER)\n")).toBe(
      "§12(c)(Master) :- §14(b)(Resident=Master).",
    );
    expect(toPaper("s14_b(RESIDENT:MASTER) OR s8(DAY)")).toBe("§14(b)(Resident=Master) OR §8(Day)");
    expect(toPaper("any words, as they are")).toBeNull();
    expect(toPaper("x".repeat(MAX_TEXT + 1))).toBeNull();
  });
});

describe("what a layer keeps", () => {
  it("is the notation of the files where the text can be read, and the text where not", () => {
    expect(storedText("§1(X) :- §2(X).")).toBe("s1(X) :- s2(X)");
    expect(storedText(" §1(X) :- §2(X) AND ")).toBe("§1(X) :- §2(X) AND");
    expect(storedText("  ")).toBeNull();
    expect(screenText("s1(X) :- s2(Y:X)")).toBe("§1(X) :- §2(Y=X).");
    expect(screenText("§1(X) :-")).toBe("§1(X) :-");
  });
});

const CHAIN = "§1(X) :- §2(X) AND [ §3(X) OR NOT §4(X) ] AND §5(X).";

describe("moving an operand", () => {
  it("moves the innermost one under the caret, and the caret with it", () => {
    const moved = moveOperand(CHAIN, CHAIN.indexOf("4(X)"), -1);
    expect(moved?.text).toBe("§1(X) :- §2(X) AND [ NOT §4(X) OR §3(X) ] AND §5(X).");
    expect(moved?.text.slice(moved.caret)).toMatch(/^4\(X\) OR/);
    expect(moveOperand(CHAIN, CHAIN.indexOf("§5"), 1)).toBeNull();
    expect(moveOperand("§1(X) :- AND", 5, 1)).toBeNull();
  });

  it("finds no operand outside the body", () => {
    const { term } = parseClause(CHAIN);
    expect(term && operandAt(term, 2)).toBeNull();
  });

  it("there and back is where it was", () => {
    const places = [...CHAIN.matchAll(/§/g)].map((match) => match.index);
    for (const at of places) {
      const there = moveOperand(CHAIN, at, 1);
      if (there !== null)
        expect(moveOperand(there.text, there.caret, -1)).toEqual({ text: CHAIN, caret: at });
    }
  });
});

describe("notes", () => {
  it("answer with a source, one line a subject", () => {
    const once = putNote("A remark.", "call", "§12(d)", "Harbour Rules");
    expect(once).toBe("A remark.\ncall §12(d): Harbour Rules");
    expect(parseNotes(once)).toEqual([{ kind: "call", subject: "12(d)", source: "Harbour Rules" }]);
    const twice = putNote(once, "call", "s12_d", "rule 3");
    expect(parseNotes(twice)).toHaveLength(1);
    expect(dropNote(twice, "call", "12(d)")).toBe("A remark.");
    expect(parseNotes("call §12(d):  ")).toEqual([]);
  });
});

const reference = (
  text: string,
  labels: string[],
  kind: FoundReference["kind"] = "known",
): FoundReference => ({
  start: 0,
  end: 1,
  text,
  kind,
  labels,
  missing: [],
});

describe("references beside the clause", () => {
  it("say what became of each", () => {
    const text = "§12(c)(X) :- §12(c)(1)(X) AND §12(d)(X).";
    const { term } = parseClause(text);
    const notes = parseNotes("call §12(d): the season\nreference §12(a): effect, not condition");
    const rows = listReferences(
      "12(c)",
      [
        reference("subsection (a)", ["12(a)"]),
        reference("paragraph (1)", ["12(c)(1)"]),
        reference("section 14(b)", ["14(b)"]),
        reference("the Merchant Act", [], "foreign"),
        { ...reference("section 99", []), kind: "missing", missing: ["99"] },
      ],
      term,
      notes,
    );
    expect(rows.map((row) => [row.label, row.state])).toEqual([
      ["12(a)", "effect"],
      ["12(c)(1)", "used"],
      ["14(b)", "unused"],
      [null, "foreign"],
      ["99", "missing"],
      ["12(d)", "implicit"],
    ]);
    expect(rows[1]?.at).toBe(text.indexOf("§12(c)(1)"));
    expect(countReferences(rows)).toBe("1 used · 1 unused · 1 of effect · 1 implicit · 1 foreign");
  });
});

describe("problems", () => {
  const row = {
    code: "x",
    severity: "warning",
    line: 1,
    column: 1,
    message: "m",
    fix: null,
    note: null,
  } as const;

  it("stand where the browser counts, with all that can be done", () => {
    const text = "😀§1(X)";
    const [one] = showProblems(text, [
      {
        ...row,
        start: 1,
        end: 3,
        fix: { title: "Use §2", edits: [{ start: 1, end: 3, text: "§2" }] },
        note: { kind: "cycle", subject: "§1" },
      },
    ]);
    expect(one && text.slice(one.from, one.to)).toBe("§1");
    expect(one?.fixes.map((fix) => fix.title)).toEqual(["Use §2", "Confirm: the law means it"]);
  });

  it("are known without a server as far as reading goes", () => {
    const { fault } = parseClause("§1(X) :- §2(X) AND");
    expect(fault && showFault(fault).message).toContain("Expected a call");
  });
});

describe("words set apart", () => {
  it("lose nothing of the text", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ maxLength: 4 }), { maxLength: 4 }), (text, words) => {
        const pieces = cutAtWords(
          text,
          words.map((one) => ({ words: one, mark: "" })),
        );
        return pieces.map((piece) => piece.text).join("") === text;
      }),
      { numRuns: 100 },
    );
  });
});

it("reading what is stored and storing what is read changes nothing", () => {
  for (const text of [CHAIN, "§1().", "§12(c)(X, Y) :- NOT [ §2(A=X) OR §3(Y) ]."]) {
    const { term } = parseClause(text);
    expect(term && storedText(screenText(printFile(term), 20))).toBe(term && printFile(term));
  }
});
