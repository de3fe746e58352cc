/** Cuts a text at the words to be set apart. */

export interface WordPiece {
  readonly text: string;
  /** The mark of the words, or null for what lies between. */
  readonly mark: string | null;
}

/** Returns the text in pieces; longer words win, each place is taken once. Joined they are the text. */
export function cutAtWords(
  text: string,
  words: readonly { readonly words: string; readonly mark: string }[],
): readonly WordPiece[] {
  const known = new Map(words.filter((one) => one.words !== "").map((one) => [one.words, one.mark]));
  if (known.size === 0) return text === "" ? [] : [{ text, mark: null }];
  const longest = [...known.keys()].sort((a, b) => b.length - a.length);
  const pattern = longest.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join("|");
  const pieces = text.split(new RegExp(`(?<!\\w)(${pattern})(?!\\w)`, "u"));
  return pieces.flatMap((piece, index) => {
    if (piece === "") return [];
    return [{ text: piece, mark: index % 2 === 1 ? (known.get(piece) ?? "") : null }];
  });
}
