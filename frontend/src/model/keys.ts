/** Every key, by screen: the map that `?` shows and the bar below each screen. */

export interface KeyRow {
  readonly keys: readonly string[];
  readonly does: string;
  /** Short words for the bar below the screen; absent where the bar does not show it. */
  readonly short?: string;
}

export type Screen = "plain" | "list" | "statute" | "case";

export const EVERYWHERE: readonly KeyRow[] = [
  { keys: ["?"], does: "This map, for the screen you are on" },
  { keys: ["G"], does: "Go to a subsection or a case: type any spelling, 63(c)(5), s63_c_5" },
  { keys: ["Esc"], does: "Close what is open; then drop the mention in focus" },
  { keys: ["Tab"], does: "Next pane or control; Shift+Tab the previous one" },
];

export const BY_SCREEN: Readonly<Record<Screen, readonly KeyRow[]>> = {
  plain: [],
  list: [{ keys: ["G"], does: "Go to a subsection or a case", short: "go to a subsection or case" }],
  statute: [
    { keys: ["J", "K"], does: "Next, previous subsection", short: "subsection" },
    { keys: ["M"], does: "Next mention; Shift+M the previous one", short: "mention" },
    { keys: ["O"], does: "Find in the outline", short: "find in outline" },
    { keys: ["F"], does: "Next filter of the outline" },
    { keys: ["I"], does: "Next tab of the inspector", short: "inspector" },
    { keys: ["↑", "↓"], does: "In the outline: previous, next row" },
    { keys: ["←", "→"], does: "In the outline: close, open, or go to the parent or child" },
  ],
  case: [
    { keys: ["J", "K"], does: "Next, previous subsection of this case", short: "subsection" },
    {
      keys: ["V"],
      does: "Values in place of the placeholders, or the text as it is",
      short: "values or text",
    },
  ],
};

export const SCREEN_NAMES: Readonly<Record<Screen, string>> = {
  plain: "Here",
  list: "Here",
  statute: "Statute",
  case: "Case",
};
