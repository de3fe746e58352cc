import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ReactElement } from "react";

import { threadCountsQuery } from "../api/threads";
import type { NewThread, Thread } from "../api/threads";
import type { CaseStore } from "../components/case/bench";
import { Composer, ThreadList, useThreads } from "../components/threads";
import { printedOf } from "../model/case-gestures";
import { caseLayer, currentInstantiation, currentRow } from "../model/case-session";
import type { CaseState } from "../model/case-session";
import { foldName } from "../model/edits";
import { sayTopic } from "../model/review/comments";
import { useSlice } from "../model/store";

/** Returns how many open threads there are on a case; undefined until it is known. */
export function useCaseCommentCount(slug: string, name: string): number | undefined {
  const { data } = useQuery(threadCountsQuery(slug, { kind: "cases", name }));
  if (data === undefined) return undefined;
  return data.texts.find((one) => one.kind === "cases" && one.name === name)?.open ?? 0;
}

/** Returns what a new thread is about: the value in focus, its subsection, or the case. */
function topicOf(state: CaseState): Omit<NewThread, "body"> {
  const whole = { kind: "cases" as const, name: state.one.name };
  const one = currentInstantiation(state);
  if (one === undefined) return whole;
  const value = currentRow(state)?.value;
  const item = value ? `value:${one.id}:${value.role}:${value.name}` : `instantiation:${one.id}`;
  return { ...whole, layer: caseLayer(state).id, item };
}

/** Returns the topic in words, as the field for a comment names it. */
function sayField(state: CaseState): string {
  const one = currentInstantiation(state);
  if (one === undefined) return "Comment on the case";
  const printed = printedOf(state, one.label);
  const value = currentRow(state)?.value;
  return value ? `Comment on ${value.name} of ${printed}` : `Comment on ${printed}`;
}

/** Returns what a thread is about, by name where the case still has it. */
function sayAbout(state: CaseState, thread: Thread): string {
  const [kind, id = "", , name = ""] = thread.item.split(":");
  const row = caseLayer(state).instantiations.get(id);
  if (row === undefined || thread.layer?.id !== caseLayer(state).id) return sayTopic(thread);
  const printed = printedOf(state, row.label);
  return kind === "value" ? `${name} of ${printed}` : printed;
}

/** Shows the place that a thread is about: its value or subsection, and its words in the text. */
function jumpTo(store: CaseStore, thread: Thread): void {
  const [, id = "", , name = ""] = thread.item.split(":");
  const row = caseLayer(store.get()).instantiations.get(id);
  if (row !== undefined) store.send({ type: "instantiationChosen", id });
  const value = row?.values.find((one) => foldName(one.name) === foldName(name));
  if (value !== undefined) store.send({ type: "argumentChosen", name: value.name });
  const { start, end } = thread;
  if (start !== null && end !== null) store.send({ type: "selected", range: { start, end }, made: false });
}

interface CaseCommentsProps {
  readonly slug: string;
  readonly store: CaseStore;
}

/** What people say of the case; each thread leads to its place. */
export function CaseComments({ slug, store }: CaseCommentsProps): ReactElement {
  const state = useSlice(store, (whole) => whole);
  const { name } = state.one;
  const filter = useMemo(() => ({ kind: "cases" as const, name }), [name]);
  const threads = useThreads(slug, filter);
  const open = threads.threads.filter((thread) => thread.resolved_at === null);
  return (
    <div className="thrs">
      <ThreadList
        state={threads}
        about={(thread) => sayAbout(state, thread)}
        empty="Nobody has said anything here yet. C comments."
        onJump={(thread) => {
          jumpTo(store, thread);
        }}
      />
      <Composer
        draft={`${slug}.case.${name}`}
        label={sayField(state)}
        onSend={(body) => {
          const topic = topicOf(store.get());
          const running = open.find(
            (thread) => thread.item === (topic.item ?? "") && thread.layer?.id === topic.layer,
          );
          return threads.send(body, running ?? { ...topic, body });
        }}
      />
    </div>
  );
}
