import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { Link, useNavigate } from "react-router";

import { queueQuery, WHOLE_QUEUE } from "../api/review";
import type { Include, ReviewAddress } from "../api/review";
import type { Thread } from "../api/threads";
import type { Project } from "../api/types";
import { GuidelinesDialog, useParagraphs } from "../components/guidelines";
import { Icon } from "../components/icons";
import { Card } from "../components/review/card";
import { currentThread, DecisionPane } from "../components/review/decision-pane";
import { DisputeList } from "../components/review/dispute-list";
import { Editor } from "../components/review/editor";
import { layerLook } from "../components/review/look";
import { Overlay } from "../components/review/overlay";
import { PreviewDialog } from "../components/review/preview-dialog";
import { ReturnDialog } from "../components/review/return-dialog";
import { saveWords } from "../components/save-mark";
import { Segmented } from "../components/segmented";
import { Empty, Note } from "../components/states";
import { useThreads } from "../components/threads";
import { useCommandKeys } from "../components/use-command-keys";
import type { StatuteDocument } from "../model/document";
import { disputesOf, openItems, shownItems, takeAll, undecided } from "../model/review/desk";
import type { DeskState } from "../model/review/desk";
import type { Decided, Item, Review, ReviewLayer, Version } from "../model/review/types";
import { nameOfLayer, questionOf, sayers, sourceOf } from "../model/review/words";
import { useSlice } from "../model/store";
import { countWords, formatTime } from "../text/counting";
import { casePath, homePath, queuePath, reviewPath, statutePath } from "./addresses";
import { Shell } from "./shell";
import { useReviewDesk } from "./use-review-desk";
import type { Desk } from "./use-review-desk";

interface ReviewBenchProps {
  readonly at: ReviewAddress;
  readonly project: Project;
  readonly include: Include;
  readonly first: Review;
  readonly document: StatuteDocument | null;
  readonly onInclude: (include: Include) => void;
}

function isWaiting(review: Review): boolean {
  return review.layers.some((layer) => layer.author.kind === "person" && layer.state === "submitted");
}

/** Nothing to decide: everything was returned, or nothing was ever handed in. */
function NothingWaits({ slug, printed }: { slug: string; printed: string }): ReactElement {
  return (
    <Empty>
      Nothing of {printed} waits for review.{" "}
      <Link className="linkish" to={queuePath(slug)}>
        Look at the queue
      </Link>
      .
    </Empty>
  );
}

function Legend({ layers }: { layers: readonly ReviewLayer[] }): ReactElement {
  return (
    <>
      {layers.map((layer) => (
        <span key={layer.id} className={`lg ${layerLook(layer.index)}`}>
          <i />
          {nameOfLayer(layer)}
        </span>
      ))}
      {layers.length > 1 && (
        <span className="lg both w2">
          <i />
          {layers.length === 2 ? "both" : "all"}
        </span>
      )}
    </>
  );
}

function Beside({ include, onInclude }: Pick<ReviewBenchProps, "include" | "onInclude">): ReactElement {
  const turn = (one: "models" | "gold") => () => {
    onInclude(include.includes(one) ? include.filter((other) => other !== one) : [...include, one]);
  };
  return (
    <span className="beside">
      <button
        type="button"
        className="btn sm"
        aria-pressed={include.includes("models")}
        onClick={turn("models")}
      >
        Suggestions
      </button>
      <button type="button" className="btn sm" aria-pressed={include.includes("gold")} onClick={turn("gold")}>
        Gold
      </button>
    </span>
  );
}

function Acceptance({ desk, review }: { desk: Desk; review: Review }): ReactElement | null {
  if (review.accepted_at === null || isWaiting(review)) return null;
  return (
    <Note
      kind="ok"
      act={
        review.can_undo ? (
          <button type="button" className="btn sm" onClick={() => void desk.undoAcceptance()}>
            Undo acceptance <kbd>Ctrl Z</kbd>
          </button>
        ) : undefined
      }
    >
      Accepted into gold by {review.accepted_by}, {formatTime(review.accepted_at)}.
    </Note>
  );
}

/** Returns the queue's next text, other than this one. */
function useNext(slug: string, review: Review): { readonly to: string; readonly printed: string } | null {
  const { data } = useQuery(queueQuery(slug, WHOLE_QUEUE));
  const next = data?.results.find((row) => row.kind !== review.kind || row.name !== review.name);
  return next === undefined ? null : { to: reviewPath(slug, next.kind, next.name), printed: next.printed };
}

interface Acts {
  readonly take: (item: Item | undefined, version: Version | undefined) => void;
  readonly takeSide: (place: number) => void;
  readonly saveEdit: (item: Item, edit: Decided["edit"]) => void;
  readonly clear: () => void;
}

/** What choosing does, with a word for those who do not see it. */
function useActs(desk: Desk, state: DeskState, say: (text: string) => void): Acts {
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

interface ItemsProps {
  readonly desk: Desk;
  readonly state: DeskState;
  readonly acts: Acts;
  readonly editing: boolean;
  readonly frozen: boolean;
  readonly setEditing: (editing: boolean) => void;
  readonly onComment: () => void;
}

function Items({ desk, state, acts, editing, frozen, setEditing, onComment }: ItemsProps): ReactElement {
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
  const acts = useActs(desk, state, setSaid);
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
  useCommandKeys({ z: undo, "Shift+z": desk.redo, enter: askAccept });
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
  const keys = {
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
    "Shift+c": () => {
      const thread = currentThread(threads.threads, item);
      if (thread?.may_resolve) {
        threads.resolve(thread);
        setSaid("Thread resolved.");
      }
    },
    w: () => whyBox.current?.focus(),
    v: () => {
      desk.store.send({ type: "turned" });
    },
    Backspace: () => {
      if (waits) acts.clear();
    },
    "Shift+r": askReturn,
    "Shift+h": () => {
      setDialog("guidelines");
    },
    n: () => {
      if (next) void navigate(next.to);
    },
    Escape: () => {
      setEditing(false);
    },
  };
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
      status={
        <>
          <span
            className={
              desk.save.kind === "saved" ? "save" : desk.save.kind === "saving" ? "save busy" : "save off"
            }
            role="status"
          >
            {saveWords(desk.save)}
          </span>
          {desk.save.kind === "offline" && (
            <button type="button" className="btn sm" onClick={desk.retry}>
              Try now
            </button>
          )}
        </>
      }
      actions={
        <>
          <button
            type="button"
            className="btn quiet icon"
            aria-label="Undo (Ctrl+Z)"
            title="Undo (Ctrl+Z)"
            onClick={undo}
          >
            <Icon name="undo" />
          </button>
          <button
            type="button"
            className="btn quiet icon"
            aria-label="Redo (Ctrl+Shift+Z)"
            title="Redo (Ctrl+Shift+Z)"
            onClick={desk.redo}
          >
            <Icon name="redo" />
          </button>
          {waits && (
            <>
              <button type="button" className="btn" onClick={askReturn}>
                <span>
                  Return<span className="wide"> with comments</span>
                </span>{" "}
                <kbd>⇧R</kbd>
              </button>
              <button
                type="button"
                className={open > 0 ? "btn" : "btn pri"}
                aria-disabled={open > 0}
                onClick={askAccept}
              >
                {open > 0 ? `Accept into gold after ${open} more` : "Accept into gold"}{" "}
                {open === 0 && <kbd>Ctrl ⏎</kbd>}
              </button>
            </>
          )}
          {!waits && next && (
            <Link className="btn pri" to={next.to}>
              Next: {next.printed} <kbd>N</kbd>
            </Link>
          )}
        </>
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
            <Items
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
