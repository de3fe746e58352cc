/** What is in dispute, and what was chosen, in the words of people. */
import type { Range, Value } from "../../api/types";
import { countWords } from "../../text/counting";
import { mapOffsets, slicePoints } from "../../text/offsets";
import type { Source } from "../../text/pieces";
import { valueWords } from "../case";
import type { Content, Decided, Item, ItemFor, ItemKind, Review, ReviewLayer, Version } from "./types";

export function sourceOf(review: Pick<Review, "text">): Source {
  return { text: review.text, map: mapOffsets(review.text) };
}

export function sayRange(source: Source, [start, end]: Range): string {
  return slicePoints(source.text, source.map, start, end).replace(/\s+/gu, " ");
}

const QUOTE_LENGTH = 42;

/** Returns the words in quotation marks, cut where they are many. */
export function quote(source: Source, range: Range): string {
  const words = sayRange(source, range);
  return `“${words.length > QUOTE_LENGTH ? `${words.slice(0, QUOTE_LENGTH).trimEnd()}…` : words}”`;
}

/** Returns "Robin", "Robin and Sam", "Robin, Sam and the gold". */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

export function nameOfLayer({ author }: Pick<ReviewLayer, "author">): string {
  return author.kind === "gold" ? "the gold" : author.name;
}

export function sayers(layers: readonly ReviewLayer[], version: Pick<Version, "layers">): string {
  return joinNames(
    version.layers
      .map((n) => layers.find((one) => one.index === n))
      .flatMap((one) => (one ? [nameOfLayer(one)] : [])),
  );
}

const KIND_WORDS: Readonly<Record<ItemKind, string>> = {
  span: "span",
  cluster: "coreference",
  argument: "argument",
  name: "name",
  type: "value type",
  clause: "clause",
  row: "subsection",
  truth: "@truth",
  value: "value",
};

/** Returns the word on an item's chip. */
export function chipOf(item: Item): string {
  if (item.relation === "edge") return "edge";
  if (item.kind === "clause" && item.disputed) {
    const most = Math.max(0, ...item.versions.map((version) => version.words.length));
    return most > 0 ? countWords(most, "difference") : "clause";
  }
  return KIND_WORDS[item.kind];
}

/** Returns the row of a case that an item belongs to: "12(c)" of "truth:12(c)#1". */
export function rowOf(key: string): string {
  return /^(?:row|truth|value):(.+?)#\d+/u.exec(key)?.[1] ?? "";
}

function countArguments(item: ItemFor<"cluster">): number {
  return Math.max(...item.versions.map(({ content }) => content.arguments.length));
}

/** Returns a short title for lists. */
export function titleOf(item: Item): string {
  switch (item.kind) {
    case "span":
      return item.relation === "edge" ? "Edge" : item.relation === "missing" ? "Span marked or not" : "Span";
    case "cluster":
      return item.disputed
        ? `${item.subject}: one or ${sayCount(countArguments(item))}`
        : `Mentions of ${item.subject}`;
    case "argument":
      return `Argument ${item.subject}`;
    case "name":
      return "Name";
    case "type":
      return "Value type";
    case "clause":
      return item.disputed ? `Clause: ${chipOf(item)}` : "Clause";
    case "row":
      return `§${item.subject} in this case`;
    case "truth":
      return `@truth of §${rowOf(item.key)}`;
    case "value":
      return `${item.subject} in §${rowOf(item.key)}`;
  }
}

const COUNTS = ["none", "one", "two", "three", "four", "five", "six"];

function sayCount(count: number): string {
  return COUNTS[count] ?? String(count);
}

/** Returns the question that a reviewer answers. */
export function questionOf(item: Item, source: Source): string {
  switch (item.kind) {
    case "span": {
      const one = item.versions.flatMap(({ content }) => content.spans)[0];
      if (item.relation === "missing" && one) return `Is ${quote(source, one)} a mention?`;
      return item.relation === "edge" ? "Where does the span begin and end?" : "A span";
    }
    case "cluster":
      return item.disputed
        ? `One ${item.subject} or ${sayCount(countArguments(item))}?`
        : `Mentions of ${item.subject}`;
    case "argument":
      return `Is there an argument ${item.subject}?`;
    case "name":
      return "What is it called?";
    case "type":
      return `What does ${item.subject} hold?`;
    case "clause":
      return "Which clause?";
    case "row":
      return `Does §${item.subject} belong to this case?`;
    case "truth":
      return `Does §${rowOf(item.key)} hold?`;
    case "value":
      return `${item.subject} of §${rowOf(item.key)}`;
  }
}

/** Returns what stands beside the question: how the versions differ, in a sentence. */
export function differenceOf(item: Item, layers: readonly ReviewLayer[]): string {
  const [first, second] = item.versions;
  if (first === undefined || second === undefined) return "";
  const [one, two] = [sayers(layers, first), sayers(layers, second)];
  switch (item.relation) {
    case "missing": {
      const some = item.versions.filter((version) => !isNothing(version.content));
      return `Only ${joinNames(some.map((version) => sayers(layers, version)))} ${some.length > 1 || (some[0]?.layers.length ?? 0) > 1 ? "say so" : "says so"}`;
    }
    case "split":
      return item.kind === "cluster" ? saySplit(item, layers) : "";
    case "clause":
      return `${two}’s, told from ${one}’s`;
    case "near":
      return "The numbers are near each other, within the tolerance of the scores";
    case "order":
      return "The same values in another order";
    case "form":
      return "The same, written otherwise";
    default:
      return "";
  }
}

function saySplit(item: ItemFor<"cluster">, layers: readonly ReviewLayer[]): string {
  const ranked = item.versions.toSorted((a, b) => a.content.arguments.length - b.content.arguments.length);
  const [few, many] = [ranked[0], ranked.at(-1)];
  if (few === undefined || many === undefined) return "";
  if (few.content.arguments.length === many.content.arguments.length)
    return "The mentions are shared out otherwise";
  return `${sayers(layers, few)} merges what ${sayers(layers, many)} splits`;
}

/** Returns whether a content says that there is nothing. */
export function isNothing(content: Content): boolean {
  if ("spans" in content) return content.spans.length === 0;
  if ("present" in content) return !content.present;
  if ("text" in content) return content.text === null;
  return "value" in content && content.value === null;
}

export function sayValue(value: Value | null): string {
  return value === null ? "no value" : (valueWords(value) ?? "no value in this case");
}

/** Returns a content in a few words, for lists and for what was settled. */
export function sayContent(content: Content, source: Source): string {
  if ("spans" in content)
    return content.spans.length === 0
      ? "not marked"
      : content.spans.map((one) => quote(source, one)).join(", ");
  if ("arguments" in content) return joinNames(content.arguments.map((one) => one.name));
  if ("present" in content) return content.present ? "there" : "not there";
  if ("name" in content) return content.name;
  if ("value_type" in content) return content.value_type;
  if ("text" in content) return content.text === null ? "no clause" : "a clause";
  if ("truth" in content) return content.truth === null ? "open" : content.truth ? "true" : "false";
  return sayValue(content.value);
}

/** Returns "took Robin’s: “any day”" or "edited: Licence". */
export function sayDecision(
  item: Item,
  decision: Decided,
  layers: readonly ReviewLayer[],
  source: Source,
): string {
  if (decision.edit !== null) return `edited: ${sayContent(decision.edit, source)}`;
  const version = item.versions.find((one) => one.number === decision.take);
  if (version === undefined) return "open";
  return `took ${sayers(layers, version)}: ${sayContent(version.content, source)}`;
}
