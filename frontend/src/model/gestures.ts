/** What a key or a drag means, as an operation on the layer in focus. Pure: new ids come from outside. */
import { slicePoints } from "../text/offsets";
import { moveEdgeByLetter, moveEdgeByWord } from "../text/words";
import type { Direction, Range } from "../text/words";
import { nameSelection } from "../text/naming";
import type { ProposedName } from "../text/naming";
import { proposeJoin } from "../text/words-join";
import {
  applyOperation,
  isFrozen,
  makeBatch,
  mentionsOf,
  orderedArguments,
  orderedMentions,
  planArgumentRemoval,
  planMark,
} from "./edits";
import type { Argument, Layer, Mention, Operation, ValueType } from "./edits";
import { knownNames } from "./names";
import { clip, focusedLayer } from "./session";
import type { SessionState } from "./session";

/** An operation with what to say about it and the mention to put in focus; or why it cannot be. */
export type Gesture =
  | {
      readonly ok: true;
      readonly operation: Operation;
      readonly say: string;
      readonly mention: string | null;
      /** The subsection it is about, where that is not the one in focus. */
      readonly label?: string;
      /** Go on to the first suggestion from this offset. */
      readonly next?: number;
      /** What touches nothing else, in place of the operation: the argument stays. */
      readonly instead?: Operation;
      /** The one suggestion that it accepts. */
      readonly from?: string;
    }
  | { readonly ok: false; readonly say: string };

export type MakeId = () => string;

export const no = (say: string): Gesture => ({ ok: false, say });

export function textOf(state: SessionState, { start, end }: Range): string {
  return slicePoints(state.words.text, state.words.map, start, end);
}

/** Returns the argument that the selection is offered to join, or null. */
export function offeredArgument(state: SessionState): Argument | null {
  const layer = focusedLayer(state);
  if (layer === undefined || state.selection === null) return null;
  const known = orderedMentions(layer).map((one) => ({
    argument: one.argument,
    start: one.start,
    text: textOf(state, one),
  }));
  const id = proposeJoin(known, textOf(state, state.selection), state.selection.start);
  return id === null ? null : (layer.arguments.get(id) ?? null);
}

/** Returns an argument's number on screen. */
export function numberOf(layer: Layer, argument: string): number {
  return orderedArguments(layer).findIndex((one) => one.id === argument) + 1;
}

/** Says a mention as it stands after the operation: "the master, joined to 3, Master, mention 2 of 2". */
export function sayMention(state: SessionState, after: Layer, mention: Mention, verb: string): string {
  const same = mentionsOf(after, mention.argument);
  const place = same.findIndex((one) => one.id === mention.id) + 1;
  const name = after.arguments.get(mention.argument)?.name ?? "";
  const number = numberOf(after, mention.argument);
  return `${textOf(state, mention)}, ${verb} ${number}, ${name}, mention ${place} of ${same.length}`;
}

/** Tries the operation, so that what is refused is said and never queued. */
export function attempt(
  state: SessionState,
  operation: Operation,
  mention: string | null,
  say: (after: Layer) => string,
): Gesture {
  const layer = focusedLayer(state);
  if (layer === undefined) return no("No subsection is in focus.");
  const outcome = applyOperation(layer, operation);
  if (!outcome.ok) return no(explain(outcome.refusal.code, outcome.refusal.message, state, layer));
  return { ok: true, operation, say: say(outcome.layer), mention };
}

function explain(code: string, message: string, state: SessionState, layer: Layer): string {
  if (code === "span_overlap") return "This overlaps another mention. Nothing was changed.";
  return code === "layer_frozen" ? frozenWords(state, layer) : message;
}

const HELD_WORDS = {
  assigned: "It was assigned to you: a reviewer has to return it before it can change.",
  others: "Another annotator has submitted it too: a reviewer has to return yours before it can change.",
};

/** Returns why the subsection in focus is a reviewer's to return; null where its author may reopen it. */
export function whyHeld(state: SessionState): string | null {
  const held = state.document.byLabel.get(state.focus ?? "")?.held;
  return held === undefined || focusedLayer(state)?.state !== "submitted" ? null : HELD_WORDS[held];
}

/** Returns how a frozen subsection stands, and what can be done about it. */
export function frozenWords(state: SessionState, layer: Layer): string {
  const words = `This subsection is ${layer.state}.`;
  if (layer.state !== "submitted") return words;
  return `${words} ${whyHeld(state) ?? "Reopen it to change it."}`;
}

export function nextOrder(layer: Layer): number {
  return Math.max(0, ...Array.from(layer.arguments.values(), (one) => one.order)) + 1;
}

