import type { ReactElement, ReactNode } from "react";

import type { SetMention } from "../../model/document";
import { lookOf } from "../../text/numbering";
import type { Piece } from "../../text/pieces";
import { splitLastWord, splitReferences } from "../../text/pieces";

function PlainText({ text }: { text: string }): ReactNode {
  return splitReferences(text).map((run, index) =>
    run.keep ? (
      <span className="nb" key={index}>
        {run.text}
      </span>
    ) : (
      run.text
    ),
  );
}

function MarkedText({ piece, mention }: { piece: Piece<SetMention>; mention: SetMention }): ReactElement {
  const { number, name } = mention.argument;
  const [head, tail] = splitLastWord(piece.text);
  return (
    <span className={`m ${lookOf(number)}`} data-arg={mention.argumentId} data-mention={mention.id}>
      {mention.end > piece.end ? (
        piece.text
      ) : (
        <>
          {head}
          <span className="nb" data-n={number} data-say={` (argument ${number}, ${name})`}>
            {tail}
          </span>
        </>
      )}
    </span>
  );
}

/** The pieces of a paragraph. The text that comes out is the text that went in. */
export function Pieces({ pieces }: { pieces: readonly Piece<SetMention>[] }): ReactNode {
  return pieces.map((piece) => {
    const mention = piece.marks.at(-1);
    return mention === undefined ? (
      <PlainText key={piece.start} text={piece.text} />
    ) : (
      <MarkedText key={piece.start} piece={piece} mention={mention} />
    );
  });
}
