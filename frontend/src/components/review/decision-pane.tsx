import { useState } from "react";
import type { ReactElement, ReactNode, RefObject } from "react";

import type { Thread } from "../../api/threads";
import { isDecided } from "../../model/review/desk";
import { sayTopic } from "../../model/review/comments";
import type { Decided, Decision, Item, Review } from "../../model/review/types";
import { sayDecision, titleOf } from "../../model/review/words";
import { formatTime } from "../../text/counting";
import type { Source } from "../../text/pieces";
import { Composer, ThreadList } from "../threads";
import type { ThreadsState } from "../threads";

interface WhyProps {
  readonly decision: Decided;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly frozen: boolean;
  readonly paragraphs: readonly (readonly [value: string, words: string])[];
  readonly onWhy: (decision: Decided) => void;
}

/** Why it was decided so: a word, and the paragraph of the guidelines that says it. */
function Why({ decision, box, frozen, paragraphs, onWhy }: WhyProps): ReactElement {
  const [text, setText] = useState(decision.comment);
  const keep = (): void => {
    if (text.trim() !== decision.comment) onWhy({ ...decision, comment: text.trim() });
  };
  if (frozen)
    return (
      <p className="why-t">
        {[decision.comment, decision.guideline && `Guidelines ${decision.guideline}`]
          .filter(Boolean)
          .join(" · ")}
      </p>
    );
  return (
    <div className="why">
      <label className="sr" htmlFor="why">
        Why
      </label>
      <textarea
        id="why"
        ref={box}
        className="inp area"
        rows={2}
        placeholder="Why? (W)"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key !== "Escape" && !(event.key === "Enter" && (event.ctrlKey || event.metaKey))) return;
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.blur();
        }}
      />
      {paragraphs.length > 0 && (
        <select
          className="inp sm"
          aria-label="Guideline that says so"
          value={decision.guideline}
          onChange={(event) => {
            onWhy({ ...decision, guideline: event.target.value });
          }}
        >
          <option value="">No guideline cited</option>
          {decision.guideline !== "" && !paragraphs.some(([value]) => value === decision.guideline) && (
            <option value={decision.guideline}>Guidelines {decision.guideline}</option>
          )}
          {paragraphs.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

interface DecisionPaneProps {
  readonly review: Review;
  readonly source: Source;
  readonly item: Item | undefined;
  readonly number: number;
  readonly decision: Decided | undefined;
  readonly frozen: boolean;
  readonly threads: ThreadsState;
  readonly paragraphs: WhyProps["paragraphs"];
  readonly whyBox: RefObject<HTMLTextAreaElement | null>;
  readonly replyBox: RefObject<HTMLTextAreaElement | null>;
  readonly guidelines: ReactNode;
  readonly onWhy: (decision: Decided) => void;
  readonly onJump: (thread: Thread) => void;
}

/** Returns the thread that a reply goes to: the newest open one on this item. */
export function currentThread(threads: readonly Thread[], item: Item | undefined): Thread | undefined {
  const topic = item === undefined ? "" : `dispute:${item.key}`;
  return threads.find((thread) => thread.item === topic && thread.resolved_at === null);
}

/** The decision on the item in focus, why, and what people say of it. */
export function DecisionPane(props: DecisionPaneProps): ReactElement {
  const { review, source, item, decision, threads } = props;
  const stored: Decision | undefined = review.decisions.find(({ key }) => key === item?.key);
  const topic = item === undefined ? "" : `dispute:${item.key}`;
  const here = { ...threads, threads: threads.threads.filter((thread) => thread.item === topic) };
  const others = threads.threads.filter((thread) => thread.item !== topic);
  const target = currentThread(threads.threads, item);
  return (
    <aside className="th" aria-label="Decision and comments">
      <div className="pane-h">
        <h2 className="eyebrow">
          {item === undefined ? review.printed : props.number > 0 ? `Dispute ${props.number}` : titleOf(item)}
        </h2>
        <span className="grow" />
        {item !== undefined && (
          <span className="chip">{isDecided(decision) ? "settled" : item.disputed ? "open" : "agreed"}</span>
        )}
      </div>
      <div className="pane" role="region" aria-label="Comments" tabIndex={0}>
        {item !== undefined && decision !== undefined && isDecided(decision) && (
          <div className="dec">
            <p>
              {stored?.decided_by ?? "You"} <b>{sayDecision(item, decision, review.layers, source)}</b>
            </p>
            {stored && <p className="dim">{formatTime(stored.decided_at)}</p>}
            <Why
              key={item.key}
              decision={decision}
              box={props.whyBox}
              frozen={props.frozen}
              paragraphs={props.paragraphs}
              onWhy={props.onWhy}
            />
          </div>
        )}
        <ThreadList state={here} about={sayTopic} empty="Nobody has said anything here yet. C comments." />
        {others.length > 0 && (
          <details className="fold" open>
            <summary>Elsewhere in {review.printed}</summary>
            <ThreadList
              state={{ ...threads, threads: others }}
              about={sayTopic}
              empty="All resolved."
              onJump={props.onJump}
            />
          </details>
        )}
        {props.guidelines}
      </div>
      <Composer
        key={`${review.name}.${topic}`}
        draft={`${review.kind}.${review.name}.${topic}`}
        label={target === undefined ? "Comment" : "Reply"}
        box={props.replyBox}
        onSend={(body) =>
          threads.send(
            body,
            target ?? {
              kind: review.kind,
              name: review.name,
              item: topic,
              body,
              ...(item?.at ? { start: item.at[0], end: item.at[1] } : {}),
            },
          )
        }
      />
    </aside>
  );
}
