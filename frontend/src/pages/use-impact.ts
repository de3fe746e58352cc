/** Changes that may touch other places: shown before they are made, made as one step. */
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";

import { ApiError, describeError } from "../api/client";
import { askImpact } from "../api/impact";
import type { Impact, Question } from "../api/impact";
import type { Outbox } from "../api/outbox";
import type { SessionStore } from "../components/editing";
import type { Edit } from "../model/edits";
import type { Gesture } from "../model/gestures";
import { makeTime, makeUuid } from "../model/ids";
import { leftOf, readLeft, writeLeft } from "../model/left";
import type { Left } from "../model/left";
import { mayReach } from "../model/reach";
import type { Writing } from "./use-desk";

type Done = Extract<Gesture, { readonly ok: true }>;

/** What a person is asked: what else changes, and what to do about it. */
export interface Asked {
  readonly impact: Impact;
  readonly question: Question;
  readonly gesture: Done | null;
}

export type Answer = "all" | "mark" | "instead" | "none";

export interface ImpactDesk {
  readonly perform: (gesture: Gesture) => void;
  readonly asked: Asked | null;
  readonly answer: (choice: Answer) => void;
  /** Changes made without the server, and what they left behind as far as it is known. */
  readonly left: readonly Left[];
  readonly offline: boolean;
  readonly show: (left: Left) => void;
}

