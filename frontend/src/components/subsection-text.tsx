import { useMemo } from "react";
import type { CSSProperties, ReactElement } from "react";

import type { ShownValue } from "../model/case";
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

function FilledPieces({
  pieces,
  label,
  values,
}: {
  pieces: readonly Piece<SetMention>[];
  label: string;
  values: ReadonlyMap<string, ShownValue>;
}): ReactElement {
  return (
    <>
      {pieces.map((piece) => {
        const mention = piece.marks.at(-1);
        const value = mention?.label === label ? values.get(mention.argument.name.toLowerCase()) : undefined;
        if (mention === undefined || value?.words == null || mention.end > piece.end) {
          return <Pieces key={piece.start} pieces={[piece]} />;
        }
        return (
          <span
            key={piece.start}
            className={`ins ${lookOf(mention.argument.number)}`}
            data-n={mention.argument.number}
            data-arg={value.name}
            title={piece.text}
          >
            {value.words}
          </span>
        );
      })}
    </>
  );
}

interface FilledProps extends ParagraphProps {
  readonly label: string;
  readonly values: ReadonlyMap<string, ShownValue>;
}

function FilledParagraph({ source, paragraph, indent, label, values }: FilledProps): ReactElement {
  const { enumerator, rest } = piecesOf(source, paragraph);
  return (
    <p className="par in" style={{ "--in": indent } as CSSProperties}>
      {enumerator.length > 0 && (
        <span className="en">
          <Pieces pieces={enumerator} />
        </span>
      )}
      <FilledPieces pieces={rest} label={label} values={values} />
    </p>
  );
}

interface SubsectionTextProps {
  readonly document: StatuteDocument;
  readonly label: string;
  readonly values: readonly ShownValue[] | null;
}

/** A subsection alone; with values, they stand in place of the placeholders. */
export function SubsectionText({ document, label, values }: SubsectionTextProps): ReactElement {
  const paragraphs = useMemo(() => paragraphsOf(document, label), [document, label]);
  const byName = useMemo(
    () => (values === null ? null : new Map(values.map((value) => [value.name.toLowerCase(), value]))),
    [values],
  );
  const outer = Math.min(...paragraphs.map((paragraph) => paragraph.indent));
  return (
    <div className="law">
      {paragraphs.map((paragraph) =>
        byName === null || paragraph.kind === "heading" || paragraph.kind === "title" ? (
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
            label={label}
            values={byName}
          />
        ),
      )}
    </div>
  );
}
