/** A derivation as a tree that is opened step by step: what is loaded, what is open, what is in focus. */
import type { Step } from "../api/types";

export interface Tree {
  readonly roots: readonly Step[];
  /** Items of each step as far as they are here, by the step's key. */
  readonly below: ReadonlyMap<string, readonly Step[]>;
  readonly open: ReadonlySet<string>;
  readonly current: string | null;
}

export interface TreeRow {
  readonly key: string;
  readonly step: Step;
  readonly depth: number;
  readonly isOpen: boolean;
  readonly isLast: boolean;
  /** How many items of the step above are not here yet; the row stands for them. */
  readonly more: number;
}

/** With more steps than this only the top of a derivation stands open. */
const ALL_OPEN = 60;
const OPEN_DEPTH = 3;

export const NO_TREE: Tree = { roots: [], below: new Map(), open: new Set(), current: null };

export function keyOf(path: readonly number[]): string {
  return path.join(".");
}

/** Returns the path of a key. */
export function pathOf(key: string): readonly number[] {
  return key.split(".").map(Number);
}

function gather(steps: readonly Step[], into: Map<string, readonly Step[]>): Map<string, readonly Step[]> {
  for (const step of steps) {
    if (step.items.length === 0) continue;
    into.set(keyOf(step.path), step.items);
    gather(step.items, into);
  }
  return into;
}

/** Returns the tree of an answer; what was open and in focus before stays so where it is there again. */
export function openTree(roots: readonly Step[], steps: number, before: Tree = NO_TREE): Tree {
  const below = gather(roots, new Map());
  const shallow = [...below.keys()].filter((key) => steps <= ALL_OPEN || pathOf(key).length <= OPEN_DEPTH);
  const kept = before.roots.length === 0 ? shallow : [...before.open].filter((key) => below.has(key));
  const first = roots[0];
  const tree = { roots, below, open: new Set(kept), current: null };
  const current =
    before.current !== null && findStep(tree, before.current) ? before.current : first && keyOf(first.path);
  return { ...tree, current: current ?? null };
}

/** Returns a step that is loaded. */
export function findStep(tree: Tree, key: string): Step | undefined {
  const path = pathOf(key);
  const siblings = path.length === 1 ? tree.roots : tree.below.get(keyOf(path.slice(0, -1)));
  return siblings?.[path.at(-1) ?? 0];
}

/** Returns the lines to show, from the top down. */
export function listRows(tree: Tree): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const walk = (steps: readonly Step[], depth: number, count: number): void => {
    steps.forEach((step, i) => {
      const key = keyOf(step.path);
      const items = tree.below.get(key);
      const isOpen = tree.open.has(key) && items !== undefined;
      rows.push({ key, step, depth, isOpen, isLast: i === count - 1, more: 0 });
      if (!isOpen) return;
      walk(items, depth + 1, step.count);
      const more = step.count - items.length;
      if (more > 0)
        rows.push({
          key: `${key}.${items.length}`,
          step,
          depth: depth + 1,
          isOpen: false,
          isLast: true,
          more,
        });
    });
  };
  walk(tree.roots, 0, tree.roots.length);
  return rows;
}

/** Returns the tree with a page of items added below a step, and the step open. */
export function addItems(tree: Tree, key: string, offset: number, items: readonly Step[]): Tree {
  const before = tree.below.get(key) ?? [];
  if (before.length !== offset) return tree;
  const below = gather(items, new Map(tree.below).set(key, [...before, ...items]));
  return { ...tree, below, open: new Set(tree.open).add(key) };
}

/** Returns the step whose next items must be asked for before this row can open; null when none. */
export function wantedItems(
  tree: Tree,
  row: TreeRow,
): { readonly key: string; readonly offset: number } | null {
  const key = keyOf(row.step.path);
  const here = tree.below.get(key)?.length ?? 0;
  if (row.more === 0 && here > 0) return null;
  return row.step.count > here ? { key, offset: here } : null;
}

export type TreeMove = "up" | "down" | "left" | "right" | "first" | "last";

/** Returns the tree after an arrow key; opening what is not loaded is for whoever can ask for it. */
export function moveInTree(tree: Tree, move: TreeMove): Tree {
  const rows = listRows(tree);
  const at = rows.findIndex((row) => row.key === tree.current);
  const row = rows[at];
  const go = (to: TreeRow | undefined): Tree => (to === undefined ? tree : { ...tree, current: to.key });
  if (row === undefined) return go(rows[0]);
  if (move === "up") return go(rows[Math.max(0, at - 1)]);
  if (move === "down") return go(rows[Math.min(at + 1, rows.length - 1)]);
  if (move === "first") return go(rows[0]);
  if (move === "last") return go(rows.at(-1));
  if (move === "right") return row.isOpen ? go(rows[at + 1]) : setOpen(tree, row, true);
  if (row.isOpen) return setOpen(tree, row, false);
  const path = pathOf(row.key);
  return path.length > 1 ? { ...tree, current: keyOf(path.slice(0, -1)) } : tree;
}

/** Returns the tree with a row opened, where its items are here, or closed. */
export function setOpen(tree: Tree, row: TreeRow, open: boolean): Tree {
  const next = new Set(tree.open);
  if (open && row.more === 0 && tree.below.has(row.key)) next.add(row.key);
  else if (!open) next.delete(row.key);
  else return tree;
  return { ...tree, open: next };
}

/** Returns the tree with a step in focus and everything above it open, as far as it is loaded. */
export function reveal(tree: Tree, path: readonly number[]): Tree {
  const open = new Set(tree.open);
  for (let i = 1; i < path.length; i++) {
    const key = keyOf(path.slice(0, i));
    if (!tree.below.has(key)) return { ...tree, open, current: key };
    open.add(key);
  }
  return { ...tree, open, current: keyOf(path) };
}

/** Returns a step's name: a subsection as printed, an operator, or the term that was asked. */
export function stepName(step: Step): string {
  if (step.kind === "not" && step.label !== null) return `NOT §${step.label}`;
  return step.label !== null && /^\d/.test(step.label) ? `§${step.label}` : step.text;
}

/** Returns a step's values in words: Master Alice, Day 15 June 2025. */
export function stepValues(step: Step): readonly (readonly [name: string, words: string])[] {
  return Object.entries(step.values as Readonly<Record<string, unknown>>)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => [titleCase(name), Array.isArray(value) ? value.join(", ") : String(value)]);
}

/** The engine folds names to capitals; people write Master. */
function titleCase(name: string): string {
  return name === name.toUpperCase() ? name.charAt(0) + name.slice(1).toLowerCase() : name;
}
