import { useMemo } from "react";

import { openItems, takeAll, undecided } from "../model/review/desk";
import type { DeskState } from "../model/review/desk";
import type { Decided, Item, Version } from "../model/review/types";
import { nameOfLayer, questionOf, sayers, sourceOf } from "../model/review/words";
import type { Desk } from "./use-review-desk";

export interface ReviewActs {
  readonly take: (item: Item | undefined, version: Version | undefined) => void;
  readonly takeSide: (place: number) => void;
  readonly saveEdit: (item: Item, edit: Decided["edit"]) => void;
  readonly clear: () => void;
}

/** What choosing does, with a word for those who do not see it. */
export function useReviewActs(desk: Desk, state: DeskState, say: (text: string) => void): ReviewActs {
  const { review } = state;
  const source = useMemo(() => sourceOf(review), [review]);
  const choose = (decisions: readonly Decided[], words: string): void => {
    desk.choose(decisions, true);
    const after = desk.store.get();
    const left = openItems(after).length;
    const next = after.review.items.find((item) => item.key === after.focus);
    const rest =
      left === 0
        ? "Nothing is left. Ctrl+Enter shows the result."
        : `${left} left. ${next ? questionOf(next, source) : ""}`;
    say(`${words} ${rest}`);
  };
  const known = (key: string): Decided => state.decisions.get(key) ?? undecided(key);
  return {
    take: (item, version) => {
      if (item === undefined || version === undefined) return;
      choose(
        [{ ...known(item.key), take: version.number, edit: null }],
        `Took ${sayers(review.layers, version)}’s.`,
      );
    },
    takeSide: (place) => {
      const layer = review.layers[place - 1];
      if (layer) choose(takeAll(state, layer.index), `Took all of ${nameOfLayer(layer)}’s.`);
    },
    saveEdit: (item, edit) => {
      choose([{ ...known(item.key), take: null, edit }], "Kept your edit.");
    },
    clear: () => {
      const decision = state.focus === null ? undefined : state.decisions.get(state.focus);
      if (decision === undefined) return;
      desk.choose([undecided(decision.key)], false);
      say("Undecided again.");
    },
  };
}
