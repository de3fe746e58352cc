/** What can be written where the caret stands: a subsection, an argument, an operator. */
import { readLabel } from "./tokens";

interface Typed {
  /** Where the word that is being typed begins. */
  readonly from: number;
  readonly typed: string;
}

export type Spot =
  /** Nothing is written yet: the head comes first. */
  | (Typed & { readonly kind: "start" })
  | (Typed & { readonly kind: "label" })
  | (Typed & { readonly kind: "operator" })
  | (Typed & { readonly kind: "head"; readonly given: readonly string[] })
  | (Typed & {
      readonly kind: "argument";
      readonly label: string;
      /** The callee's argument that is being given a value, once its sign is typed. */
      readonly name: string | null;
      readonly given: readonly string[];
      /** A bracket may still be a step of the label: §12(c may become §12(c)(1). */
      readonly step: Typed | null;
    });

const LIST = /(§\s?\w+(?:\s*\(\s*\w+\s*\))*|[a-z]\w*)\s*\(([^()[\]]*)$/;
const LABEL = /(?:§\s?\w*(?:\([A-Za-z0-9]*\)?)*|\bs\d\w*|\b\d[\w()]*)$/;
/** A clause's last call is near the caret; looking further back costs time in a long text. */
const REACH = 4000;

/** Returns what the caret's place asks for. */
export function spotAt(text: string, caret: number): Spot {
  const start = Math.max(0, caret - REACH);
  const before = text.slice(start, caret);
  if (start === 0 && before.trim() === "") return { kind: "start", from: caret, typed: "" };
  const list = LIST.exec(before);
  if (list !== null) return spotInList(list, !text.slice(0, caret).includes(":-"), caret);
  const label = LABEL.exec(before)?.[0] ?? "";
  if (label !== "") return { kind: "label", from: caret - label.length, typed: label };
  const typed = /\w*$/.exec(before)?.[0] ?? "";
  const ahead = before.slice(0, before.length - typed.length).trimEnd();
  const from = caret - typed.length;
  return /[)\]]$/.test(ahead) ? { kind: "operator", from, typed } : { kind: "label", from, typed };
}

function spotInList(list: RegExpExecArray, inHead: boolean, caret: number): Spot {
  const [whole, label = "", inner = ""] = list;
  const pieces = inner.split(",");
  const last = pieces.at(-1) ?? "";
  const typed = /\w*$/.exec(last)?.[0] ?? "";
  const from = caret - typed.length;
  const given = pieces.slice(0, -1).map((piece) => (piece.split(/[=:]/)[0] ?? "").trim().toUpperCase());
  if (inHead) return { kind: "head", from, typed, given };
  const pair = /^\s*(\w+)\s*[=:]/.exec(last);
  const step =
    /^\w*$/.test(inner) && label.startsWith("§") ? { from: caret - whole.length, typed: whole } : null;
  const name = pair?.[1]?.toUpperCase() ?? null;
  return { kind: "argument", from, typed, label: readLabel(label.replace(/\s/g, "")), name, given, step };
}
