/** Colours of a clause's words. Reads the paper's notation and that of the files; changes nothing. */

export type ClauseTokenKind = "predicate" | "operator" | "name" | "callee" | "punctuation" | "space";

export interface ClauseToken {
  readonly kind: ClauseTokenKind;
  readonly text: string;
}

const TOKEN =
  /(\s+)|(\b(?:AND|OR|NOT)\b)|(§\s?\d+[A-Za-z]*(?:\([a-zA-Z0-9]{1,6}\))*(?=\()|s\d\w*(?=\()|[a-z]\w*(?=\())|([A-Za-z_@][\w@]*)(?=\s*[=:](?!-))|([A-Za-z_@][\w@]*|\d+)|(:-|.)/gsu;

/** Returns the clause in tokens; joined they are the clause. */
export function tokenizeClause(clause: string): readonly ClauseToken[] {
  return Array.from(clause.matchAll(TOKEN), (found) => {
    const [text, space, operator, predicate, callee, name] = found;
    const kind: ClauseTokenKind = space
      ? "space"
      : operator
        ? "operator"
        : predicate
          ? "predicate"
          : callee
            ? "callee"
            : name
              ? "name"
              : "punctuation";
    return { kind, text };
  });
}
