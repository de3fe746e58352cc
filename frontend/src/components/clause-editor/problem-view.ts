/** Problems in the text: a line under the place, words and fixes under the line, and the keys that go through them. */
import { Facet, StateEffect, StateField } from "@codemirror/state";
import type { EditorState, Extension, Range } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";

import type { Fix, Problem } from "../../model/clauses/problems";

export const setProblems = StateEffect.define<readonly Problem[]>();

/** Most problems of one line that are spelt out under it; the rest are counted. */
const PER_LINE = 4;

export type RunFix = (view: EditorView, problem: Problem, fix: Fix) => void;

const ICONS = {
  error: ["M8 5v3.4M8 10.8v.1", "M8 2.2a5.8 5.8 0 1 0 0 11.6 5.8 5.8 0 0 0 0-11.6"],
  warning: ["M8 2.5l6 10.8H2zM8 6.5v3M8 11.4v.1"],
  note: ["M8 7.4v3.6M8 5v.1", "M8 2.2a5.8 5.8 0 1 0 0 11.6 5.8 5.8 0 0 0 0-11.6"],
} as const;
const SVG = "http://www.w3.org/2000/svg";

function drawIcon(severity: Problem["severity"]): SVGSVGElement {
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("class", "i");
  icon.setAttribute("viewBox", "0 0 16 16");
  icon.setAttribute("aria-hidden", "true");
  for (const d of ICONS[severity]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    icon.append(path);
  }
  return icon;
}

function make(tag: string, className: string, text = ""): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

class ProblemWidget extends WidgetType {
  constructor(
    readonly problem: Problem,
    readonly run: RunFix,
    readonly more: number,
  ) {
    super();
  }

  override eq(other: ProblemWidget): boolean {
    const key = ({ problem, more }: ProblemWidget): string =>
      JSON.stringify([problem.message, problem.severity, problem.fixes, more]);
    return key(other) === key(this);
  }

  override toDOM(view: EditorView): HTMLElement {
    const { problem, more } = this;
    const box = make("div", `ce-fix ${problem.severity === "error" ? "bad" : "warn"}`);
    box.append(drawIcon(problem.severity));
    box.append(make("span", "grow", problem.message + (more > 0 ? ` And ${more} more on this line.` : "")));
    problem.fixes.forEach((fix, index) => {
      const button = make("button", "btn sm", fix.title) as HTMLButtonElement;
      button.type = "button";
      button.tabIndex = -1;
      if (index === 0) button.append(" ", make("kbd", "", "Ctrl ."));
      button.addEventListener("mousedown", (event) => {
        event.preventDefault();
      });
      button.addEventListener("click", () => {
        this.run(view, problem, fix);
      });
      box.append(button);
    });
    return box;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

interface Held {
  readonly problems: readonly Problem[];
  readonly decorations: DecorationSet;
}

function decorate(state: EditorState, problems: readonly Problem[], run: RunFix): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const byLine = new Map<number, Problem[]>();
  for (const problem of problems) {
    const from = Math.min(problem.from, state.doc.length);
    const to = Math.min(Math.max(problem.to, from), state.doc.length);
    const name = problem.severity === "error" ? "ce-bad" : "ce-warn";
    if (from < to) ranges.push(Decoration.mark({ class: name }).range(from, to));
    const line = state.doc.lineAt(from).to;
    byLine.set(line, [...(byLine.get(line) ?? []), problem]);
  }
  for (const [end, here] of byLine) {
    here.slice(0, PER_LINE).forEach((problem, index) => {
      const more = index === PER_LINE - 1 ? here.length - PER_LINE : 0;
      const widget = new ProblemWidget(problem, run, more);
      ranges.push(Decoration.widget({ widget, block: true, side: index + 1 }).range(end));
    });
  }
  return Decoration.set(ranges, true);
}

const runFix = Facet.define<RunFix, RunFix>({ combine: ([first]) => first ?? (() => undefined) });

const heldField = StateField.define<Held>({
  create: () => ({ problems: [], decorations: Decoration.none }),
  update(held, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setProblems)) continue;
      const run = transaction.state.facet(runFix);
      return { problems: effect.value, decorations: decorate(transaction.state, effect.value, run) };
    }
    if (!transaction.docChanged) return held;
    const { changes } = transaction;
    const problems = held.problems.map((one) => ({
      ...one,
      from: changes.mapPos(Math.min(one.from, changes.length)),
      to: changes.mapPos(Math.min(one.to, changes.length)),
      // A fix is for the text it was made for; the next answer brings new ones.
      fixes: one.fixes.filter((fix) => "note" in fix),
    }));
    return { problems, decorations: held.decorations.map(changes) };
  },
  provide: (held) => EditorView.decorations.from(held, (value) => value.decorations),
});

/** Returns the problems in the state. */
export function problemsIn(state: EditorState): readonly Problem[] {
  return state.field(heldField, false)?.problems ?? [];
}

/** Returns the fixes of the problems on the caret's line, the nearest first. */
export function fixesHere(state: EditorState): readonly { readonly problem: Problem; readonly fix: Fix }[] {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const far = (problem: Problem): number =>
    problem.from <= head && head <= problem.to
      ? 0
      : Math.min(Math.abs(problem.from - head), Math.abs(problem.to - head));
  return problemsIn(state)
    .filter((one) => one.from <= line.to && one.to >= line.from)
    .toSorted((a, b) => far(a) - far(b))
    .flatMap((problem) => problem.fixes.map((fix) => ({ problem, fix })));
}

/** Returns the next or previous problem from the caret on, round the end. */
export function problemFrom(state: EditorState, by: 1 | -1): Problem | null {
  const sorted = problemsIn(state).toSorted((a, b) => a.from - b.from);
  const { head } = state.selection.main;
  const next = by === 1 ? sorted.find((one) => one.from > head) : sorted.findLast((one) => one.from < head);
  return next ?? (by === 1 ? sorted[0] : sorted.at(-1)) ?? null;
}

/** Returns the view of problems; fixes are carried out by the function given. */
export function problemView(run: RunFix): Extension {
  return [runFix.of(run), heldField];
}