/** Returns what a new argument of these words would be called. */
export function nameNew(state: SessionState, layer: Layer, range: Range, type?: ValueType): ProposedName {
  const taken = Array.from(layer.arguments.values(), (one) => one.name);
  return nameSelection(knownNames(state, state.focus), textOf(state, range), range.start, taken, type);
}

function makeArgument(state: SessionState, layer: Layer, range: Range, id: string): Argument {
  return { id, ...nameNew(state, layer, range), order: nextOrder(layer), from_suggestion: null };
}

/** Returns the marking of the selection in this argument, or in a new one. */
export function markSelection(state: SessionState, argument: string | null, makeId: MakeId): Gesture {
  const layer = focusedLayer(state);
  if (layer === undefined || state.selection === null || state.focus === null)
    return no("Nothing is selected.");
  const range = clip(state, state.focus, state.selection);
  if (range === null) return no("The selection lies outside this subsection.");
  const fresh = argument === null ? makeArgument(state, layer, range, makeId()) : null;
  const mention: Mention = {
    id: makeId(),
    start: range.start,
    end: range.end,
    argument: fresh?.id ?? argument ?? "",
    from_suggestion: null,
  };
  const verb = fresh === null ? "joined to" : "new argument";
  return attempt(state, planMark(mention, fresh), mention.id, (after) =>
    sayMention(state, after, mention, verb),
  );
}

/** Returns what Enter means: mark the selection and join what is offered. */
export function markOffered(state: SessionState, makeId: MakeId): Gesture {
  if (state.mention !== null) return no("This is marked already.");
  return markSelection(state, offeredArgument(state)?.id ?? null, makeId);
}

/** Returns what a number means: the focused mention, or the selection, goes into that argument. */
export function assignNumber(state: SessionState, number: number, makeId: MakeId): Gesture {
  const layer = focusedLayer(state);
  const argument = layer && orderedArguments(layer)[number - 1];
  if (layer === undefined || argument === undefined) return no(`There is no argument ${number} here.`);
  if (state.mention === null) return markSelection(state, argument.id, makeId);
  const mention = layer.mentions.get(state.mention);
  if (mention === undefined) return no("This mention is gone.");
  if (mention.argument === argument.id) return no(`It is in ${number}, ${argument.name}, already.`);
  const last = mentionsOf(layer, mention.argument).length === 1;
  const alone: Operation = { op: "assign_mention", id: mention.id, argument: argument.id };
  const operation = last ? makeBatch([alone, { op: "remove_argument", id: mention.argument }]) : alone;
  const gesture = attempt(state, operation, mention.id, (after) =>
    sayMention(state, after, { ...mention, argument: argument.id }, "moved to"),
  );
  return gesture.ok && last ? { ...gesture, instead: alone } : gesture;
}

/** Returns the removal of the mention in focus. */
export function deleteMention(state: SessionState): Gesture {
  const layer = focusedLayer(state);
  const mention = state.mention === null ? undefined : layer?.mentions.get(state.mention);
  if (layer === undefined || mention === undefined) return no("No mention is in focus.");
  // Whether its name is used anywhere is asked before the argument goes with its last mention.
  const last = mentionsOf(layer, mention.argument).length === 1;
  const alone: Operation = { op: "remove_mention", id: mention.id };
  const operation = last ? planArgumentRemoval(layer, mention.argument) : alone;
  const gesture = attempt(state, operation, null, () => `${textOf(state, mention)}, deleted`);
  return gesture.ok && last ? { ...gesture, instead: alone } : gesture;
}

/** Returns the mention in focus with other edges. */
export function resizeTo(state: SessionState, id: string, range: Range): Gesture {
  const mention = focusedLayer(state)?.mentions.get(id);
  if (mention === undefined) return no("No mention is in focus.");
  if (range.start === mention.start && range.end === mention.end) return no("The edge cannot go further.");
  const { start, end } = range;
  return attempt(
    state,
    { op: "resize_mention", id, start, end },
    id,
    () => `${textOf(state, range)}, from ${start} to ${end}`,
  );
}

function moved(state: SessionState, range: Range, direction: Direction, by: "word" | "letter"): Range {
  const move = by === "word" ? moveEdgeByWord : moveEdgeByLetter;
  return move(state.words, range, state.edge, direction);
}

/** Returns the focused mention with its active edge moved. */
export function moveEdge(state: SessionState, direction: Direction, by: "word" | "letter"): Gesture {
  const mention = state.mention === null ? undefined : focusedLayer(state)?.mentions.get(state.mention);
  if (mention === undefined) return no("No mention is in focus.");
  return resizeTo(state, mention.id, moved(state, mention, direction, by));
}

