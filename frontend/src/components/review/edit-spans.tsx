import { useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";

import type { Range } from "../../api/types";
import type { ItemFor } from "../../model/review/types";
import { makeWordText, moveEdgeByLetter, moveEdgeByWord, nextWord, snapSelection } from "../../text/words";
import type { Edge } from "../../text/words";
import { sayRange, sourceOf } from "../../model/review/words";
import { MarkedWords } from "./versions";

interface SpanEditorProps {
  readonly item: ItemFor<"span">;
  readonly version: number;
  readonly text: string;
  readonly parts: readonly Range[];
  readonly onSave: (content: { readonly spans: readonly Range[] }) => void;
  readonly onCancel: () => void;
}

/** Spans of one place moved by keys: arrows the active edge, T the other edge, N and Backspace add and remove. */
export function SpanEditor({ item, version, text, parts, onSave, onCancel }: SpanEditorProps): ReactElement {
  const words = useMemo(() => makeWordText(text), [text]);
  const source = useMemo(() => sourceOf({ text }), [text]);
  const chosen = item.versions.find((one) => one.number === version) ?? item.versions[0];
  const begin = chosen?.content.spans.length ? chosen.content.spans : item.at ? [item.at] : [];
  const [spans, setSpans] = useState<readonly Range[]>(begin);
  const [at, setAt] = useState(0);
  const [edge, setEdge] = useState<Edge>("end");
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  const current = spans[at];
  const change = (next: Range): void => {
    const inside = parts.some(([from, to]) => from <= next[0] && next[1] <= to);
    const free = spans.every((one, index) => index === at || one[1] <= next[0] || next[1] <= one[0]);
    if (inside && free && next[0] < next[1]) setSpans(spans.map((one, index) => (index === at ? next : one)));
  };
  const move = (direction: "next" | "previous", byLetter: boolean): void => {
    if (current === undefined) return;
    const range = { start: current[0], end: current[1] };
    const moved = (byLetter ? moveEdgeByLetter : moveEdgeByWord)(words, range, edge, direction);
    change([moved.start, moved.end]);
  };
  const add = (): void => {
    const last = spans.at(-1)?.[1] ?? item.at?.[0] ?? 0;
    const word = nextWord(words, last);
    const found = word && snapSelection(words, word.start, word.end);
    if (!found || !parts.some(([from, to]) => from <= found.start && found.end <= to)) return;
    setSpans([...spans, [found.start, found.end]]);
    setAt(spans.length);
  };
  const acts: Readonly<Record<string, () => void>> = {
    ArrowRight: () => {
      move("next", false);
    },
    ArrowLeft: () => {
      move("previous", false);
    },
    ".": () => {
      move("next", true);
    },
    ",": () => {
      move("previous", true);
    },
    t: () => {
      setEdge(edge === "end" ? "start" : "end");
    },
    n: add,
    m: () => {
      setAt(spans.length === 0 ? 0 : (at + 1) % spans.length);
    },
    Backspace: () => {
      setSpans(spans.filter((_, index) => index !== at));
      setAt(0);
    },
    Enter: () => {
      onSave({ spans: spans.toSorted((a, b) => a[0] - b[0]) });
    },
    Escape: onCancel,
  };
  useEffect(() => {
    const element = box.current;
    const press = (event: KeyboardEvent): void => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      const act = plain ? (acts[event.key] ?? acts[event.key.toLowerCase()]) : undefined;
      if (act === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    element?.addEventListener("keydown", press);
    return () => element?.removeEventListener("keydown", press);
  });
  const around: Range = [
    Math.min(item.at?.[0] ?? Infinity, ...spans.map((one) => one[0])),
    Math.max(item.at?.[1] ?? 0, ...spans.map((one) => one[1])),
  ];
  return (
    <div className="ed-spans">
      <div
        ref={box}
        role="application"
        aria-label="Edit the spans"
        aria-describedby="ed-spans-keys"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the edges here
        tabIndex={0}
      >
        <MarkedWords source={source} at={around} spans={spans} />
        <p className="dim" role="status">
          {current === undefined
            ? "No span here."
            : `Span ${at + 1} of ${spans.length}, ${edge} moves: “${sayRange(source, current)}”`}
        </p>
      </div>
      <p className="ed-keys" id="ed-spans-keys">
        <kbd>←</kbd> <kbd>→</kbd> word <kbd>,</kbd> <kbd>.</kbd> letter <kbd>T</kbd> other edge <kbd>M</kbd>{" "}
        next span <kbd>N</kbd> add <kbd>⌫</kbd> remove
      </p>
      <div className="pk">
        <button type="button" className="btn sm pri" onClick={acts.Enter}>
          Keep <kbd>⏎</kbd>
        </button>
        <button type="button" className="btn sm quiet" onClick={onCancel}>
          Cancel <kbd>Esc</kbd>
        </button>
      </div>
    </div>
  );
}
