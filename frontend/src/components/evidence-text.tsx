import { useMemo } from "react";
import type { ReactElement } from "react";

import { markEvidence } from "../model/case";
import type { ShownValue } from "../model/case";
import { lookOf } from "../text/numbering";
import { mapOffsets } from "../text/offsets";
import { cutPieces } from "../text/pieces";

/** The case's own words, with the places that values point at. */
export function EvidenceText({
  text,
  values,
}: {
  text: string;
  values: readonly ShownValue[];
}): ReactElement {
  const pieces = useMemo(() => {
    const map = mapOffsets(text);
    return cutPieces({ text, map }, 0, map.points, markEvidence(values, map.points));
  }, [text, values]);
  return (
    <p>
      {pieces.map((piece) => {
        const mark = piece.marks.at(-1);
        if (mark === undefined) return piece.text;
        return (
          <span
            key={piece.start}
            className={`ev ${lookOf(mark.number)}${mark.given ? " giv" : ""}`}
            data-arg={mark.name}
            title={mark.name}
          >
            {piece.text}
          </span>
        );
      })}
    </p>
  );
}
