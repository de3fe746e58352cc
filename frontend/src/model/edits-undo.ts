/**
 * Undo and redo read off the log, so that they outlive a reload. Both are new edits whose operation is the
 * inverse of an earlier one: undo of a change, redo of an undo. Nothing leaves the log.
 */

import { invert } from "./edits-log";
import type { Edit } from "./edits-log";
import { rebase } from "./edits-rebase";
import type { Conflict } from "./edits-rebase";

/** One author's edits that can be undone and undos that can be redone, newest last. */
export interface UndoStack {
  readonly done: readonly Edit[];
  readonly undone: readonly Edit[];
}

/** Edits to take back, in this order, each by an edit with `undoes`; and whoever stands in the way. */
export interface UndoStep {
  readonly edits: readonly Edit[];
  readonly conflicts: readonly Conflict[];
}

/** Returns the stack of one author after these edits, in the order in which they were made. */
export function readStack(edits: readonly Edit[], author: string): UndoStack {
  const done: Edit[] = [];
  let undone: Edit[] = [];
  for (const edit of edits) {
    if (edit.author !== author) continue;
    if (edit.undoes === null) {
      done.push(edit);
      undone = [];
    } else if (take(done, edit.undoes)) undone.push(edit);
    else if (take(undone, edit.undoes)) done.push(edit);
  }
  return { done, undone };
}

/** Returns what undo would take back, or null when there is nothing. */
export function planUndo(edits: readonly Edit[], author: string): UndoStep | null {
  return plan(edits, author, readStack(edits, author).done);
}

/** Returns what redo would take back, or null when there is nothing. */
export function planRedo(edits: readonly Edit[], author: string): UndoStep | null {
  return plan(edits, author, readStack(edits, author).undone);
}

/** What the client adds to make the edits of an undo step. */
export interface Stamp {
  readonly makeId: () => string;
  readonly time: string;
  readonly revisionOf: (layer: string) => number;
}

/** Returns the edits that carry out a step; several are one group, so that redo takes them together. */
export function makeUndoEdits(step: UndoStep, author: string, stamp: Stamp): Edit[] {
  const group = step.edits.length > 1 ? stamp.makeId() : null;
  return step.edits.map((edit) => ({
    id: stamp.makeId(),
    layer: edit.layer,
    author,
    time: stamp.time,
    base_revision: stamp.revisionOf(edit.layer),
    operation: invert(edit),
    inverse: null,
    undoes: edit.id,
    group,
    from_suggestion: null,
  }));
}

/**
 * Returns an edit of a layer that is not here as the log keeps it, so that a group is undone as a whole; null
 * when nothing is known of its inverse. What an undo takes back is what undoes it.
 */
export function keepForeign(log: readonly Edit[], edit: Edit): Edit | null {
  const undone = edit.undoes === null ? undefined : log.find((one) => one.id === edit.undoes);
  const inverse = edit.inverse ?? undone?.operation ?? null;
  return inverse === null ? null : { ...edit, inverse };
}

function plan(edits: readonly Edit[], author: string, stack: readonly Edit[]): UndoStep | null {
  const step = topStep(stack);
  if (step.length === 0) return null;
  const conflicts = step.flatMap((edit) => {
    const outcome = rebase(
      invert(edit),
      laterByOthers(edits, edit, author).map((e) => e.operation),
    );
    return outcome.ok ? [] : [outcome.conflict];
  });
  return { edits: step, conflicts };
}

/** The newest edit and those right below it of the same group, newest first. */
function topStep(stack: readonly Edit[]): Edit[] {
  const newestFirst = [...stack].reverse();
  const group = newestFirst[0]?.group ?? null;
  const end = newestFirst.findIndex((edit, i) => i > 0 && (group === null || edit.group !== group));
  return end < 0 ? newestFirst : newestFirst.slice(0, end);
}

/** Own later edits have been undone by now; another's would be overwritten unasked. */
function laterByOthers(edits: readonly Edit[], edit: Edit, author: string): Edit[] {
  const place = edits.findIndex((e) => e.id === edit.id);
  return edits.slice(place + 1).filter((e) => e.layer === edit.layer && e.author !== author);
}

function take(stack: Edit[], id: string): boolean {
  const place = stack.findLastIndex((edit) => edit.id === id);
  if (place >= 0) stack.splice(place, 1);
  return place >= 0;
}
