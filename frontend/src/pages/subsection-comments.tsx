import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ReactElement, RefObject } from "react";

import { threadCountsQuery } from "../api/threads";
import type { NewThread, Thread } from "../api/threads";
import type { WorkbenchStore } from "../components/law/subsection";
import { Composer, ThreadList, useThreads } from "../components/threads";
import { sayTopic } from "../model/review/comments";
import { useSlice } from "../model/store";
import type { WorkbenchState } from "../model/workbench";

/** Returns how many open threads there are on a subsection; undefined until it is known. */
export function useCommentCount(slug: string, section: string, label: string | null): number | undefined {
  const { data } = useQuery(threadCountsQuery(slug, { section }));
  if (data === undefined) return undefined;
  return data.texts.find((one) => one.kind === "subsections" && one.name === label)?.open ?? 0;
}

/** Returns what a new thread is about: the mention in focus, or the subsection. */
function topicOf(state: WorkbenchState, label: string): Omit<NewThread, "body"> {
  const whole = { kind: "subsections" as const, name: label };
  const layer = state.document.layers.get(label);
  if (layer === undefined || state.mention === null) return whole;
  return { ...whole, layer: layer.id, item: `mention:${state.mention}` };
}

/** Shows the place that a thread is about: its mention, or the first one there, or the subsection. */
function jumpTo(store: WorkbenchStore, label: string, thread: Thread): void {
  const mentions = store.get().document.mentions.get(label) ?? [];
  const named = mentions.find((one) => thread.item === `mention:${one.id}`);
  const { start } = thread;
  const there =
    named ?? (start === null ? undefined : mentions.find((one) => one.start <= start && start < one.end));
  if (there) store.send({ type: "mentionChosen", label, mention: there.id });
  else store.send({ type: "subsectionChosen", label });
}

interface SubsectionCommentsProps {
  readonly slug: string;
  readonly store: WorkbenchStore;
  readonly label: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

/** What people say of the subsection in focus; each thread leads to its place. */
export function SubsectionComments({ slug, store, label, box }: SubsectionCommentsProps): ReactElement {
  const filter = useMemo(() => ({ kind: "subsections" as const, name: label }), [label]);
  const threads = useThreads(slug, filter);
  const mention = useSlice(store, (state) => state.mention);
  const open = threads.threads.filter((thread) => thread.resolved_at === null);
  return (
    <div className="thrs">
      <ThreadList
        state={threads}
        about={sayTopic}
        empty="Nobody has said anything here yet. C comments."
        onJump={(thread) => {
          jumpTo(store, label, thread);
        }}
      />
      <Composer
        draft={`${slug}.${label}`}
        label={mention === null ? "Comment on the subsection" : "Comment on the mention in focus"}
        box={box}
        onSend={(body) => {
          const topic = topicOf(store.get(), label);
          const running = open.find(
            (thread) => thread.item === (topic.item ?? "") && thread.layer?.id === topic.layer,
          );
          return threads.send(body, running ?? { ...topic, body });
        }}
      />
    </div>
  );
}
