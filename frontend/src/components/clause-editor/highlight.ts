/** Colours of a clause while it is written; names of this subsection's arguments carry their number. */
import { RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { Decoration, ViewPlugin } from "@codemirror/view";
import type { DecorationSet, ViewUpdate, EditorView } from "@codemirror/view";

import type { Argument } from "../../api/types";
import { tokenizeClause } from "../../text/clause";
import type { ClauseTokenKind } from "../../text/clause";
import { lookOf } from "../../text/numbering";

type Numbers = ReadonlyMap<string, number>;

const CLASSES: Readonly<Record<ClauseTokenKind, string>> = {
  predicate: "t-p",
  operator: "t-o",
  name: "t-v",
  callee: "t-ca",
  punctuation: "t-pu",
  space: "",
};

export const setNumbers = StateEffect.define<Numbers>();

/** Returns the numbers of arguments by their folded names. */
export function numbersOf(names: readonly Argument[]): Numbers {
  return new Map(names.map((one) => [one.name.toUpperCase(), one.number]));
}

export const numbersField = StateField.define<Numbers>({
  create: () => new Map(),
  update: (numbers, transaction) =>
    transaction.effects.reduce((now, effect) => (effect.is(setNumbers) ? effect.value : now), numbers),
});

const marks = new Map<string, Decoration>();

function markOf(classes: string, number: number | null): Decoration {
  const key = `${classes} ${number ?? ""}`;
  const known = marks.get(key);
  if (known !== undefined) return known;
  const attributes = number === null ? undefined : { "data-n": String(number) };
  const made = Decoration.mark({ class: classes, ...(attributes ? { attributes } : {}) });
  marks.set(key, made);
  return made;
}

function decorate(view: EditorView): DecorationSet {
  const numbers = view.state.field(numbersField);
  const builder = new RangeSetBuilder<Decoration>();
  const neck = view.state.sliceDoc(0, 2000).indexOf(":-");
  for (const { from, to } of view.visibleRanges) {
    let at = from;
    for (const { kind, text } of tokenizeClause(view.state.sliceDoc(from, to))) {
      const end = at + text.length;
      const number = kind === "name" ? (numbers.get(text.toUpperCase()) ?? null) : null;
      const look = number === null ? "" : ` ${lookOf(number)}`;
      // In the head each argument shows its number; below, its colour says the same.
      const inHead = neck < 0 || at < neck;
      if (kind !== "space") builder.add(at, end, markOf(CLASSES[kind] + look, inHead ? number : null));
      at = end;
    }
  }
  return builder.finish();
}

/** Returns the colouring of what is in view. */
export function highlighting(): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = decorate(view);
      }

      update(update: ViewUpdate): void {
        const numbered = update.startState.field(numbersField) !== update.state.field(numbersField);
        if (update.docChanged || update.viewportChanged || numbered) this.decorations = decorate(update.view);
      }
    },
    { decorations: (value) => value.decorations },
  );
  return [numbersField, plugin];
}
