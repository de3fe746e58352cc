/** Completion: subsections with the start of their text, arguments with their mentions. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";

import type { ClauseCompletion } from "../../api/clauses";
import { parentLabel } from "../../text/labels";
import { showLabel, showName } from "../../model/clauses";
import { spotAt } from "../../model/clauses/spot";
import type { Spot } from "../../model/clauses/spot";
import { drawCard } from "./card-dom";
import type { LookUp } from "./look-up";

export interface Offer extends Completion {
  /** The number of an argument of this subsection; shown as its badge. */
  readonly number?: number | null;
}

const ENOUGH = 60;

function signalOf(context: CompletionContext): AbortSignal {
  const abort = new AbortController();
  context.addEventListener("abort", () => {
    abort.abort();
  });
  return abort.signal;
}

/** Puts a whole call: names that both have are passed, and the caret waits where more can be. */
function putCall(row: ClauseCompletion, lookUp: LookUp) {
  return (view: EditorView, _: Completion, from: number, to: number): void => {
    const head = headNames(view.state.sliceDoc(0, 4000));
    const own = new Set([...head, ...lookUp.names.map((one) => one.name.toUpperCase())]);
    const after = view.state.sliceDoc(to, to + 1);
    const shared = row.names.filter((name) => own.has(name.toUpperCase())).map(showName);
    const call = after === "(" ? row.printed : `${row.printed}(${shared.join(", ")})`;
    // A bracket that closed itself behind the caret belongs to what is replaced.
    const end = after === ")" && view.state.sliceDoc(from, to).includes("(") ? to + 1 : to;
    const inside = shared.length < row.names.length && after !== "(";
    const anchor = from + call.length - (inside ? 1 : 0);
    view.dispatch({
      changes: { from, to: end, insert: call },
      selection: { anchor },
      userEvent: "input.complete",
    });
  };
}

function cut(text: string): string {
  const flat = text.replaceAll(/\s+/g, " ").trim();
  return flat.length > ENOUGH ? `${flat.slice(0, ENOUGH)}…` : flat;
}

function offerLabel(row: ClauseCompletion, lookUp: LookUp, boost: number): Offer {
  return {
    label: row.printed,
    detail: cut(row.text === "" ? row.heading : row.text),
    apply: putCall(row, lookUp),
    boost,
    info: async () => {
      const card = await lookUp.card(row.label);
      return card === null ? null : drawCard(card);
    },
  };
}

/** Subsections: those typed; before anything is typed, the parts of this one and what its text refers to. */
export function labelSource(lookUp: () => LookUp) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const spot = spotAt(context.state.doc.toString(), context.pos);
    const at = spot.kind === "label" ? spot : spot.kind === "argument" ? spot.step : null;
    if (at === null || (at.typed === "" && !context.explicit)) return null;
    const known = lookUp();
    const signal = signalOf(context);
    const word = /^[A-Z]/i.test(at.typed) && !/^s\d/.test(at.typed);
    const rows = word ? [] : await offersFor(known, at.typed, signal);
    if (signal.aborted) return null;
    const options: Offer[] = rows
      .filter((row) => row.label !== known.label)
      .map((row, index) => offerLabel(row, known, -index));
    if (spot.kind === "label" && (at.typed === "" || /^n/i.test(at.typed)))
      options.push({ label: "NOT", apply: "NOT ", detail: "denies what follows", boost: -99 });
    return options.length === 0 ? null : { from: at.from, options, filter: false };
  };
}

async function offersFor(
  lookUp: LookUp,
  typed: string,
  signal: AbortSignal,
): Promise<readonly ClauseCompletion[]> {
  if (typed.replace("§", "").trim() !== "") return lookUp.complete(typed, signal);
  const parent = parentLabel(lookUp.label);
  const asked = [`${lookUp.label}(`, ...lookUp.cited.slice(0, 6), ...(parent === null ? [] : [`${parent}(`])];
  const found = await Promise.all(asked.map((one) => lookUp.complete(one, signal)));
  const rows = found.flatMap((some, index) =>
    index === 0 || index > lookUp.cited.length ? some : some.slice(0, 1),
  );
  return [...new Map(rows.map((row) => [row.label, row])).values()].slice(0, 30);
}

function offerNames(lookUp: LookUp, taken: readonly string[]): readonly Offer[] {
  return lookUp.names
    .filter((one) => !taken.includes(one.name.toUpperCase()))
    .map((one) => ({ label: showName(one.name), number: one.number, detail: one.value_type }));
}

/** The head's names, as they stand in the text before its sign. */
function headNames(text: string): readonly string[] {
  const list = /\(([^()]*)\)\s*:-/.exec(text.slice(0, 4000))?.[1] ?? "";
  return list
    .split(",")
    .map((name) => name.trim().toUpperCase())
    .filter((name) => name !== "");
}

async function offerPassed(
  spot: Spot & { kind: "argument" },
  lookUp: LookUp,
  text: string,
): Promise<readonly Offer[]> {
  const head = headNames(text);
  const numbers = new Map(lookUp.names.map((one) => [one.name.toUpperCase(), one]));
  const own = [...new Set([...head, ...numbers.keys()])];
  const badge = (name: string): number | null => numbers.get(name)?.number ?? null;
  if (spot.name !== null)
    return own.map((name) => ({
      label: showName(name),
      number: badge(name),
      detail: numbers.get(name)?.value_type ?? "",
    }));
  const card = await lookUp.card(spot.label);
  const theirs = (card?.arguments ?? []).filter((one) => !spot.given.includes(one.name.toUpperCase()));
  const info = (name: string) => (): HTMLElement | null => (card === null ? null : drawCard(card, name));
  return theirs.flatMap((one, index): readonly Offer[] => {
    const name = one.name.toUpperCase();
    const rename: Offer = {
      label: `${one.name}=…`,
      apply: `${one.name}=`,
      detail: own.includes(name) ? "another" : (one.value_type ?? ""),
      number: null,
      info: info(name),
      boost: -index - 20,
    };
    if (!own.includes(name)) return [rename];
    const same: Offer = {
      label: one.name,
      number: badge(name),
      detail: one.value_type ?? "",
      info: info(name),
      boost: -index,
    };
    return [same, rename];
  });
}

/** Arguments of the call or the head, operators between calls, and the head itself. */
export function wordSource(lookUp: () => LookUp) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const text = context.state.doc.toString();
    const spot = spotAt(text, context.pos);
    const known = lookUp();
    if (spot.kind === "start" && context.explicit) {
      const head = `${showLabel(known.label)}(${known.names.map((one) => showName(one.name)).join(", ")})`;
      return { from: context.pos, options: [{ label: head, apply: `${head} :- `, detail: "the head" }] };
    }
    if (spot.kind === "operator" && (spot.typed !== "" || context.explicit)) {
      const offers: Offer[] = [
        { label: "AND", apply: "AND ", detail: "both hold" },
        { label: "OR", apply: "OR ", detail: "one of them holds" },
      ];
      return { from: spot.from, options: offers, validFor: /^\w*$/ };
    }
    if (spot.kind === "head")
      return { from: spot.from, options: [...offerNames(known, spot.given)], validFor: /^\w*$/ };
    if (spot.kind !== "argument") return null;
    const options = await offerPassed(spot, known, text);
    return context.aborted || options.length === 0
      ? null
      : { from: spot.from, options: [...options], validFor: /^\w*$/ };
  };
}