/** Returns the selection with its active edge moved, cut to its part; null when it cannot be. */
export function stretchSelection(
  state: SessionState,
  direction: Direction,
  by: "word" | "letter",
): Range | null {
  if (state.selection === null || state.focus === null) return null;
  const next = moved(state, state.selection, direction, by);
  const cut = clip(state, state.focus, next);
  return cut !== null && cut.start === next.start && cut.end === next.end ? cut : null;
}

/** Returns the focused mention as an argument of its own. */
export function splitMention(state: SessionState, makeId: MakeId): Gesture {
  const layer = focusedLayer(state);
  const mention = state.mention === null ? undefined : layer?.mentions.get(state.mention);
  if (layer === undefined || mention === undefined) return no("No mention is in focus.");
  if (mentionsOf(layer, mention.argument).length < 2) return no("It is an argument of its own already.");
  const argument = makeArgument(state, layer, mention, makeId());
  const operation = {
    op: "split_argument",
    source: mention.argument,
    argument,
    mentions: [mention.id],
  } as const;
  return attempt(state, operation, mention.id, (after) =>
    sayMention(state, after, { ...mention, argument: argument.id }, "split off as"),
  );
}

/** Returns two mentions' arguments as one: the dragged one's goes into the other's. */
export function mergeOnto(state: SessionState, dragged: string, target: string): Gesture {
  const layer = focusedLayer(state);
  const [one, two] = [layer?.mentions.get(dragged), layer?.mentions.get(target)];
  if (layer === undefined || one === undefined || two === undefined)
    return no("Both must be in this subsection.");
  if (one.argument === two.argument) return no("They are one argument already.");
  const operation = { op: "merge_arguments", into: two.argument, source: one.argument } as const;
  return attempt(state, operation, dragged, (after) =>
    sayMention(state, after, { ...one, argument: two.argument }, "merged into"),
  );
}

export const NAME = /^[\p{L}\p{N}_]{1,80}$/u;
export const NAME_RULE = "A name is letters, digits and underscores, 80 at most.";

/** Returns a name as it is written: blanks become underscores. */
export function spellName(typed: string): string {
  return typed.trim().replace(/\s+/gu, "_");
}

/** Returns the argument under another name; blanks become underscores. */
export function renameArgument(state: SessionState, id: string, typed: string): Gesture {
  const argument = focusedLayer(state)?.arguments.get(id);
  const name = spellName(typed);
  if (argument === undefined) return no("This argument is gone.");
  if (name === argument.name) return no(`It is called ${name} already.`);
  if (!NAME.test(name)) return no(NAME_RULE);
  return attempt(
    state,
    { op: "rename_argument", id, name },
    state.mention,
    () => `${argument.name} is now ${name}`,
  );
}

/** Returns the argument with the other value type. */
export function turnType(state: SessionState): Gesture {
  const argument = state.argument === null ? undefined : focusedLayer(state)?.arguments.get(state.argument);
  if (argument === undefined) return no("No argument is in focus.");
  const value_type = argument.value_type === "span" ? "integer" : "span";
  return attempt(
    state,
    { op: "retype_argument", id: argument.id, value_type },
    state.mention,
    () => `${argument.name} is now of type ${value_type}`,
  );
}

/** Returns the submission of the layer in focus, or its reopening. */
export function turnSubmission(state: SessionState): Gesture {
  const layer = focusedLayer(state);
  if (layer === undefined) return no("No subsection is in focus.");
  const printed = state.document.byLabel.get(state.focus ?? "")?.printed ?? "";
  if (layer.state === "accepted") return no("This subsection is accepted. A reviewer can return it.");
  if (whyHeld(state) !== null) return no(frozenWords(state, layer));
  const operation: Operation = isFrozen(layer)
    ? { op: "reopen_layer", to: "in_progress", reason: "" }
    : { op: "submit_layer" };
  const verb = isFrozen(layer) ? "reopened" : "submitted";
  return attempt(state, operation, null, () => `${printed} ${verb}`);
}

export interface Check {
  readonly kind: "ok" | "warn" | "wait";
  readonly text: string;
}

/** Returns what the checks say of the layer in focus before it is submitted. */
export function findChecks(state: SessionState): readonly Check[] {
  const layer = focusedLayer(state);
  if (layer === undefined) return [];
  const checks: Check[] = [];
  if (layer.mentions.size === 0) checks.push({ kind: "warn", text: "Nothing is marked in this subsection." });
  for (const argument of orderedArguments(layer)) {
    if (mentionsOf(layer, argument.id).length === 0)
      checks.push({ kind: "warn", text: `${argument.name} has no mention.` });
  }
  if (layer.clause.text === null) checks.push({ kind: "warn", text: "There is no clause yet." });
  checks.push({ kind: "ok", text: "No overlaps; every span lies inside its subsection." });
  return checks;
}
