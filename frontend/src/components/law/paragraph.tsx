import { memo } from "react";
import type { CSSProperties, ReactElement } from "react";

import { piecesOf } from "../../model/document";
import type { SetParagraph } from "../../model/document";
import type { Source } from "../../text/pieces";
import { Pieces } from "./mention";
import { lookOfParagraph, tagOf } from "./set-paragraph";

export interface ParagraphProps {
  readonly source: Source;
  readonly paragraph: SetParagraph;
  readonly indent: number;
}

/** One paragraph on a page that React sets; the workbench, where there are thousands, uses set-paragraph. */
export const ParagraphView = memo(function ParagraphView(props: ParagraphProps): ReactElement {
  const { source, paragraph, indent } = props;
  const { enumerator, rest } = piecesOf(source, paragraph);
  const Tag = tagOf(paragraph);
  return (
    <Tag
      className={lookOfParagraph(Tag)}
      style={{ "--in": indent } as CSSProperties}
      data-kind={paragraph.kind}
      data-start={paragraph.start}
    >
      {enumerator.length > 0 && (
        <span className="en">
          <Pieces pieces={enumerator} />
        </span>
      )}
      <Pieces pieces={rest} />
    </Tag>
  );
});
