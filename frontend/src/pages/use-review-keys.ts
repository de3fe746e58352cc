import type { Item } from "../model/review/types";
import type { ReviewActs } from "./use-review-acts";
import type { Desk } from "./use-review-desk";

interface ReviewKeys {
  readonly desk: Desk;
  readonly acts: ReviewActs;
  readonly item: Item | undefined;
  readonly waits: boolean;
  readonly setEditing: (editing: boolean) => void;
  readonly comment: () => void;
  readonly resolve: () => void;
  readonly why: () => void;
  readonly askReturn: () => void;
  readonly guidelines: () => void;
  readonly goOn: () => void;
}

/** The keys of the review screen; those that decide do nothing where nothing waits. */
export function useReviewKeys(on: ReviewKeys): Readonly<Record<string, () => void>> {
  const { desk, acts, item, waits, setEditing, comment, resolve, why, askReturn, guidelines, goOn } = on;
  const digits = Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((digit) => [
      [
        String(digit),
        () => {
          if (waits) acts.take(item, item?.versions[digit - 1]);
        },
      ],
      [
        `Shift+${digit}`,
        () => {
          if (waits) acts.takeSide(digit);
        },
      ],
    ]),
  );
  return {
    ...digits,
    j: () => {
      setEditing(false);
      desk.store.send({ type: "moved", by: 1 });
    },
    k: () => {
      setEditing(false);
      desk.store.send({ type: "moved", by: -1 });
    },
    ArrowLeft: () => {
      desk.store.send({ type: "sideMoved", by: -1 });
    },
    ArrowRight: () => {
      desk.store.send({ type: "sideMoved", by: 1 });
    },
    e: () => {
      if (waits && item) setEditing(true);
    },
    c: comment,
    "Shift+c": resolve,
    w: why,
    v: () => {
      desk.store.send({ type: "turned" });
    },
    Backspace: () => {
      if (waits) acts.clear();
    },
    "Shift+r": askReturn,
    "Shift+h": guidelines,
    n: goOn,
    Escape: () => {
      setEditing(false);
    },
  };
}
