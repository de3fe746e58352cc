/** The list of fixes of one line, when there are several. */
import { Prec, StateEffect, StateField } from "@codemirror/state";
import type { EditorState, Extension } from "@codemirror/state";
import { keymap, showTooltip } from "@codemirror/view";
import type { Tooltip, EditorView } from "@codemirror/view";

import type { Fix, Problem } from "../../model/clauses/problems";
import { fixesHere } from "./problem-view";
import type { RunFix } from "./problem-view";

interface Menu {
  readonly choices: readonly { readonly problem: Problem; readonly fix: Fix }[];
  readonly at: number;
  readonly chosen: number;
}

const setMenu = StateEffect.define<Menu | null>();

function draw(menu: Menu, view: EditorView, run: RunFix): HTMLElement {
  const list = document.createElement("div");
  list.className = "ce-menu";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Fixes");
  menu.choices.forEach(({ problem, fix }, index) => {
    const row = document.createElement("div");
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", String(index === menu.chosen));
    row.textContent = fix.title;
    const why = document.createElement("small");
    why.textContent = problem.message;
    row.append(why);
    row.addEventListener("mousedown", (event) => {
      event.preventDefault();
      close(view);
      run(view, problem, fix);
    });
    list.append(row);
  });
  return list;
}

function close(view: EditorView): void {
  view.dispatch({ effects: setMenu.of(null) });
}

/** Returns the menu and the keys that go through it; Ctrl+. takes a single fix at once. */
export function fixMenu(run: RunFix, say: (words: string) => void): Extension {
  const field = StateField.define<Menu | null>({
    create: () => null,
    update(menu, transaction) {
      for (const effect of transaction.effects) if (effect.is(setMenu)) return effect.value;
      return transaction.docChanged || transaction.selection ? null : menu;
    },
    provide: (held) =>
      showTooltip.from(
        held,
        (menu): Tooltip | null =>
          menu && { pos: menu.at, create: (view) => ({ dom: draw(menu, view, run) }) },
      ),
  });
  const menuOf = (state: EditorState): Menu | null => state.field(field);
  const move =
    (by: 1 | -1) =>
    (view: EditorView): boolean => {
      const menu = menuOf(view.state);
      if (menu === null) return false;
      const chosen = (menu.chosen + by + menu.choices.length) % menu.choices.length;
      const choice = menu.choices[chosen];
      if (choice) say(`${choice.fix.title}: ${choice.problem.message}`);
      view.dispatch({ effects: setMenu.of({ ...menu, chosen }) });
      return true;
    };
  const take = (view: EditorView): boolean => {
    const menu = menuOf(view.state);
    const choice = menu?.choices[menu.chosen];
    if (choice === undefined) return false;
    close(view);
    run(view, choice.problem, choice.fix);
    return true;
  };
  const ask = (view: EditorView): boolean => {
    const choices = fixesHere(view.state);
    const [first] = choices;
    if (first === undefined) say("There is no fix for this line.");
    else if (choices.length === 1) run(view, first.problem, first.fix);
    else {
      say(`${choices.length} fixes. ${first.fix.title}: ${first.problem.message}`);
      view.dispatch({ effects: setMenu.of({ choices, at: view.state.selection.main.head, chosen: 0 }) });
    }
    return true;
  };
  const leave = (view: EditorView): boolean => {
    if (menuOf(view.state) === null) return false;
    close(view);
    return true;
  };
  return [
    field,
    Prec.highest(
      keymap.of([
        { key: "Ctrl-.", mac: "Cmd-.", run: ask },
        { key: "ArrowDown", run: move(1) },
        { key: "ArrowUp", run: move(-1) },
        { key: "Enter", run: take },
        { key: "Escape", run: leave },
      ]),
    ),
  ];
}
