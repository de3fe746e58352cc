import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";
import { Link, useNavigate } from "react-router";

import { queueQuery, WHOLE_QUEUE } from "../api/review";
import type { Include, ReviewAddress } from "../api/review";
import type { Thread } from "../api/threads";
import type { Project } from "../api/types";
import { GuidelinesDialog, useParagraphs } from "../components/guidelines";
import { currentThread, DecisionPane } from "../components/review/decision-pane";
import { DisputeList } from "../components/review/dispute-list";
import { Overlay } from "../components/review/overlay";
import { PreviewDialog } from "../components/review/preview-dialog";
import { ReturnDialog } from "../components/review/return-dialog";
import { Segmented } from "../components/segmented";
import { Note } from "../components/states";
import { useThreads } from "../components/threads";
import type { StatuteDocument } from "../model/document";
import { disputesOf, openItems } from "../model/review/desk";
import type { Review } from "../model/review/types";
import { sourceOf } from "../model/review/words";
import { useSlice } from "../model/store";
import { countWords } from "../text/counting";
import { casePath, homePath, queuePath, reviewPath, statutePath } from "./addresses";
import { ReviewActions, ReviewStatus } from "./review-actions";
import { Acceptance, Beside, isWaiting, Legend, NothingWaits } from "./review-head";
import { ReviewItems } from "./review-items";
import { useReviewKeys } from "./use-review-keys";
import { Shell } from "./shell";
import { useCommandKeys } from "./use-command-keys";
import { useReviewActs } from "./use-review-acts";
import { useReviewDesk } from "./use-review-desk";

interface ReviewBenchProps {
  readonly at: ReviewAddress;
  readonly project: Project;
  readonly include: Include;
  readonly first: Review;
  readonly document: StatuteDocument | null;
  readonly onInclude: (include: Include) => void;
}

/** Returns the queue's next text, other than this one. */
function useNext(slug: string, review: Review): { readonly to: string; readonly printed: string } | null {
  const { data } = useQuery(queueQuery(slug, WHOLE_QUEUE));
  const next = data?.results.find((row) => row.kind !== review.kind || row.name !== review.name);
  return next === undefined ? null : { to: reviewPath(slug, next.kind, next.name), printed: next.printed };
}

