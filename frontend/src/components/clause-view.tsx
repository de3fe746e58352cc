import { useMemo } from "react";
import type { ReactElement } from "react";

import type { Argument } from "../api/types";
import { screenText } from "../model/clause-gestures";
import type { ClauseTokenKind } from "../text/clause";
import { tokenizeClause } from "../text/clause";
import { lookOf } from "../text/numbering";

const CLASSES: Readonly<Record<ClauseTokenKind, string>> = {
  predicate: "t-p",
  operator: "t-o",
  name: "t-v",
  callee: "t-ca",
  punctuation: "t-pu",
  space: "",
};

/** Letters a line, in the inspector and beside another clause. */
const WIDTH = 40;

interface ClauseViewProps {
  /** In either notation. */
  readonly clause: string;
  readonly names: readonly Argument[];
}

/** A clause to read, as the paper writes it; names of this subsection's arguments carry their colour. */
export function ClauseView({ clause, names }: ClauseViewProps): ReactElement {
  const shown = useMemo(() => screenText(clause, WIDTH), [clause]);
  const looks = useMemo(
    () => new Map(names.map((argument) => [argument.name.toLowerCase(), lookOf(argument.number)])),
    [names],
  );
  return (
    <pre className="code">
      {tokenizeClause(shown).map((token, index) => {
        if (token.kind === "space") return token.text;
        const look = token.kind === "name" ? (looks.get(token.text.toLowerCase()) ?? "") : "";
        return (
          <span key={index} className={`${CLASSES[token.kind]} ${look}`}>
            {token.text}
          </span>
        );
      })}
    </pre>
  );
}
