import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { ReactElement, RefObject } from "react";

import { markEvidence } from "../../model/case";
import type { EvidenceMark, ShownValue } from "../../model/case";
import type { CaseState } from "../../model/case-session";
import { useSlice } from "../../model/store";
import type { Range as ApiRange } from "../../api/types";
import { lookOf } from "../../text/numbering";
import { mapOffsets } from "../../text/offsets";
import { cutPieces } from "../../text/pieces";
import type { Piece, Source } from "../../text/pieces";
import { rangeBetween } from "../law/places";
import { useBench } from "./bench";
import { useCaseKeys, useCasePointer } from "./use-case-text";

const NAME = "sara-selection";

interface TextMark extends EvidenceMark {
  /** A place that a step of the derivation rests on. */
  readonly why?: boolean;
}

function Pieces({ pieces }: { pieces: readonly Piece<TextMark>[] }): ReactElement {
  return (
    <>
      {pieces.map((piece) => {
        const mark = piece.marks.findLast((one) => one.why !== true);
        const why = piece.marks.some((one) => one.why === true);
        if (mark === undefined && !why) return piece.text;
        const kind = mark?.suggested === true ? " sug" : mark?.given === true ? " giv" : "";
        const look = mark === undefined ? "" : ` ${lookOf(mark.number)}${kind}`;
        return (
          <span
            key={piece.start}
            className={`ev${look}${why ? " rests" : ""}`}
            {...(mark === undefined
              ? {}
              : { "data-arg": mark.name, title: mark.suggested ? `${mark.name} (suggested)` : mark.name })}
          >
            {piece.text}
          </span>
        );
      })}
    </>
  );
}

/** Returns where the question says the given values, so that they light up there too. */
function markQuestion(state: CaseState, values: readonly ShownValue[]): readonly TextMark[] {
  const start = state.textEnd + 1;
  return values.flatMap(({ name, number, given, words, suggested }) => {
    const at = given && words !== null ? state.one.question.indexOf(words) : -1;
    if (at < 0 || words === null) return [];
    const from = start + mapOffsets(state.one.question.slice(0, at)).points;
    return [{ start: from, end: from + mapOffsets(words).points, name, number, given, suggested }];
  });
}

/** Paints the selection without touching the text, and keeps it in sight. */
function usePaint(
  pane: RefObject<HTMLElement | null>,
  source: Source,
  selection: CaseState["selection"],
  textEnd: number,
): void {
  useLayoutEffect(() => {
    const root = pane.current;
    if (root === null || selection === null || !("highlights" in CSS)) return undefined;
    const [text, question] = Array.from(root.querySelectorAll<HTMLElement>(".par[data-start]"));
    const paragraph = selection.start < textEnd ? text : question;
    if (paragraph === undefined) return undefined;
    const range = rangeBetween(source, paragraph, paragraph, selection.start, selection.end);
    CSS.highlights.set(NAME, new Highlight(range));
    const [view, box] = [root.getBoundingClientRect(), range.getBoundingClientRect()];
    if (box.top < view.top + 8) root.scrollBy(0, box.top - view.top - 40);
    else if (box.bottom > view.bottom - 8) root.scrollBy(0, box.bottom - view.bottom + 40);
    return () => {
      CSS.highlights.delete(NAME);
    };
    // After each setting of the text: its nodes may be others then.
  });
}

interface CaseTextProps {
  readonly values: readonly ShownValue[];
  /** Places that the step in focus rests on. */
  readonly spans: readonly ApiRange[];
}

/** The case's own words and its question: one tab stop, a caret that goes by words, evidence in colour. */
export function CaseText({ values, spans }: CaseTextProps): ReactElement {
  const bench = useBench();
  const { store } = bench;
  const pane = useRef<HTMLDivElement>(null);
  const state = useSlice(store, (whole) => whole);
  const { one, words, textEnd, selection } = state;
  const source = useMemo((): Source => ({ text: words.text, map: words.map }), [words]);
  const [text, question] = useMemo(() => {
    const why: TextMark[] = spans.map(([start, end]) => ({
      start,
      end,
      name: "",
      number: 0,
      given: false,
      suggested: false,
      why: true,
    }));
    const inText: readonly TextMark[] = [...why, ...markEvidence(values, textEnd)];
    const end = source.map.points;
    return [
      cutPieces(source, 0, textEnd, inText),
      cutPieces(source, Math.min(textEnd + 1, end), end, markQuestion(state, values)),
    ];
    // Of the state only the texts matter here.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [source, textEnd, values, spans]);
  usePaint(pane, source, selection, textEnd);
  useCaseKeys(pane, bench, source);
  useCasePointer(pane, store, source);
  useEffect(() => {
    pane.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      className="pane grow text"
      id="case-text"
      ref={pane}
      role="group"
      aria-label="Case text and question; arrow keys go by words"
      // Its keys are those of the caret.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <div className="law">
        <p className="par" data-start={0}>
          <Pieces pieces={text} />
        </p>
      </div>
      <div className="qn">
        <div className="qn-h">
          <h3 className="eyebrow">Question</h3>
          {one.answer && <span className="chip">Answer: {one.answer}</span>}
        </div>
        <div className="law">
          <p className="par" data-start={textEnd + 1}>
            <Pieces pieces={question} />
          </p>
        </div>
      </div>
      <Fold words="Facts" text={one.facts} />
      <Fold words="Test" text={one.test} />
    </div>
  );
}

function Fold({ words, text }: { words: string; text: string }): ReactElement | null {
  if (text.trim() === "") return null;
  return (
    <details className="cfold">
      <summary>{words}</summary>
      {/* Long lines are scrolled to by keyboard too. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}
