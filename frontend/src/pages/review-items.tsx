import { useMemo } from "react";
import type { ReactElement, ReactNode } from "react";

import { Card } from "../components/review/card";
import { Editor } from "../components/review/editor";
import { disputesOf, shownItems } from "../model/review/desk";
import type { DeskState } from "../model/review/desk";
import type { Item } from "../model/review/types";
import { sourceOf } from "../model/review/words";
import type { ReviewActs } from "./use-review-acts";
import type { Desk } from "./use-review-desk";

interface ReviewItemsProps {
  readonly desk: Desk;
  readonly state: DeskState;
  readonly acts: ReviewActs;
  readonly editing: boolean;
  readonly frozen: boolean;
  readonly setEditing: (editing: boolean) => void;
  readonly onComment: () => void;
}

/** The disputes, or everything, one card each. */
export function ReviewItems({
  desk,
  state,
  acts,
  editing,
  frozen,
  setEditing,
  onComment,
}: ReviewItemsProps): ReactElement {
  const { review } = state;
  const source = useMemo(() => sourceOf(review), [review]);
  const numbers = useMemo(
    () => new Map(disputesOf(review).map((item, index) => [item.key, index + 1])),
    [review],
  );
  const editor = (item: Item): ReactNode =>
    editing ? (
      <Editor
        key={item.key}
        item={item}
        version={state.side}
        text={review.text}
        parts={review.parts}
        onSave={(content) => {
          setEditing(false);
          acts.saveEdit(item, content);
        }}
        onCancel={() => {
          setEditing(false);
        }}
      />
    ) : null;
  return (
    <>
      {shownItems(state).map((item) => (
        <Card
          key={item.key}
          item={item}
          number={numbers.get(item.key) ?? null}
          layers={review.layers}
          source={source}
          decision={state.decisions.get(item.key)}
          current={item.key === state.focus}
          side={state.side}
          frozen={frozen}
          editor={item.key === state.focus ? editor(item) : null}
          onFocus={(key) => {
            setEditing(false);
            desk.store.send({ type: "focused", key });
          }}
          onTake={acts.take}
          onEdit={() => {
            setEditing(true);
          }}
          onComment={onComment}
        />
      ))}
    </>
  );
}
