import { memo } from "react";
import type { CSSProperties, ReactElement } from "react";

import type { SetParagraph } from "../../model/document";
import { Pieces } from "./mention";

type Tag = "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "p";
const HEADINGS: readonly Tag[] = ["h1", "h2", "h3", "h4", "h5", "h6"];

function tagOf(paragraph: SetParagraph): Tag {
  if (paragraph.kind === "title") return "h1";
  if (paragraph.kind !== "heading") return "p";
  return HEADINGS[Math.min(Math.max(paragraph.depth, 1), 5)] ?? "h6";
}

/** One paragraph as printed: its indent, its enumerator, its mentions. */
export const ParagraphView = memo(function ParagraphView({
  paragraph,
}: {
  paragraph: SetParagraph;
}): ReactElement {
  const Tag = tagOf(paragraph);
  const look = Tag === "p" ? "par in" : Tag === "h1" ? "par" : "par h in";
  const indent = { "--in": paragraph.indent } as CSSProperties;
  return (
    <Tag className={look} style={indent} data-kind={paragraph.kind} data-start={paragraph.start}>
      {paragraph.enumerator.length > 0 && (
        <span className="en">
          <Pieces pieces={paragraph.enumerator} />
        </span>
      )}
      <Pieces pieces={paragraph.pieces} />
    </Tag>
  );
});
