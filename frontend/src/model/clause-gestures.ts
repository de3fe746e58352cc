/** What writing a clause means, as an operation on a layer. */
import { layoutPaper, parseClause, printFile } from "./clauses";
import { MAX_TEXT } from "./clauses/paste";
import { applyOperation, isFrozen } from "./edits";
import type { Gesture } from "./gestures";
import type { SessionState } from "./session";

/** Returns a clause's text as a layer keeps it: in the notation of the files where it can be read, as typed where not. */
export function storedText(typed: string): string | null {
  if (typed.trim() === "") return null;
  const { term } = parseClause(typed);
  return term === null ? typed.trim() : printFile(term);
}

/** Returns a stored clause as the screen writes it. */
export function screenText(stored: string | null, width?: number): string {
  if (stored === null) return "";
  const { term } = parseClause(stored);
  return term === null ? stored : layoutPaper(term, width);
}

/** Returns the writing of a clause and its note for one subsection. */
export function writeClause(state: SessionState, label: string, typed: string, note: string): Gesture {
  const layer = state.layers.get(label);
  const printed = state.document.byLabel.get(label)?.printed ?? label;
  if (layer === undefined) return { ok: false, say: "No subsection is in focus." };
  if (isFrozen(layer)) return { ok: false, say: `${printed} is ${layer.state}. Reopen it to change it.` };
  if (typed.length > MAX_TEXT || note.length > MAX_TEXT)
    return { ok: false, say: "A clause can have 100,000 characters. This is longer and is not saved." };
  const text = storedText(typed);
  const from_suggestion = text === null ? null : layer.clause.from_suggestion;
  const operation = { op: "set_clause", clause: { text, note, from_suggestion } } as const;
  const outcome = applyOperation(layer, operation);
  if (!outcome.ok) return { ok: false, say: outcome.refusal.message };
  const say = text === null ? `Clause of ${printed} removed` : `Clause of ${printed} written`;
  return { ok: true, operation, say, mention: state.mention, label };
}
