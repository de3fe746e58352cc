import { useMemo } from "react";
import type { CSSProperties, ReactElement } from "react";

import type { ShownValue, ValuesByLabel } from "../model/case";
import { piecesOf } from "../model/document";
import type { SetMention, SetParagraph, SetSection, StatuteDocument } from "../model/document";
import { lookOf } from "../text/numbering";
import type { Piece } from "../text/pieces";
import { Pieces } from "./law/mention";
import { ParagraphView } from "./law/paragraph";
import type { ParagraphProps } from "./law/paragraph";

function findSection(node: SetSection, label: string): readonly SetSection[] {
  if (node.label === label) return [node];
  return node.children.flatMap((child) => (child.type === "section" ? findSection(child, label) : []));
}

/** Returns a subsection's own paragraphs and those inside it, in order. */
function paragraphsOf(document: StatuteDocument, label: string): readonly SetParagraph[] {
  const walk = (node: SetSection): readonly SetParagraph[] =>
    node.children.flatMap((child) => (child.type === "paragraph" ? [child] : walk(child)));
  return findSection(document.root, label).flatMap(walk);
}

type ByName = ReadonlyMap<string, ShownValue>;
/** By the label of the subsection, then by the argument's name in small letters. */
type Filling = ReadonlyMap<string, ByName>;

/** A placeholder with its value in place; without one it stays as the law says it. */
function FilledPieces({
  pieces,
  filling,
}: {
  pieces: readonly Piece<SetMention>[];
  filling: Filling;
}): ReactElement {
  return (
    <>
      {pieces.map((piece) => {
        const mention = piece.marks.at(-1);
        const values = mention && filling.get(mention.label);
        const value = mention && values?.get(mention.argument.name.toLowerCase());
        if (mention === undefined || values === undefined || mention.end > piece.end)
          return <Pieces key={piece.start} pieces={[piece]} />;
        const look = `ins ${lookOf(mention.argument.number)}`;
        if (value?.words == null)
          return (
            <span key={piece.start} className={`${look} open`} data-n={mention.argument.number}>
              {piece.text}
            </span>
          );
        return (
          <span
            key={piece.start}
            className={value.suggested ? `${look} sug` : look}
            data-n={mention.argument.number}
            data-arg={value.name}
            title={value.suggested ? `${piece.text} (suggested)` : piece.text}
          >
            {value.words}
          </span>
        );
      })}
    </>
  );
}

interface FilledProps extends ParagraphProps {
  readonly filling: Filling;
}

function FilledParagraph({ source, paragraph, indent, filling }: FilledProps): ReactElement {
  const { enumerator, rest } = piecesOf(source, paragraph);
  return (
    <p className="par in" style={{ "--in": indent } as CSSProperties}>
      {enumerator.length > 0 && (
        <span className="en">
          <Pieces pieces={enumerator} />
        </span>
      )}
      <FilledPieces pieces={rest} filling={filling} />
    </p>
  );
}

interface SubsectionTextProps {
  readonly document: StatuteDocument;
  readonly label: string;
  /** Null shows the text as it is. */
  readonly values: ValuesByLabel | null;
}

function fillOf(values: ValuesByLabel): Filling {
  const byName = (some: readonly ShownValue[]): ByName =>
    new Map(some.map((value) => [value.name.toLowerCase(), value]));
  return new Map([...values].map(([label, some]) => [label, byName(some)]));
}

/** A subsection with those inside it; with values, they stand in place of the placeholders. */
export function SubsectionText({ document, label, values }: SubsectionTextProps): ReactElement {
  const paragraphs = useMemo(() => paragraphsOf(document, label), [document, label]);
  const filling = useMemo(() => (values === null ? null : fillOf(values)), [values]);
  const outer = Math.min(...paragraphs.map((paragraph) => paragraph.indent));
  return (
    <div className="law">
      {paragraphs.map((paragraph) =>
        filling === null || paragraph.kind === "heading" || paragraph.kind === "title" ? (
          <ParagraphView
            key={paragraph.key}
            source={document.source}
            paragraph={paragraph}
            indent={paragraph.indent - outer}
          />
        ) : (
          <FilledParagraph
            key={paragraph.key}
            source={document.source}
            paragraph={paragraph}
            indent={paragraph.indent - outer}
            filling={filling}
          />
        ),
      )}
    </div>
  );
}
