/** A review being decided: what is in focus, what is chosen, and how to take it back. One pure update. */
import type { Decided, Decision, Item, Review } from "./types";

export interface DeskState {
  readonly review: Review;
  /** By item; what was just chosen stands here before the server has it. */
  readonly decisions: ReadonlyMap<string, Decided>;
  /** The item in focus; null when there is nothing to look at. */
  readonly focus: string | null;
  /** The version in focus of that item, by its number. */
  readonly side: number;
  readonly everything: boolean;
  readonly past: readonly (readonly Decided[])[];
  readonly future: readonly (readonly Decided[])[];
}

export type DeskAction =
  | { readonly type: "read"; readonly review: Review; readonly waiting: readonly Decided[] }
  | { readonly type: "chosen"; readonly decisions: readonly Decided[]; readonly goOn: boolean }
  | { readonly type: "refused"; readonly keys: readonly string[] }
  | { readonly type: "undone" }
  | { readonly type: "redone" }
  | { readonly type: "moved"; readonly by: 1 | -1 }
  | { readonly type: "focused"; readonly key: string }
  | { readonly type: "sideMoved"; readonly by: 1 | -1 }
  | { readonly type: "turned" };

export function disputesOf(review: Pick<Review, "items">): readonly Item[] {
  return review.items.filter((item) => item.disputed);
}

/** Returns what is shown: disputes, or all items. */
export function shownItems(state: Pick<DeskState, "review" | "everything">): readonly Item[] {
  return state.everything ? state.review.items : disputesOf(state.review);
}

export function openItems(state: Pick<DeskState, "review" | "decisions">): readonly Item[] {
  return disputesOf(state.review).filter((item) => !isDecided(state.decisions.get(item.key)));
}

export function isDecided(decision: Decided | undefined): boolean {
  return decision !== undefined && (decision.take !== null || decision.edit !== null);
}

export function undecided(key: string): Decided {
  return { key, take: null, edit: null, comment: "", guideline: "" };
}

function plain({ key, take, edit, comment, guideline }: Decided | Decision): Decided {
  return { key, take, edit, comment, guideline };
}

function mapDecisions(review: Review): ReadonlyMap<string, Decided> {
  return new Map(review.decisions.map((one) => [one.key, plain(one)]));
}

/** Returns the desk of a review just opened, at its first open dispute. */
export function openDesk(review: Review): DeskState {
  const decisions = mapDecisions(review);
  const bare = { review, decisions, side: 1, everything: false, past: [], future: [] };
  const first = openItems(bare)[0] ?? disputesOf(review)[0] ?? null;
  return { ...bare, focus: first?.key ?? null };
}

/** Returns the open dispute after an item, or the first open one; null when all are settled. */
export function nextOpen(state: DeskState, after: string | null): Item | null {
  const items = disputesOf(state.review);
  const at = items.findIndex((item) => item.key === after);
  const open = new Set(openItems(state).map((item) => item.key));
  const later = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return later.find((item) => open.has(item.key)) ?? null;
}

function put(
  known: ReadonlyMap<string, Decided>,
  decisions: readonly Decided[],
): ReadonlyMap<string, Decided> {
  const next = new Map(known);
  for (const one of decisions) {
    if (isDecided(one)) next.set(one.key, one);
    else next.delete(one.key);
  }
  return next;
}

function before(state: DeskState, decisions: readonly Decided[]): readonly Decided[] {
  return decisions.map(({ key }) => state.decisions.get(key) ?? undecided(key));
}

function focusOn(state: DeskState, key: string | null): DeskState {
  if (key === state.focus) return state;
  const decision = key === null ? undefined : state.decisions.get(key);
  return { ...state, focus: key, side: decision?.take ?? 1 };
}

function choose(state: DeskState, decisions: readonly Decided[], goOn: boolean): DeskState {
  const next = {
    ...state,
    decisions: put(state.decisions, decisions),
    past: [...state.past, before(state, decisions)],
    future: [],
  };
  return goOn ? focusOn(next, nextOpen(next, state.focus)?.key ?? state.focus) : next;
}

/** Returns a review read again with the focus kept; what waits to be sent stays chosen. */
function read(state: DeskState, review: Review, waiting: readonly Decided[]): DeskState {
  const keys = new Set(review.items.map((item) => item.key));
  const decisions = put(
    mapDecisions(review),
    waiting.filter(({ key }) => keys.has(key)),
  );
  const same = review.fingerprint === state.review.fingerprint;
  const next = { ...state, review, decisions, ...(same ? {} : { past: [], future: [] }) };
  if (state.focus !== null && keys.has(state.focus)) return next;
  return { ...next, focus: (openItems(next)[0] ?? disputesOf(review)[0])?.key ?? null, side: 1 };
}

function move(state: DeskState, by: 1 | -1): DeskState {
  const items = shownItems(state);
  const at = items.findIndex((item) => item.key === state.focus);
  const next = items[at === -1 ? 0 : at + by];
  return next === undefined ? state : focusOn(state, next.key);
}

function moveSide(state: DeskState, by: 1 | -1): DeskState {
  const versions = state.review.items.find((item) => item.key === state.focus)?.versions ?? [];
  const side = Math.min(Math.max(1, state.side + by), versions.length);
  return side === state.side ? state : { ...state, side };
}

function turn(state: DeskState): DeskState {
  const next = { ...state, everything: !state.everything };
  const shown = shownItems(next);
  if (shown.some((item) => item.key === state.focus)) return next;
  return focusOn(next, (openItems(next)[0] ?? shown[0])?.key ?? null);
}

export function update(state: DeskState, action: DeskAction): DeskState {
  switch (action.type) {
    case "read":
      return read(state, action.review, action.waiting);
    case "chosen":
      return choose(state, action.decisions, action.goOn);
    case "refused": {
      const stored = mapDecisions(state.review);
      const back = action.keys.map((key) => stored.get(key) ?? undecided(key));
      return { ...state, decisions: put(state.decisions, back), past: [], future: [] };
    }
    case "undone": {
      const last = state.past.at(-1);
      if (last === undefined) return state;
      const next = {
        ...state,
        decisions: put(state.decisions, last),
        past: state.past.slice(0, -1),
        future: [...state.future, before(state, last)],
      };
      return focusOn(next, last[0]?.key ?? state.focus);
    }
    case "redone": {
      const last = state.future.at(-1);
      if (last === undefined) return state;
      const next = {
        ...state,
        decisions: put(state.decisions, last),
        past: [...state.past, before(state, last)],
        future: state.future.slice(0, -1),
      };
      return focusOn(next, last[0]?.key ?? state.focus);
    }
    case "moved":
      return move(state, action.by);
    case "focused":
      return focusOn(state, action.key);
    case "sideMoved":
      return moveSide(state, action.by);
    case "turned":
      return turn(state);
  }
}

/** Returns the decisions that take everything of one layer; items it says nothing of are left out. */
export function takeAll(state: DeskState, layer: number): readonly Decided[] {
  return disputesOf(state.review).flatMap((item) => {
    const version = item.versions.find((one) => one.layers.includes(layer));
    if (version === undefined) return [];
    const known = state.decisions.get(item.key) ?? undecided(item.key);
    return [{ ...known, take: version.number, edit: null }];
  });
}
