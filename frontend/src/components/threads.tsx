import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactElement, RefObject } from "react";

import { sessionQuery } from "../api/queries";
import {
  answerThread,
  beginThread,
  markThreadRead,
  resolveThread,
  threadsKey,
  threadsQuery,
} from "../api/threads";
import type { Comment, NewThread, Thread, ThreadFilter } from "../api/threads";
import { splitNames } from "../model/review/comments";
import { countWords, formatTime } from "../text/counting";
import { Icon } from "./icons";
import { Empty, ErrorNote } from "./states";

function Body({ comment }: { comment: Comment }): ReactElement {
  return (
    <p>
      {splitNames(comment.body, comment.mentioned).map((piece, index) =>
        piece.named ? <b key={index}>{piece.text}</b> : piece.text,
      )}
    </p>
  );
}

function CommentView({ comment, reply }: { comment: Comment; reply: boolean }): ReactElement {
  return (
    <article className={reply ? "cm re" : "cm"}>
      <header>
        <span className="av" aria-hidden="true">
          {comment.author.name.slice(0, 1).toUpperCase()}
        </span>
        <b>{comment.author.name}</b>{" "}
        <time dateTime={comment.created_at}>{formatTime(comment.created_at)}</time>
      </header>
      <Body comment={comment} />
    </article>
  );
}

interface ThreadViewProps {
  readonly thread: Thread;
  readonly about: string;
  readonly onJump: ((thread: Thread) => void) | undefined;
  readonly onResolve: (thread: Thread) => void;
  readonly onReply: (body: string, thread: Thread) => Promise<unknown>;
}

/** One thread; what it is about stands above it and, where it still is, can be jumped to. */
function ThreadView({ thread, about, onJump, onResolve, onReply }: ThreadViewProps): ReactElement {
  const [replying, setReplying] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (replying) box.current?.focus();
  }, [replying]);
  return (
    <section className="thr" aria-label={`Thread on ${about}`}>
      <div className="thr-h">
        {onJump && thread.alive ? (
          <button
            type="button"
            className="linkish"
            onClick={() => {
              onJump(thread);
            }}
          >
            {about}
          </button>
        ) : (
          <span>{about}</span>
        )}
        {!thread.alive && <span className="dim">no longer there</span>}
        {thread.unread && <span className="chip acc">new</span>}
        <span className="grow" />
        <button
          type="button"
          className="btn sm quiet"
          aria-expanded={replying}
          onClick={() => {
            setReplying(!replying);
          }}
        >
          Reply
        </button>
        {thread.may_resolve && (
          <button
            type="button"
            className="btn sm quiet"
            onClick={() => {
              onResolve(thread);
            }}
          >
            {thread.resolved_at === null ? "Resolve" : "Open again"}
          </button>
        )}
      </div>
      {thread.quote !== "" && <blockquote>{thread.quote}</blockquote>}
      {thread.comments.map((comment, index) => (
        <CommentView key={comment.id} comment={comment} reply={index > 0} />
      ))}
      {replying && (
        <Composer
          draft={`thread.${thread.id}`}
          label="Reply"
          box={box}
          onSend={(body) =>
            onReply(body, thread).then(() => {
              setReplying(false);
            })
          }
        />
      )}
    </section>
  );
}

export interface Subject {
  readonly kind: "subsections" | "cases";
  readonly name: string;
}

export interface ThreadsState {
  readonly threads: readonly Thread[];
  readonly error: unknown;
  readonly more: (() => void) | undefined;
  readonly resolve: (thread: Thread) => void;
  readonly send: (body: string, target: Thread | NewThread) => Promise<unknown>;
}

