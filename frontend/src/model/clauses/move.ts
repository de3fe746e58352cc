/** Moving the operand under the caret inside its AND or OR, as text. */
import type { Path } from "./edit";
import { moveNode, nodeAt } from "./edit";
import { parseClause } from "./parse";
import { layoutPaper } from "./print";
import type { Node, Term } from "./term";

/** Returns the innermost operand of an AND or OR that holds the caret, or null. */
export function operandAt(term: Term, caret: number): Path | null {
  let node: Node | null = term.body;
  let path: Path = [];
  let found: Path | null = null;
  while (node !== null && node.op !== "call") {
    const at: number = node.items.findIndex((item) => item.start <= caret && caret <= item.end);
    const next: Node | undefined = node.items[at];
    if (next === undefined) return found;
    path = [...path, at];
    if (node.op !== "not") found = path;
    node = next;
  }
  return found;
}

/** Returns the text with the operand under the caret moved, and where the caret is then; null when it cannot be. */
export function moveOperand(
  text: string,
  caret: number,
  by: -1 | 1,
  width?: number,
): { readonly text: string; readonly caret: number } | null {
  const { term } = parseClause(text);
  const path = term && operandAt(term, caret);
  if (term === null || path === null) return null;
  const before = nodeAt(term.body, path);
  const moved = moveNode(term, path, by);
  if (moved.term === term || moved.path === null || before === null) return null;
  const printed = layoutPaper(moved.term, width);
  const after = nodeAt(parseClause(printed).term?.body ?? null, moved.path);
  if (after === null) return null;
  return { text: printed, caret: Math.min(after.start + Math.max(0, caret - before.start), after.end) };
}
