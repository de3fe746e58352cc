/** Invented cases for the mock. */
import type { ArgumentValue, Case } from "../src/api/types";

const TEXT =
  "Alice has lived in the town since 1998 and, for 2025, holds fishing licence 417. On 14 June 2025 she brought the Kittiwake, a boat of 9.4 metres, to berth 22, and she left on 19 June. Bob, whose boat lies at berth 23, helped her to moor. No gale was forecast in those days. In March the board had granted Alice a rebate of 30 crowns under section 14(b) for the high season of 2025.";

function value(name: string, words: string): ArgumentValue {
  const at = TEXT.indexOf(words);
  return { name, value: words, order: 0, evidence: at < 0 ? [] : [[at, at + words.length]] };
}

function makeCase(name: string, split: string, truth: boolean): Case {
  return {
    name,
    split,
    text: TEXT,
    question: "Section 12(c) exempts Alice from dues for 15 June 2025.",
    answer: truth ? "Entailment" : "Contradiction",
    facts:
      ':- [statutes/prolog/init].\nresident("Alice").\nlicence("Alice", 417, 2025).\nvessel("the Kittiwake", 9.4).',
    test: ':- \\+ s12_c("Alice",_,20250615,_).\n:- halt.',
    sha256: "ab41d09c",
    previous: null,
    next: null,
    position: 1,
    total: 96,
    layer: null,
    can_edit: false,
    subsections: [],
    instantiations: [
      {
        id: `${name}-1`,
        label: "12(c)",
        printed: "§12(c)",
        section: "12",
        order: 0,
        truth,
        origin: "gold",
        author: { kind: "gold", name: "gold" },
        given: [value("Master", "Alice"), { name: "Day", value: "15 June 2025", order: 0, evidence: [] }],
        found: [value("Vessel", "the Kittiwake"), value("Season", "the high season of 2025")],
      },
      {
        id: `${name}-2`,
        label: "12(c)(3)",
        printed: "§12(c)(3)",
        section: "12",
        order: 0,
        truth: true,
        origin: "gold",
        author: { kind: "gold", name: "gold" },
        given: [value("Master", "Alice")],
        found: [
          value("Vessel", "the Kittiwake"),
          value("Licence", "fishing licence 417"),
          { name: "Year", value: [2025, 2026], order: 0, evidence: [] },
        ],
      },
    ],
  };
}

export const CASES: readonly Case[] = Array.from({ length: 96 }, (_, i) =>
  makeCase(`s12_c_${Math.floor(i / 2) + 1}_${i % 2 ? "neg" : "pos"}`, i % 3 ? "train" : "test", i % 2 === 0),
);