/** Threads of one text, and what can be done with them. */
export function useThreads(slug: string, filter: ThreadFilter, enabled = true): ThreadsState {
  const client = useQueryClient();
  const query = useInfiniteQuery({ ...threadsQuery(slug, filter), enabled });
  const { data: session } = useQuery(sessionQuery);
  const after = (): Promise<void> => client.invalidateQueries({ queryKey: threadsKey(slug) });
  const resolving = useMutation({
    mutationFn: (thread: Thread) => resolveThread(slug, thread.id, thread.resolved_at === null),
    onSuccess: after,
  });
  const sending = useMutation({
    mutationFn: ({ body, target }: { body: string; target: Thread | NewThread }) =>
      "id" in target ? answerThread(slug, target.id, body) : beginThread(slug, { ...target, body }),
    onSuccess: after,
  });
  const threads = query.data?.pages.flatMap((page) => page.results) ?? [];
  const unread = threads.filter((thread) => thread.unread).map((thread) => thread.id);
  const me = session?.user?.username;
  useEffect(() => {
    if (me === undefined || unread.length === 0) return undefined;
    // What stood on screen for a while was read.
    const timer = setTimeout(() => {
      void Promise.all(unread.map((id) => markThreadRead(slug, id))).then(() =>
        client.invalidateQueries({ queryKey: [...threadsKey(slug), "counts"] }),
      );
    }, 2000);
    return () => {
      clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the ids say all
  }, [client, slug, me, unread.join()]);
  return {
    threads,
    error: query.error ?? resolving.error ?? sending.error,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    resolve: (thread) => {
      resolving.mutate(thread);
    },
    send: (body, target) => sending.mutateAsync({ body, target }),
  };
}

const drafts = new Map<string, string>();

interface ComposerProps {
  /** What is written is kept under this name until it is sent. */
  readonly draft: string;
  readonly label: string;
  readonly box?: RefObject<HTMLTextAreaElement | null>;
  readonly onSend: (body: string) => Promise<unknown>;
}

/** A reply being written: Ctrl+Enter sends, Esc keeps the draft. */
export function Composer({ draft, label, box, onSend }: ComposerProps): ReactElement {
  const id = useId();
  const [text, setText] = useState(() => drafts.get(draft) ?? "");
  const write = (next: string): void => {
    drafts.set(draft, next);
    setText(next);
  };
  const send = (): void => {
    if (text.trim() === "") return;
    void onSend(text.trim()).then(
      () => {
        write("");
        box?.current?.blur();
      },
      () => undefined,
    );
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === "Escape") event.currentTarget.blur();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="rep">
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        ref={box}
        className="inp area"
        rows={2}
        placeholder={label}
        value={text}
        onChange={(event) => {
          write(event.target.value);
        }}
        onKeyDown={press}
      />
      <div className="row">
        <span className="dim">@name calls someone</span>
        <span className="grow" />
        <button type="button" className="btn sm" onClick={send}>
          Send <kbd>Ctrl ⏎</kbd>
        </button>
      </div>
    </div>
  );
}

interface ThreadListProps {
  readonly state: ThreadsState;
  readonly empty: string;
  readonly about: (thread: Thread) => string;
  readonly onJump?: (thread: Thread) => void;
}

/** Open threads, and the resolved ones folded. */
export function ThreadList({ state, empty, about, onJump }: ThreadListProps): ReactElement {
  const open = state.threads.filter((thread) => thread.resolved_at === null);
  const resolved = state.threads.filter((thread) => thread.resolved_at !== null);
  const view = (thread: Thread): ReactElement => (
    <ThreadView
      key={thread.id}
      thread={thread}
      about={about(thread)}
      onJump={onJump}
      onResolve={state.resolve}
      onReply={state.send}
    />
  );
  return (
    <>
      {state.error !== null && <ErrorNote error={state.error} />}
      {resolved.length > 0 && (
        <details className="fold">
          <summary>
            <Icon name="chevron" /> {countWords(resolved.length, "resolved thread")}
          </summary>
          {resolved.map(view)}
        </details>
      )}
      {open.map(view)}
      {open.length === 0 && state.error === null && <Empty>{empty}</Empty>}
      {state.more && (
        <button type="button" className="btn sm" onClick={state.more}>
          More
        </button>
      )}
    </>
  );
}
