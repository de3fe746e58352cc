/** A small invented case for tests: an emoji before what is marked, a date, an amount. */
import type { Case } from "../src/api/types";

export const CASE_TEXT = "🚢 Ada paid $1,200 to the ferryman on 15 June 2025, and 20 crowns on 16 June 2025.";

export const CASE: Case = {
  name: "s9_a_pos",
  split: "train",
  text: CASE_TEXT,
  question: "Section 9(a) applies to Ada for 15 June 2025.",
  answer: "Entailment",
  facts: "passenger_(ada).\nfare_(ada, 20).",
  test: ":- s9_a(ada).",
  sha256: "ab",
  previous: null,
  next: "s9_b_neg",
  position: 1,
  total: 2,
  can_edit: true,
  layer: {
    id: "00000000-0000-4000-9000-000000000001",
    revision: 3,
    state: "in_progress",
    reason: "",
    decisions: {},
    stale: {},
  },
  subsections: [
    {
      label: "9(a)",
      printed: "§9(a)",
      section: "9",
      heading: "Fare",
      arguments: [
        { number: 1, name: "Passenger", value_type: "span" },
        { number: 2, name: "Fare", value_type: "integer" },
        { number: 3, name: "Day", value_type: "span" },
      ],
    },
  ],
  instantiations: [
    {
      id: "00000000-0000-4000-9000-000000000002",
      label: "9(a)",
      printed: "§9(a)",
      section: "9",
      order: 0,
      truth: null,
      origin: "person",
      author: { kind: "person", name: "robin" },
      given: [{ name: "Passenger", value: "Ada", order: 0, evidence: [[2, 5]] }],
      found: [],
    },
  ],
};
