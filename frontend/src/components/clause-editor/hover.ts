/** What a call's name does besides being text: it shows the callee, and leads there. */
import type { Extension } from "@codemirror/state";
import { EditorView, hoverTooltip } from "@codemirror/view";

import { readLabel, tokenize } from "../../model/clauses";
import { drawCard } from "./card-dom";
import type { LookUp } from "./look-up";

interface Name {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** Returns the subsection's name at a place of the text, or null. */
export function nameAt(view: EditorView, at: number): Name | null {
  const line = view.state.doc.lineAt(at);
  const found = tokenize(line.text.slice(0, 5000)).find(
    (token) => token.kind === "label" && line.from + token.start <= at && at <= line.from + token.end,
  );
  if (found === undefined) return null;
  const label = readLabel(found.text.replaceAll(/\s/g, ""));
  return { from: line.from + found.start, to: line.from + found.end, label };
}

/** Returns the card of a call under the pointer. */
export function calleeHover(lookUp: () => LookUp): Extension {
  return hoverTooltip(
    async (view, at) => {
      const name = nameAt(view, at);
      const card = name === null ? null : await lookUp().card(name.label);
      if (name === null || card === null) return null;
      return { pos: name.from, end: name.to, above: true, create: () => ({ dom: drawCard(card) }) };
    },
    { hoverTime: 350 },
  );
}

/** Returns the way to a callee: Ctrl and a click, or Cmd. */
export function calleeClick(open: (label: string) => void): Extension {
  return EditorView.domEventHandlers({
    mousedown: (event, view) => {
      if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      const name = at === null ? null : nameAt(view, at);
      if (name === null) return false;
      event.preventDefault();
      open(name.label);
      return true;
    },
  });
}
