/** Contents that a reviewer writes: each begins as a version, and becomes an edit. */
import type { Range, Value } from "../../api/types";
import type { ClusterArgument, ItemFor } from "./types";

export interface ClusterDraft {
  readonly names: readonly string[];
  readonly types: readonly ClusterArgument["value_type"][];
  /** For each mention the argument it belongs to, by place; -1 for none. */
  readonly mentions: readonly { readonly span: Range; readonly home: number }[];
}

const keyOf = ([start, end]: Range): string => `${start}-${end}`;

/** Returns a draft of the arguments of one version; mentions that only others have belong to none. */
export function draftCluster(item: ItemFor<"cluster">, version: number): ClusterDraft {
  const chosen = item.versions.find((one) => one.number === version) ?? item.versions[0];
  const args = chosen?.content.arguments ?? [];
  const homes = new Map(args.flatMap((one, index) => one.spans.map((span) => [keyOf(span), index] as const)));
  const all = item.versions.flatMap(({ content }) => content.arguments.flatMap((one) => one.spans));
  const spans = [...new Map(all.map((span) => [keyOf(span), span])).values()].toSorted((a, b) => a[0] - b[0]);
  return {
    names: args.map((one) => one.name),
    types: args.map((one) => one.value_type),
    mentions: spans.map((span) => ({ span, home: homes.get(keyOf(span)) ?? -1 })),
  };
}

/** Returns a name that no other argument of the draft has. */
function freeName(names: readonly string[], base: string): string {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  for (let n = 2; ; n++) if (!taken.has(`${base}_${n}`.toLowerCase())) return `${base}_${n}`;
}

/** Returns the draft with a mention put to an argument; one past the last begins a new argument. */
export function putMention(draft: ClusterDraft, mention: number, home: number): ClusterDraft {
  const mentions = draft.mentions.map((one, index) => (index === mention ? { ...one, home } : one));
  if (home < draft.names.length) return { ...draft, mentions };
  return {
    names: [...draft.names, freeName(draft.names, draft.names[0] ?? "Argument")],
    types: [...draft.types, draft.types[0] ?? "span"],
    mentions,
  };
}

/** Returns the content of a draft; arguments without mentions are left out. */
export function finishCluster(draft: ClusterDraft): { readonly arguments: readonly ClusterArgument[] } {
  const made = draft.names.map((name, index) => ({
    name: name.trim(),
    value_type: draft.types[index] ?? "span",
    spans: draft.mentions.filter((one) => one.home === index).map((one) => one.span),
  }));
  return { arguments: made.filter((one) => one.spans.length > 0) };
}

export type ValueForm = "none" | "text" | "number" | "list";

export function formOfValue(value: Value | null): ValueForm {
  if (value === null) return "none";
  if (typeof value === "object") return "list";
  return typeof value === "number" ? "number" : "text";
}

/** Returns a value as it is typed: lists one entry a line. */
export function typeValue(value: Value | null): string {
  if (value === null) return "";
  return typeof value === "object" ? value.map(String).join("\n") : String(value);
}

const WHOLE = /^-?\d{1,15}$/u;

/** Returns the value that was typed in a form, or what is wrong with it. */
export function readValue(
  form: ValueForm,
  typed: string,
): { readonly ok: true; readonly value: Value | null } | { readonly ok: false; readonly fault: string } {
  const plain = typed.trim();
  if (form === "none") return { ok: true, value: null };
  if (form === "number") {
    const digits = plain.replace(/[,\s$]/gu, "");
    if (!WHOLE.test(digits)) return { ok: false, fault: "A whole number, please." };
    return { ok: true, value: Number(digits) };
  }
  if (form === "text") return { ok: true, value: plain };
  const entries = plain.split("\n").map((line) => line.trim());
  const kept = entries.filter((line) => line !== "");
  return { ok: true, value: kept.map((line) => (WHOLE.test(line) ? Number(line) : line)) };
}
