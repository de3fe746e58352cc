import { useEffect, useMemo, useRef } from "react";
import type { CSSProperties, ReactElement } from "react";

import type { Range } from "../../api/types";
import type { SetParagraph, SetSection, StatuteDocument } from "../../model/document";
import { agreedSpans, cutOverlay, marksOf, spansOf } from "../../model/review/overlay";
import type { OverlayPiece, OverlayView } from "../../model/review/overlay";
import { disputesOf } from "../../model/review/desk";
import type { Review } from "../../model/review/types";
import { sourceOf } from "../../model/review/words";
import type { Source } from "../../text/pieces";
import { splitLastWord } from "../../text/pieces";
import { lookOfParagraph, tagOf } from "../law/set-paragraph";
import { layerLook } from "./look";

function Numbers({ piece }: { piece: OverlayPiece }): ReactElement | null {
  const numbered = piece.ends.filter((mark) => mark.number > 0);
  const alike = new Set(numbered.map((mark) => mark.number)).size === 1;
  if (numbered.length === 0) return null;
  if (piece.agreed && alike)
    return (
      <i
        className="nu"
        data-n={numbered[0]?.number}
        data-say={` (argument ${numbered[0]?.name ?? ""}, agreed)`}
      />
    );
  return (
    <>
      {numbered.map((mark, index) => (
        <i
          key={mark.layer}
          className={`nu ${layerLook(mark.layer)}${index > 0 ? " after" : ""}`}
          data-n={mark.number}
          data-say={` (${mark.name})`}
        />
      ))}
    </>
  );
}

function PieceView({ piece, current }: { piece: OverlayPiece; current: number }): ReactElement {
  if (piece.marks.length === 0 && !piece.current) return <>{piece.text}</>;
  const [head, tail] = splitLastWord(piece.text);
  const looks = piece.layers.map((layer) => `on${layer % 6}`).join(" ");
  return (
    <span className={`ovp ${piece.agreed ? "agr" : looks}${piece.current ? " cur" : ""}`}>
      {piece.ends.length === 0 && piece.disputes.length === 0 ? (
        piece.text
      ) : (
        <>
          {head}
          <span className="nb">
            {tail}
            <Numbers piece={piece} />
            {piece.disputes.map((number) => (
              <i
                key={number}
                className={number === current ? "dn cur" : "dn"}
                data-n={number}
                data-dispute={number}
                data-say={` (dispute ${number})`}
              />
            ))}
          </span>
        </>
      )}
    </span>
  );
}

interface StretchProps {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  readonly view: OverlayView;
}

/** A stretch of text with the marks of all layers; its text is the text that went in. */
function Stretch({ source, start, end, view }: StretchProps): ReactElement {
  return (
    <>
      {cutOverlay(source, start, end, view).map((piece) => (
        <PieceView key={piece.start} piece={piece} current={view.current} />
      ))}
    </>
  );
}

function paragraphsIn(root: SetSection, parts: readonly Range[]): readonly SetParagraph[] {
  const touches = ({ start, end }: { start: number; end: number }): boolean =>
    parts.some(([from, to]) => start < to && from < end);
  return root.children.flatMap((child) => {
    if (!touches(child)) return [];
    return child.type === "section" ? paragraphsIn(child, parts) : [child];
  });
}

function LawOverlay({
  document,
  review,
  view,
}: {
  document: StatuteDocument;
  review: Review;
  view: OverlayView;
}): ReactElement {
  const paragraphs = useMemo(() => paragraphsIn(document.root, review.parts), [document, review.parts]);
  const outer = Math.min(...paragraphs.map((paragraph) => paragraph.indent));
  return (
    <>
      {paragraphs.map((paragraph) => {
        const Tag = tagOf(paragraph);
        return (
          <Tag
            key={paragraph.key}
            className={lookOfParagraph(Tag)}
            style={{ "--in": paragraph.indent - outer } as CSSProperties}
          >
            <Stretch source={document.source} start={paragraph.start} end={paragraph.end} view={view} />
          </Tag>
        );
      })}
    </>
  );
}

interface OverlayProps {
  readonly review: Review;
  /** The statute ready to be set; null for a case, and until it is read. */
  readonly document: StatuteDocument | null;
  readonly focus: string | null;
  readonly onDispute: (key: string) => void;
}

/** The text with all layers laid over it: what all say is grey, what each says has its colour and rule. */
export function Overlay({ review, document, focus, onDispute }: OverlayProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const disputes = useMemo(() => disputesOf(review), [review]);
  const view = useMemo<OverlayView>(() => {
    const marks = marksOf(review);
    return {
      marks,
      agreed: agreedSpans(review, marks),
      disputes: disputes.map(spansOf),
      current: disputes.findIndex((item) => item.key === focus) + 1,
    };
  }, [review, disputes, focus]);
  useEffect(() => {
    const element = box.current;
    const choose = (event: MouseEvent): void => {
      const badge =
        event.target instanceof Element ? event.target.closest<HTMLElement>("[data-dispute]") : null;
      const item = disputes[Number(badge?.dataset.dispute) - 1];
      if (item !== undefined) onDispute(item.key);
    };
    element?.addEventListener("click", choose);
    return () => element?.removeEventListener("click", choose);
  }, [disputes, onDispute]);
  const source = useMemo(() => sourceOf(review), [review]);
  const lanes = { "--lanes": review.layers.length } as CSSProperties;
  return (
    <div className="law ov" ref={box} style={lanes}>
      {review.kind === "cases" && (
        <p className="par">
          <Stretch source={source} start={0} end={source.map.points} view={view} />
        </p>
      )}
      {document !== null && <LawOverlay document={document} review={review} view={view} />}
    </div>
  );
}
