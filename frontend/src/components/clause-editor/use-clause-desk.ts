import { useQuery } from "@tanstack/react-query";
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";

import { checkClause, referencesQuery } from "../../api/clauses";
import type { ClauseCheck } from "../../api/clauses";
import { ApiError } from "../../api/client";
import { outboxOf } from "../../api/outbox";
import type { Argument, LayerChoice } from "../../api/types";
import { parseClause, printFile } from "../../model/clauses";
import type { Term } from "../../model/clauses";
import { screenText, storedText, writeClause } from "../../model/clause-gestures";
import { showFault, showProblems } from "../../model/clauses/problems";
import type { Problem } from "../../model/clauses/problems";
import type { Editing } from "../editing";
import { makeLookUp } from "./look-up";
import type { LookUp } from "./look-up";
import type { SourceText } from "./text-editor";

const SETTLE_MS = 180;
/** What can be read is saved soon after the last key; what cannot be read yet is given more time. */
const REST_MS = 1500;
const LONG_REST_MS = 8000;

export interface ClauseDeskProps {
  readonly slug: string;
  readonly layer: LayerChoice;
  readonly label: string;
  readonly stored: string | null;
  readonly note: string;
  readonly names: readonly Argument[];
  readonly readOnly: boolean;
  readonly width: number;
  readonly editing: Editing | null;
}

export interface ClauseDesk {
  readonly source: SourceText;
  readonly text: string;
  readonly note: string;
  readonly lookUp: LookUp;
  readonly found: { readonly text: string; readonly problems: readonly Problem[] };
  /** The clause as last read; of text that cannot be read, the one before it. */
  readonly term: Term | null;
  readonly readable: boolean;
  readonly english: string;
  /** False while the server cannot be asked. */
  readonly checked: boolean;
  readonly type: (text: string) => void;
  readonly writeNote: (note: string) => void;
  /** Saves what was typed; with `tidy` the text is set anew as well. */
  readonly save: (tidy: boolean) => void;
  /** Takes a clause from another view of it: saved at once, one step to undo. */
  readonly put: (term: Term) => void;
  readonly putText: (text: string) => void;
  readonly putNote: (note: string) => void;
}

interface Answer {
  readonly text: string;
  readonly note: string;
  readonly check: ClauseCheck | null;
}

const NOTHING = { subscribe: () => () => undefined, state: () => null };

