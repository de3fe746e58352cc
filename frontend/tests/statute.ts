/** A small invented statute for tests: a heading, a flush part, an emoji, two mentions of one argument. */
import type { Statute } from "../src/api/types";

const LINES = [
  "§9. Ferry fares",
  "(a) Fare",
  "The passenger 🚢 pays a fare to the ferryman, if—",
  "(1) the passenger is grown, and",
  "(2) the ferry sails.",
  "A child pays half of such fare.",
] as const;

export const TEXT = LINES.join("\n");

function place(words: string, from = 0): { start: number; end: number } {
  const before = TEXT.slice(0, TEXT.indexOf(words, from));
  const start = Array.from(before).length;
  return { start, end: start + Array.from(words).length };
}

function line(index: number): { start: number; end: number } {
  return place(LINES[index] ?? "");
}

const part = (index: number): readonly [number, number] => [line(index).start, line(index).end];

export const FERRY: Statute = {
  section: "9",
  printed: "§9",
  title: "§9. Ferry fares",
  text: TEXT,
  sha256: "00",
  subsections: [
    {
      id: 1,
      label: "9",
      printed: "§9",
      depth: 0,
      heading: "",
      parts: [part(0)],
      state: "none",
      cases: 0,
      case_state: "none",
      my_layer: "",
    },
    {
      id: 2,
      label: "9(a)",
      printed: "§9(a)",
      depth: 1,
      heading: "Fare",
      parts: [part(2), part(5)],
      state: "accepted",
      cases: 0,
      case_state: "none",
      my_layer: "",
    },
    {
      id: 3,
      label: "9(a)(1)",
      printed: "§9(a)(1)",
      depth: 2,
      heading: "",
      parts: [part(3)],
      state: "none",
      cases: 0,
      case_state: "none",
      my_layer: "",
    },
    {
      id: 4,
      label: "9(a)(2)",
      printed: "§9(a)(2)",
      depth: 2,
      heading: "",
      parts: [part(4)],
      state: "none",
      cases: 0,
      case_state: "none",
      my_layer: "",
    },
  ],
  paragraphs: [
    { ...line(0), indent: 0, kind: "title", enumerator: null, label: "9" },
    { ...line(1), indent: 0, kind: "heading", enumerator: [line(1).start, line(1).start + 3], label: "9(a)" },
    { ...line(2), indent: 0, kind: "body", enumerator: null, label: "9(a)" },
    { ...line(3), indent: 1, kind: "body", enumerator: [line(3).start, line(3).start + 3], label: "9(a)(1)" },
    { ...line(4), indent: 1, kind: "body", enumerator: [line(4).start, line(4).start + 3], label: "9(a)(2)" },
    { ...line(5), indent: 0, kind: "flush", enumerator: null, label: "9(a)" },
  ],
  layers: [
    {
      id: "layer-a",
      label: "9(a)",
      author: { kind: "gold", name: "gold" },
      revision: 3,
      state: "accepted",
      reason: "",
      clause_note: "",
      decisions: {},
      stale: {},
      clause: "§9(a)(Passenger, Fare)",
      arguments: [
        { id: "passenger", number: 1, name: "Passenger", value_type: "span", order: 1 },
        { id: "fare", number: 2, name: "Fare", value_type: "integer", order: 2 },
      ],
      mentions: [
        { id: "m1", ...place("The passenger"), argument: "passenger" },
        { id: "m2", ...place("a fare"), argument: "fare" },
        { id: "m3", ...place("such fare"), argument: "fare" },
      ],
    },
    {
      id: "layer-1",
      label: "9(a)(1)",
      author: { kind: "gold", name: "gold" },
      revision: 1,
      state: "accepted",
      reason: "",
      clause_note: "",
      decisions: {},
      stale: {},
      clause: null,
      arguments: [{ id: "grown", number: 1, name: "Passenger", value_type: "span", order: 1 }],
      mentions: [{ id: "m4", ...place("the passenger"), argument: "grown" }],
    },
  ],
  suggestions: [],
};
