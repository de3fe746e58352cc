/** Invented statutes, marked as [Name|words]; `label ~ kind ~ indent ~ text` a line. */
import type { Layer, Statute, StatuteParagraph, Subsection } from "../src/api/types";
import { numberArguments } from "../src/text/numbering";

export const HARBOUR = `
12 ~ title ~ 0 ~ §12. Harbour dues
12(a) ~ heading ~ 0 ~ (a) Imposition
12(a) ~ body ~ 1 ~ There are imposed on [Master|the master] of every [Vessel|vessel] that occupies [Berth|a berth] in the harbour, for [Day|each day] of [Stay|its stay], [Dues|dues] in the amount determined under subsection (b).
12(b) ~ heading ~ 0 ~ (b) Amount of dues
12(b)(1) ~ heading ~ 1 ~ (1) In general
12(b)(1) ~ body ~ 2 ~ [Dues|The dues] for [Day|a day] shall be determined by [Length|the length] of [Vessel|the vessel]:
12(b)(1)(i) ~ body ~ 2 ~ (i) not over 8 metres: 6 crowns;
12(b)(1)(ii) ~ body ~ 2 ~ (ii) over 8 metres but not over 12: [Dues|6 crowns, plus 1 crown for each metre over 8];
12(b)(1)(iii) ~ body ~ 2 ~ (iii) over 12 metres: [Dues|10 crowns, plus 2 crowns for each metre over 12].
12(b)(2) ~ heading ~ 1 ~ (2) Low season
12(b)(2) ~ body ~ 2 ~ If [Day|the day] falls in the low season under subsection (d), [Dues|the dues] shall be one-half of [Amount|the amount] determined under paragraph (1).
12(b)(3) ~ heading ~ 1 ~ (3) Limit for returning vessels
12(b)(3) ~ body ~ 2 ~ In the case of [Vessel|a vessel] that leaves [Berth|a berth] for which [Master|the master] paid dues under subsection (a), and returns to [Berth|such berth] in [Season|the same season], [Dues|the dues] imposed on [Master|the master] for [Days|the days] after [Return|the return] shall not exceed [Limit|the lesser] of—
12(b)(3)(A) ~ body ~ 3 ~ (A) 40 crowns, or
12(b)(3)(B) ~ body ~ 3 ~ (B) one-half of [Amount|the amount] determined under paragraph (1) for [Days|such days].
12(b)(3) ~ flush ~ 2 ~ This paragraph shall not apply to [Vessel|a vessel] the length of which is over 20 metres.
12(c) ~ heading ~ 0 ~ (c) Exemptions
12(c) ~ body ~ 1 ~ No dues shall be imposed under subsection (a) on [Master|the master] of [Vessel|a vessel] for [Day|any day] if [Vessel|the vessel] is described in paragraph (1) or (2), or if [Master|the master] is described in paragraph (3) and was not granted a rebate under section 14(b) for [Season|the season] in which [Day|such day] falls.
12(c)(1) ~ heading ~ 1 ~ (1) Lifeboats
12(c)(1) ~ body ~ 2 ~ [Vessel|The vessel] is a lifeboat, or is towed by a lifeboat 🚢.
12(c)(2) ~ heading ~ 1 ~ (2) Shelter
12(c)(2) ~ body ~ 2 ~ [Vessel|The vessel] entered the harbour while [Warning|a gale warning] under section 21(a) was in force.
12(c)(3) ~ heading ~ 1 ~ (3) Resident fishers
12(c)(3) ~ body ~ 2 ~ [Master|The master] commands [Vessel|a vessel] whose length is not over 10 metres, resides in the town, and holds, for [Year|the year], [Licence|a licence] under section 8.
12(d) ~ heading ~ 0 ~ (d) Seasons
12(d)(1) ~ heading ~ 1 ~ (1) High season
12(d)(1) ~ body ~ 2 ~ [Day|A day] from 1 May to 30 September falls in the high season.
12(d)(2) ~ heading ~ 1 ~ (2) Low season
12(d)(2) ~ body ~ 2 ~ Any other [Day|day] falls in the low season.
12(e) ~ heading ~ 0 ~ (e) Appeals
12(e) ~ body ~ 1 ~ [Master|A master] may appeal to the board against [Dues|dues] within 30 days, and [A1|first] [A2|second] [A3|third] [A4|fourth] [A5|fifth] [A6|sixth] [A7|seventh] [A8|eighth] [A9|ninth] [A10|tenth] [A11|eleventh].
`;

const LICENCES = `
8 ~ title ~ 0 ~ §8. Fishing licences
8(a) ~ heading ~ 0 ~ (a) Grant
8(a) ~ body ~ 1 ~ [Board|The board] shall grant [Licence|a licence] for [Year|a year] to [Person|any person] who resides in the town and has paid ½ crown.
8(b) ~ heading ~ 0 ~ (b) Loss
8(b) ~ body ~ 1 ~ [Licence|A licence] ends with [Year|the year] for which it was granted.
`;