/** Returns once nothing is on its way: true when the server has everything. */
async function settled(outbox: Outbox): Promise<boolean> {
  for (;;) {
    const { kind } = outbox.state();
    if (kind !== "saving") return kind === "saved" || kind === "conflict" || kind === "storage_full";
    await new Promise<void>((resolve) => {
      const stop = outbox.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
}

function isAway(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 401 || error.status >= 500;
}

/** Returns a way to perform gestures that asks first where something else is touched. */
export function useImpact(
  store: SessionStore,
  outbox: Outbox,
  slug: string,
  writing: Writing,
  person: string,
): ImpactDesk {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [left, setLeft] = useState<readonly Left[]>(() => readLeft(person, slug));
  const save = useSyncExternalStore(outbox.subscribe, outbox.state);
  const offline = save.kind === "offline" || save.kind === "signed_out";
  const say = useCallback(
    (text: string, fault = true) => {
      store.send({ type: "said", text, fault });
    },
    [store],
  );
  const keepLeft = useCallback(
    (change: (before: readonly Left[]) => readonly Left[]) => {
      setLeft((before) => {
        const after = change(before);
        if (after !== before) writeLeft(person, slug, after);
        return after;
      });
    },
    [person, slug],
  );
  const send = useCallback(
    (impact: Impact, gesture: Done | null, words: string) => {
      outbox.see(impact.edits.map((edit) => ({ id: edit.layer, revision: edit.base_revision })));
      const alone = impact.edits.length === 1 && impact.touched.length === 0;
      const from = gesture?.from ?? null;
      const edits = impact.edits.map((edit, at) => ({
        ...edit,
        ...(alone ? { group: null } : {}),
        ...(at === 0 && from !== null ? { from_suggestion: from } : {}),
      }));
      const { mention, next } = gesture ?? {};
      const go = { ...(mention === undefined ? {} : { mention }), ...(next === undefined ? {} : { next }) };
      writing.put(edits, words, go, impact.layers);
    },
    [outbox, writing],
  );
  /** Without the server: what can be taken back alone is done alone, the rest waits to be looked at. */
  const alone = useCallback(
    (gesture: Done, layer: string, label: string) => {
      if (gesture.instead !== undefined) {
        writing.perform({ ...gesture, operation: gesture.instead });
        say("Its name is used elsewhere and stays while the server is away.");
        return;
      }
      const edit: Edit = {
        id: makeUuid(),
        layer,
        author: store.get().author,
        time: makeTime(),
        base_revision: outbox.revisionOf(layer),
        operation: gesture.operation,
        inverse: null,
        undoes: null,
        group: makeUuid(),
        from_suggestion: null,
      };
      writing.put([edit], gesture.say, { mention: gesture.mention });
      const printed = store.get().document.byLabel.get(label)?.printed ?? label;
      keepLeft((before) => [...before, { edit: edit.id, layer, printed, words: gesture.say, places: null }]);
    },
    [store, outbox, writing, say, keepLeft],
  );
  const ask = useCallback(
    async (gesture: Done, layer: string, label: string): Promise<void> => {
      if (!(await settled(outbox))) {
        alone(gesture, layer, label);
        return;
      }
      const { operation } = gesture;
      const question = { layer, base_revision: outbox.revisionOf(layer), operation };
      try {
        const impact = await askImpact(slug, question);
        if (impact.touched.length === 0) send(impact, gesture, gesture.say);
        else setAsked({ impact, question, gesture });
      } catch (error) {
        if (isAway(error)) alone(gesture, layer, label);
        else say(describeError(error));
      }
    },
    [outbox, slug, alone, send, say],
  );
  const perform = useCallback(
    (gesture: Gesture) => {
      const state = store.get();
      const label = gesture.ok ? (gesture.label ?? state.focus) : null;
      const layer = label === null ? undefined : state.layers.get(label);
      if (!gesture.ok || label === null || layer === undefined || !mayReach(state, label, gesture.operation))
        writing.perform(gesture);
      else void ask(gesture, layer.id, label);
    },
    [store, writing, ask],
  );
  const answer = useCallback(
    (choice: Answer) => {
      setAsked(null);
      if (asked === null || choice === "none") return;
      const { impact, question, gesture } = asked;
      const settle = (): void => {
        if (question.edit !== undefined)
          keepLeft((before) => before.filter((one) => one.edit !== question.edit));
      };
      if (choice === "instead") {
        if (gesture?.instead !== undefined) writing.perform({ ...gesture, operation: gesture.instead });
      } else if (choice === "all") {
        send(impact, gesture, gesture?.say ?? impact.words);
        settle();
      } else {
        askImpact(slug, { ...question, follow: "mark" }).then(
          (marks) => {
            send(marks, gesture, gesture?.say ?? impact.words);
            settle();
          },
          (error: unknown) => {
            say(describeError(error));
          },
        );
      }
    },
    [asked, slug, writing, send, say, keepLeft],
  );
  const show = useCallback(
    (one: Left) => {
      const question = { layer: one.layer, edit: one.edit };
      askImpact(slug, question).then(
        (impact) => {
          if (impact.touched.length > 0) setAsked({ impact, question, gesture: null });
          else keepLeft((before) => before.filter((other) => other.edit !== one.edit));
        },
        (error: unknown) => {
          say(describeError(error));
        },
      );
    },
    [slug, say, keepLeft],
  );
  useLeftBehind(slug, save.kind === "saved", left, keepLeft);
  return useMemo(
    () => ({ perform, asked, answer, left, offline, show }),
    [perform, asked, answer, left, offline, show],
  );
}

/** Asks, once the server has everything, what changes made without it left behind. */
function useLeftBehind(
  slug: string,
  saved: boolean,
  left: readonly Left[],
  keepLeft: (change: (before: readonly Left[]) => readonly Left[]) => void,
): void {
  const asking = useRef(new Set<string>());
  useEffect(() => {
    if (!saved) return;
    for (const one of left) {
      if (one.places !== null || asking.current.has(one.edit)) continue;
      asking.current.add(one.edit);
      askImpact(slug, { layer: one.layer, edit: one.edit }).then(
        (impact) => {
          keepLeft((before) => leftOf(before, one.edit, impact.touched.length));
        },
        (error: unknown) => {
          // An edit that was never stored left nothing behind; anything else is asked again later.
          asking.current.delete(one.edit);
          if (!isAway(error)) keepLeft((before) => leftOf(before, one.edit, 0));
        },
      );
    }
  }, [slug, saved, left, keepLeft]);
}