/** Asks about the text when it rests, and again when something was saved; late answers are dropped. */
function useCheck(props: ClauseDeskProps, text: string, note: string): Answer | null {
  const { slug, layer, label, editing } = props;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const outbox = editing === null ? NOTHING : outboxOf(editing.store.get().author);
  const save = useSyncExternalStore(outbox.subscribe, outbox.state);
  const settled = save === null || save.kind === "saved";
  useEffect(() => {
    if (text.trim() === "") return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      checkClause(slug, { layer, label, text, note }, abort.signal).then(
        (check) => {
          if (!abort.signal.aborted) setAnswer({ text, note, check });
        },
        (error: unknown) => {
          if (abort.signal.aborted) return;
          if (!(error instanceof ApiError)) throw error;
          setAnswer({ text, note, check: null });
        },
      );
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [slug, layer, label, text, note, settled]);
  return text.trim() === "" ? null : answer;
}

interface Draft {
  readonly source: SourceText;
  readonly text: string;
  readonly note: string;
  /** What the layer held when the draft was made of it. */
  readonly stored: string | null;
  readonly storedNote: string;
}

function openDraft(props: ClauseDeskProps): Draft {
  const text = screenText(props.stored, props.width);
  return { source: { text }, text, note: props.note, stored: props.stored, storedNote: props.note };
}

/** What is being written, and how the layer stands to it. */
function useDraft(props: ClauseDeskProps): [Draft, (next: (now: Draft) => Draft) => void] {
  const [draft, setDraft] = useState(() => openDraft(props));
  const { stored, note } = props;
  if (draft.stored !== stored || draft.storedNote !== note) {
    // Another hand or an undo changed the layer. What is typed here and not saved yet stays.
    const mine = storedText(draft.text) === stored;
    const typing = storedText(draft.text) !== draft.stored;
    const text = mine || typing ? draft.text : screenText(stored, props.width);
    const noting = draft.note !== draft.storedNote && draft.note !== note;
    setDraft({
      source: text === draft.text ? draft.source : { text },
      text,
      note: noting ? draft.note : note,
      stored,
      storedNote: note,
    });
  }
  return [draft, setDraft];
}

/** Returns the last term that the text could be read as. */
function useLastTerm(text: string): { readonly term: Term | null; readonly readable: boolean } {
  const term = useMemo(() => parseClause(text).term, [text]);
  const [last, setLast] = useState(term);
  if (term !== null && term !== last) setLast(term);
  const empty = text.trim() === "";
  return { term: empty ? null : (term ?? last), readable: term !== null };
}

/** One clause being read or written: its text, note and term, what the checks say, and how it is saved. */
export function useClauseDesk(props: ClauseDeskProps): ClauseDesk {
  const { slug, layer, label, names, readOnly, editing, width } = props;
  const [draft, setDraft] = useDraft(props);
  const { text, note } = draft;
  const answer = useCheck(props, text, note);
  const { term, readable } = useLastTerm(useDeferredValue(text));
  const references = useQuery(referencesQuery(slug, layer, label)).data;
  const cited = useMemo(() => [...new Set((references ?? []).flatMap((one) => one.labels))], [references]);
  const lookUp = useMemo(
    () => makeLookUp(slug, layer, { label, names, cited }),
    [slug, layer, label, names, cited],
  );
  const found = useMemo(() => {
    if (text.trim() === "") return { text, problems: [] };
    if (answer?.check)
      return { text: answer.text, problems: showProblems(answer.text, answer.check.problems) };
    const { fault } = parseClause(text);
    return { text, problems: answer === null || fault === null ? [] : [showFault(fault)] };
  }, [answer, text]);

  const now = useRef({ draft, readOnly });
  useEffect(() => {
    now.current = { draft, readOnly };
  });
  const write = useCallback(
    (typed: string, said: string): void => {
      if (editing === null || now.current.readOnly) return;
      const { stored, storedNote } = now.current.draft;
      if (storedText(typed) === stored && said === storedNote) return;
      editing.perform(writeClause(editing.store.get(), label, typed, said));
    },
    [editing, label],
  );
  const save = useCallback(
    (tidy: boolean): void => {
      const typed = now.current.draft;
      write(typed.text, typed.note);
      if (!tidy || now.current.readOnly || parseClause(typed.text).term === null) return;
      const clean = screenText(storedText(typed.text), width);
      setDraft((one) => (one.text === typed.text ? { ...one, text: clean, source: { text: clean } } : one));
    },
    [write, setDraft, width],
  );
  useEffect(() => {
    const timer = setTimeout(
      () => {
        save(false);
      },
      readable ? REST_MS : LONG_REST_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [text, note, readable, save]);
  useEffect(() => {
    const leave = (): void => {
      save(false);
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [save]);
  const put = useCallback(
    (typed: string, said: string): void => {
      write(typed, said);
      const clean = screenText(storedText(typed), width);
      setDraft((one) => ({ ...one, text: clean, source: { text: clean }, note: said }));
    },
    [write, setDraft, width],
  );
  return {
    source: draft.source,
    text,
    note,
    lookUp,
    found,
    term,
    readable,
    english: answer?.text === text ? (answer.check?.english ?? "") : "",
    checked: answer?.check !== null,
    type: (typed) => {
      setDraft((one) => ({ ...one, text: typed }));
    },
    writeNote: (said) => {
      setDraft((one) => ({ ...one, note: said }));
    },
    save,
    put: (next) => {
      put(printFile(next), now.current.draft.note);
    },
    putText: (typed) => {
      put(typed, now.current.draft.note);
    },
    putNote: (said) => {
      put(now.current.draft.text, said);
    },
  };
}