/** One text under review. */
export function ReviewBench(props: ReviewBenchProps): ReactElement {
  const { at, project, include, document } = props;
  const { slug } = at;
  const desk = useReviewDesk(at, include, props.first);
  const state = useSlice(desk.store, (whole) => whole);
  const { review } = state;
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"preview" | "return" | "guidelines" | null>(null);
  const [editing, setEditing] = useState(false);
  const [reason, setReason] = useState("");
  const [said, setSaid] = useState("");
  const replyBox = useRef<HTMLTextAreaElement>(null);
  const whyBox = useRef<HTMLTextAreaElement>(null);
  const source = useMemo(() => sourceOf(review), [review]);
  const filter = useMemo(() => ({ kind: review.kind, name: review.name }), [review.kind, review.name]);
  const threads = useThreads(slug, filter);
  const paragraphs = useParagraphs(slug);
  const acts = useReviewActs(desk, state, setSaid);
  const next = useNext(slug, review);
  const waits = isWaiting(review);
  const open = openItems(state).length;
  const item = review.items.find((one) => one.key === state.focus);
  const focusItem = useCallback(
    (key: string) => {
      setEditing(false);
      desk.store.send({ type: "focused", key });
    },
    [desk.store],
  );
  const comment = (): void => replyBox.current?.focus();
  const askAccept = (): void => {
    if (!waits) return;
    if (open > 0)
      setSaid(`${countWords(open, "dispute is", "disputes are")} left before this can become gold.`);
    else setDialog("preview");
  };
  const askReturn = (): void => {
    if (waits) setDialog("return");
  };
  const undo = (): void => {
    if (!waits && review.can_undo) void desk.undoAcceptance();
    else desk.undo();
  };
  useCommandKeys({ undo, redo: desk.redo, submit: askAccept });
  const jump = (thread: Thread): void => {
    const key = thread.item.replace(/^dispute:/u, "");
    const places = review.items.filter(
      ({ at: place }) =>
        place !== null && thread.start !== null && place[0] <= thread.start && thread.start < place[1],
    );
    const found =
      review.items.find((one) => one.key === key) ?? places.find((one) => one.disputed) ?? places[0];
    if (found === undefined) return;
    if (!found.disputed && !state.everything) desk.store.send({ type: "turned" });
    focusItem(found.key);
  };
  const keys = useReviewKeys({
    desk,
    acts,
    item,
    waits,
    setEditing,
    comment,
    askReturn,
    resolve: () => {
      const thread = currentThread(threads.threads, item);
      if (!thread?.may_resolve) return;
      threads.resolve(thread);
      setSaid("Thread resolved.");
    },
    why: () => whyBox.current?.focus(),
    guidelines: () => {
      setDialog("guidelines");
    },
    goOn: () => {
      if (next) void navigate(next.to);
    },
  });
  const number = disputesOf(review).findIndex((one) => one.key === state.focus) + 1;
  const title = `${review.printed} ${review.heading}`.trim();
  return (
    <Shell
      title={`Review of ${title}`}
      screen="review"
      slug={slug}
      keys={keys}
      crumbs={[
        { words: project.name, to: homePath(slug) },
        { words: "Review", to: queuePath(slug) },
        { words: title },
      ]}
      status={<ReviewStatus desk={desk} />}
      actions={
        <ReviewActions
          desk={desk}
          waits={waits}
          open={open}
          next={next}
          onUndo={undo}
          onReturn={askReturn}
          onAccept={askAccept}
        />
      }
    >
      <div className="rcols">
        <DisputeList state={state} source={source} onFocus={focusItem} />
        <main id="main" className="pane mid" tabIndex={0} aria-label="Layers side by side">
          <div className="in">
            <h1 className="sr">Review of {title}</h1>
            {desk.notice && (
              <Note
                kind={desk.notice.kind}
                act={
                  <button type="button" className="btn sm" onClick={desk.dismiss}>
                    Understood
                  </button>
                }
              >
                {desk.notice.text}
              </Note>
            )}
            <Acceptance desk={desk} review={review} />
            {review.layers.length === 0 && <NothingWaits slug={slug} printed={review.printed} />}
            <div className="keyline">
              <Legend layers={review.layers} />
              <span className="grow" />
              <Link
                className="btn sm quiet"
                to={
                  review.kind === "cases"
                    ? casePath(slug, review.name)
                    : statutePath(slug, review.section, review.name)
                }
              >
                Open in place
              </Link>
              <Beside include={include} onInclude={props.onInclude} />
              <Segmented
                label="Show"
                value={state.everything ? "all" : "disputes"}
                choices={[
                  ["disputes", "Only disputes"],
                  ["all", "Everything"],
                ]}
                onChoose={(choice) => {
                  if ((choice === "all") !== state.everything) desk.store.send({ type: "turned" });
                }}
              />
            </div>
            <Overlay review={review} document={document} focus={state.focus} onDispute={focusItem} />
            {review.disputes === 0 && waits && (
              <p className="empty">
                {review.layers.length > 1
                  ? `All of it is agreed: ${countWords(review.agreed, "item merges by itself", "items merge by themselves")}. Ctrl+Enter shows the result.`
                  : `Only ${review.layers[0]?.author.name ?? ""} did this one. Look it over (V shows everything); Ctrl+Enter shows the result.`}
              </p>
            )}
            <ReviewItems
              desk={desk}
              state={state}
              acts={acts}
              editing={editing && waits}
              frozen={!waits}
              setEditing={setEditing}
              onComment={comment}
            />
          </div>
        </main>
        <DecisionPane
          review={review}
          source={source}
          item={item}
          number={number}
          decision={item && state.decisions.get(item.key)}
          frozen={!waits}
          threads={threads}
          paragraphs={paragraphs}
          whyBox={whyBox}
          replyBox={replyBox}
          guidelines={
            <p className="guide-l">
              <button
                type="button"
                className="btn sm quiet"
                onClick={() => {
                  setDialog("guidelines");
                }}
              >
                Guidelines <kbd>⇧H</kbd>
              </button>
            </p>
          }
          onWhy={(decision) => {
            desk.choose([decision], false);
          }}
          onJump={jump}
        />
      </div>
      <div className="sr" role="status">
        {said}
      </div>
      {dialog === "preview" && (
        <PreviewDialog
          at={at}
          include={include}
          review={review}
          document={document}
          onAccept={() => {
            setDialog(null);
            void desk.accept().then((done) => {
              if (done)
                setSaid(
                  `Accepted into gold. Ctrl+Z takes it back${next ? `; N goes to ${next.printed}` : ""}.`,
                );
            });
          }}
          onClose={() => {
            setDialog(null);
          }}
        />
      )}
      {dialog === "guidelines" && (
        <GuidelinesDialog
          slug={slug}
          onClose={() => {
            setDialog(null);
          }}
        />
      )}
      {dialog === "return" && (
        <ReturnDialog
          review={review}
          threads={threads.threads.filter((thread) => thread.resolved_at === null).length}
          draft={reason}
          onDraft={setReason}
          onReturn={(why, authors) => {
            setDialog(null);
            void desk.giveBack(why, authors).then((done) => {
              if (done) {
                setReason("");
                setSaid("Returned.");
              }
            });
          }}
          onClose={() => {
            setDialog(null);
          }}
        />
      )}
    </Shell>
  );
}
