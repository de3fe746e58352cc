/** Problems of a clause as the editor shows them: places in its text, and everything one key can do about them. */
import type { components } from "../../api/schema";
import { mapOffsets, toUnits } from "../../text/offsets";
import type { NoteKind } from "./notes";
import type { Fault } from "./parse";

type Row = components["schemas"]["ClauseProblemOutput"];

export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** A change of the text, or a line of the note; a line without a source is for the person to end. */
export type Fix =
  | { readonly title: string; readonly changes: readonly TextChange[] }
  | { readonly title: string; readonly note: NoteKind; readonly subject: string; readonly source: string };

export interface Problem {
  readonly code: string;
  readonly severity: Row["severity"];
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly fixes: readonly Fix[];
}

export const EFFECT = "effect, not condition";

function noteFix(note: NonNullable<Row["note"]>): Fix {
  const { kind, subject } = note;
  if (kind === "cycle")
    return { title: "Confirm: the law means it", note: kind, subject, source: "confirmed" };
  if (kind === "reference") return { title: "Effect, not condition", note: kind, subject, source: EFFECT };
  return { title: "Note its source", note: kind, subject, source: "" };
}

/** Returns the server's problems with places as the browser counts. */
export function showProblems(text: string, rows: readonly Row[]): readonly Problem[] {
  const map = mapOffsets(text);
  const at = (point: number): number => toUnits(map, Math.min(point, map.points));
  return rows.map(({ code, severity, start, end, message, fix, note }) => {
    const changes = fix?.edits.map((one) => ({ from: at(one.start), to: at(one.end), insert: one.text }));
    const fixes: Fix[] = [];
    if (fix && changes) fixes.push({ title: fix.title, changes });
    if (note) fixes.push(noteFix(note));
    return { code, severity, from: at(start), to: at(end), message, fixes };
  });
}

/** Returns where reading stopped, for when the server cannot be asked. */
export function showFault(fault: Fault): Problem {
  const message = `Expected ${fault.expected}.`;
  return { code: "unreadable", severity: "error", from: fault.start, to: fault.end, message, fixes: [] };
}