/** Returns a statute of many mentions, to see that opening and hovering stay quick. */
function bigText(): string {
  const lines = ["900 ~ title ~ 0 ~ §900. A great many dues"];
  for (let i = 1; i <= 600; i++) {
    const label = `900(${i})`;
    lines.push(`${label} ~ heading ~ 0 ~ (${i}) Dues of kind ${i}`);
    lines.push(
      `${label} ~ body ~ 1 ~ If [Master|the master] of [Vessel|a vessel] pays [Dues|the dues] for [Day|a day], then [Master|such master] shall for [Vessel|such vessel] owe [Rest|the rest] of [Dues|such dues] before [End|the end] of [Day|such day].`,
    );
  }
  return lines.join("\n");
}

interface Draft {
  readonly paragraphs: StatuteParagraph[];
  readonly mentions: Map<string, { start: number; end: number; argument: string }[]>;
  readonly headings: Map<string, string>;
  text: string;
  /** Code points so far. */
  size: number;
}

function append(draft: Draft, text: string): void {
  draft.text += text;
  draft.size += Array.from(text).length;
}

function addLine(draft: Draft, line: string): void {
  const [label = "", kind = "body", indent = "0", marked = ""] = line.split(" ~ ");
  append(draft, (draft.text ? "\n\n" : "") + "    ".repeat(Number(indent)));
  const start = draft.size;
  const mentions = draft.mentions.get(label) ?? [];
  draft.mentions.set(label, mentions);
  for (const part of marked.split(/(\[[^\]]+\])/)) {
    const found = /^\[([^|]+)\|([^\]]+)\]$/.exec(part);
    const at = draft.size;
    append(draft, found?.[2] ?? part);
    if (found) mentions.push({ start: at, end: draft.size, argument: found[1] ?? "" });
  }
  const enumerator = /^\(\w+\)/.exec(marked)?.[0];
  draft.paragraphs.push({
    start,
    end: draft.size,
    indent: Number(indent),
    kind: kind as StatuteParagraph["kind"],
    enumerator: enumerator ? [start, start + enumerator.length] : null,
    label,
  });
  if (kind === "heading") draft.headings.set(label, marked.replace(/^\(\w+\) /, ""));
}

function makeLayer(
  label: string,
  mentions: readonly { start: number; end: number; argument: string }[],
): Layer {
  const numbers = numberArguments(mentions);
  return {
    id: `layer-${label}`,
    label,
    author: { kind: "gold", name: "gold" },
    revision: 1,
    state: "accepted",
    arguments: Array.from(numbers, ([name, number]) => ({
      id: `${label}/${name}`,
      number,
      name,
      value_type: /Dues|Amount|Limit|Length/.test(name) ? "integer" : "span",
      order: number,
    })),
    mentions: mentions.map(({ start, end, argument }, i) => ({
      id: `${label}#${i}`,
      start,
      end,
      argument: `${label}/${argument}`,
    })),
    reason: "",
    clause_note: "",
    decisions: {},
    stale: {},
    clause: mentions.length > 2 ? clauseOf(label, Array.from(numbers.keys())) : null,
  };
}

function clauseOf(label: string, names: readonly string[]): string {
  const head = `§${label}(${names.join(", ")})`;
  if (label !== "12(c)") return `${head}.`;
  return `${head} :-\n  §12(d)(Day)\n  AND [ §12(c)(1)(Vessel)\n    OR §12(c)(2)(Vessel, Warning)\n    OR [ §12(c)(3)(Master, Vessel, Year=Season)\n      AND NOT §14(b)(Master, Season) ] ].`;
}

function buildStatute(source: string): Statute {
  const draft: Draft = { paragraphs: [], mentions: new Map(), headings: new Map(), text: "", size: 0 };
  for (const line of source.trim().split("\n")) addLine(draft, line);
  const section = draft.paragraphs[0]?.label ?? "";
  const subsections: Subsection[] = Array.from(draft.mentions.keys(), (label, index) => ({
    id: index + 1,
    label,
    printed: `§${label}`,
    depth: label.split("(").length - 1,
    heading: draft.headings.get(label) ?? "",
    parts: draft.paragraphs
      .filter((p) => p.label === label && p.kind !== "heading")
      .map((p) => [p.start, p.end] as const),
    state: "accepted" as const,
    cases: 0,
    case_state: "none" as const,
    my_layer: "",
  }));
  const layers = Array.from(draft.mentions, ([label, mentions]) => makeLayer(label, mentions));
  const title = /\. (.*)$/.exec(source.trim().split("\n")[0] ?? "")?.[1] ?? "";
  return {
    section,
    printed: `§${section}`,
    title,
    text: draft.text,
    sha256: "9f2c41d7",
    subsections,
    paragraphs: draft.paragraphs,
    layers,
    suggestions: [],
  };
}

export const STATUTES: readonly Statute[] = [LICENCES, HARBOUR, bigText()].map(buildStatute);
