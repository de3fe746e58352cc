/** Lines of a clause's note that answer a doubt: `call §12(d): Harbour Rules, rule 3`. As `domain/clauses/notes.py`. */
import { parseLabel, plainLabel } from "../../text/labels";

export type NoteKind = "argument" | "call" | "cycle" | "reference";

export interface ClauseNote {
  readonly kind: NoteKind;
  /** An argument's name, or a plain label. */
  readonly subject: string;
  readonly source: string;
}

const LINE = /^[ \t]*(argument|call|cycle|reference)[ \t]+([^:\n]{1,120}?)[ \t]*:(.*)$/i;

/** Returns a label or a name as notes compare it. */
export function foldSubject(kind: NoteKind, subject: string): string {
  if (kind === "argument") return subject.toUpperCase();
  const label = parseLabel(subject);
  return label === null ? subject : plainLabel(label);
}

function readLine(line: string): ClauseNote | null {
  const found = LINE.exec(line);
  if (found === null) return null;
  const kind = (found[1] ?? "").toLowerCase() as NoteKind;
  return { kind, subject: foldSubject(kind, found[2] ?? ""), source: (found[3] ?? "").trim() };
}

/** Returns the answers that a note gives; a line without a source gives none. */
export function parseNotes(text: string): readonly ClauseNote[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const note = readLine(line);
    return note === null || note.source === "" ? [] : [note];
  });
}

function isAbout(line: string, kind: NoteKind, subject: string): boolean {
  const note = readLine(line);
  return note !== null && note.kind === kind && note.subject === foldSubject(kind, subject);
}

/** Returns the note with a line about this subject, in place of an older one. */
export function putNote(text: string, kind: NoteKind, subject: string, source: string): string {
  const kept = dropNote(text, kind, subject);
  const line = `${kind} ${subject}: ${source}`;
  return kept === "" ? line : `${kept}\n${line}`;
}

/** Returns the note without its lines about this subject. */
export function dropNote(text: string, kind: NoteKind, subject: string): string {
  const lines = text.split(/\r?\n/).filter((line) => !isAbout(line, kind, subject));
  return lines.join("\n").trimEnd();
}
