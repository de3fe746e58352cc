/** Every key, by screen: the map that `?` shows and the bar below each screen. */

export interface KeyRow {
  readonly keys: readonly string[];
  readonly does: string;
  /** Short words for the bar below the screen; absent where the bar does not show it. */
  readonly short?: string;
}

export type Screen = "plain" | "list" | "statute" | "marking" | "case" | "map" | "review" | "clause";

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
    { keys: ["L"], does: "The clause at full width", short: "clause" },
    { keys: ["⇧H"], does: "Guidelines beside the work" },
    { keys: ["C"], does: "Comment on what is in focus; Ctrl+Enter sends, Esc keeps the draft" },
    { keys: ["↑", "↓"], does: "In the outline: previous, next row" },
    { keys: ["←", "→"], does: "In the outline: close, open, or go to the parent or child" },
  ],
  marking: [
    { keys: ["J", "K"], does: "Next, previous subsection", short: "subsection" },
    { keys: ["←", "→"], does: "Previous, next word; also A and D", short: "word" },
    { keys: ["↑", "↓"], does: "Previous, next line; also W and S" },
    {
      keys: ["⇧←", "⇧→"],
      does: "Extend the selection by a word, or move the active edge of the mention in focus; also Shift+A and Shift+D",
      short: "extend",
    },
    { keys: ["T"], does: "Other edge; the end is active first" },
    { keys: [",", "."], does: "Move the active edge by one letter" },
    {
      keys: ["⏎"],
      does: "Mark the selection and join the offered argument; on a suggestion, accept it and go to the next; also E",
      short: "mark, accept",
    },
    { keys: ["N"], does: "Mark the selection, or the suggestion, as a new argument", short: "new" },
    {
      keys: ["1–9"],
      does: "Put the selection, the mention or the suggestion in focus into that argument; 0 then 0, 1, 2 for 10, 11, 12",
      short: "argument",
    },
    {
      keys: ["⌫"],
      does: "Delete the mention in focus; reject the suggestion in focus; also Q; asks first when the argument is used",
      short: "delete, reject",
    },
    {
      keys: ["Tab"],
      does: "Next suggestion in this subsection, Shift+Tab the previous; after the last, Tab leaves the statute; Esc then Tab leaves at once",
      short: "suggestion",
    },
    { keys: ["⇧⏎"], does: "Accept all suggestions in this subsection; also Shift+E" },
    { keys: ["P"], does: "Accept those that the model is sure enough of; the inspector says how sure" },
    { keys: ["H"], does: "Hide or show suggestions" },
    { keys: ["M"], does: "Next mention; Shift+M the previous one", short: "mention" },
    { keys: ["X"], does: "Split: this mention becomes an argument of its own", short: "split" },
    {
      keys: ["R"],
      does: "Rename the argument in focus in place, or accept the suggestion under another name; then 1–9 takes a proposed name, ↓ goes through them; shows what else changes",
      short: "rename",
    },
    { keys: ["Y"], does: "Value type of the argument in focus: span or integer" },
    { keys: ["Ctrl Z"], does: "Undo; Ctrl+Shift+Z redo; both also after a reload", short: "undo" },
    { keys: ["Ctrl ⏎"], does: "Submit the subsection, after a list of what the checks say; Enter confirms" },
    { keys: ["O"], does: "Find in the outline; F its next filter" },
    { keys: ["I"], does: "Next tab of the inspector" },
    { keys: ["L"], does: "The clause at full width", short: "clause" },
    { keys: ["⇧H"], does: "Guidelines beside the work" },
    {
      keys: ["C"],
      does: "Comment on what is in focus; Ctrl+Enter sends, Esc keeps the draft",
      short: "comment",
    },
    {
      keys: ["mouse"],
      does: "Drag over words to select them, with Alt to the letter; drag an edge; drag a mention onto another to merge",
    },
  ],
  clause: [
    { keys: ["Ctrl Space"], does: "In the text: completion; it also opens by itself", short: "complete" },
    { keys: ["↓", "↑", "⏎"], does: "In the list of completions: choose, take; Esc closes it" },
    { keys: ["F8"], does: "In the text: next problem; Shift+F8 the previous one", short: "next problem" },
    {
      keys: ["Ctrl ."],
      does: "In the text: apply the fix of this line's problem; a list if there are several",
      short: "apply fix",
    },
    {
      keys: ["Alt ↑", "Alt ↓"],
      does: "In the text and the graph: move the operand inside its AND or OR",
      short: "move operand",
    },
    { keys: ["Ctrl Z"], does: "Undo; Ctrl+Shift+Z redo" },
    { keys: ["Tab"], does: "Leaves the text, which is then saved and set anew" },
    { keys: ["Esc"], does: "Leaves the text or pane; then back to the statute", short: "leave" },
    {
      keys: ["T", "G", "R", "W"],
      does: "Text, graph, references, wires",
      short: "text, graph, references, wires",
    },
    { keys: ["O"], does: "Go to a subsection or a case, in place of G" },
    { keys: ["← → ↑ ↓"], does: "In the graph: along the wires; Enter opens the call's clause" },
    { keys: ["A"], does: "In the graph: add a call" },
    { keys: ["&", "|", "!"], does: "In the graph: AND, OR, negate" },
    { keys: ["B", "U"], does: "In the graph: group with the next operand, ungroup" },
    { keys: ["P"], does: "In the graph: what is passed to the call in focus" },
    { keys: ["⌫"], does: "In the graph: remove the node in focus" },
    { keys: ["0"], does: "In the graph: full size, or fitted" },
    { keys: ["⏎", "U"], does: "In the references: add the call, or show it; mark as effect, not condition" },
    { keys: ["←", "→"], does: "In the wires: previous, next call" },
    {
      keys: ["mouse"],
      does: "Rest on a call to see its text, Ctrl+click to go there; in the graph drag an argument of the head onto a call",
    },
  ],
  map: [
    { keys: ["↑", "↓"], does: "In the list: previous, next subsection", short: "subsection" },
    { keys: ["⏎"], does: "Open the subsection in focus", short: "open" },
    { keys: ["J", "K"], does: "On the map: next, previous subsection of the list" },
    {
      keys: ["←", "→"],
      does: "On the map: move it; with Shift, further; also ↑ and ↓",
      short: "move the map",
    },
    { keys: ["+", "-"], does: "On the map: larger, smaller", short: "zoom" },
    { keys: ["0"], does: "On the map: show all that fits the filter", short: "show all" },
    { keys: ["mouse"], does: "Drag to move, wheel to zoom, click a subsection to open it" },
  ],
  review: [
    {
      keys: ["1", "2"],
      does: "Take that version, and go to the next dispute; 3 to 9 where there are more",
      short: "take",
    },
    { keys: ["E"], does: "Edit, starting from the version in focus; ← and → choose it", short: "edit" },
    { keys: ["←", "→"], does: "Previous, next version of the item in focus" },
    {
      keys: ["C"],
      does: "Comment on the item in focus; Ctrl+Enter sends, Esc keeps the draft",
      short: "comment",
    },
    { keys: ["⇧C"], does: "Resolve the thread on the item in focus" },
    { keys: ["W"], does: "Why it was decided so; Ctrl+Enter keeps it" },
    { keys: ["J", "K"], does: "Next, previous dispute, settled ones too", short: "dispute" },
    { keys: ["⇧1", "⇧2"], does: "Take all of the first, of the second, in this text", short: "take all" },
    { keys: ["V"], does: "Only disputes, or everything", short: "only disputes" },
    { keys: ["⌫"], does: "Undecided again: the item in focus" },
    { keys: ["Ctrl Z"], does: "Undo; Ctrl+Shift+Z redo; after an acceptance, takes it back", short: "undo" },
    { keys: ["⇧R"], does: "Return with a reason; comments go along" },
    { keys: ["Ctrl ⏎"], does: "Accept into gold when nothing is left, after a look at the result" },
    { keys: ["N"], does: "Next text of the queue" },
    { keys: ["⇧H"], does: "Guidelines beside the work" },
  ],
  case: [
    {
      keys: ["←", "→"],
      does: "In the case text: previous, next word; ↑ ↓ by line; then on into the question",
    },
    { keys: ["⇧←", "⇧→"], does: "Select by word; , and . by letter" },
    {
      keys: ["1–9"],
      does: "The selection becomes the value of that argument; with Shift it joins its list; Enter the argument in focus",
      short: "value from selection",
    },
    { keys: ["="], does: "Type a number, date, words or list for the argument in focus", short: "type" },
    { keys: ["0"], does: "No value in this case", short: "no value" },
    { keys: ["Q"], does: "Given by the question, or found in the text" },
    { keys: ["PgUp", "PgDn"], does: "Previous, next argument" },
    { keys: ["T", "F"], does: "@truth true, false; the same again leaves it open", short: "@truth" },
    { keys: ["A"], does: "Add a subsection to this case; X removes the one in focus", short: "add" },
    { keys: ["J", "K"], does: "Next, previous subsection of this case", short: "subsection" },
    {
      keys: ["Tab", "⇧Tab"],
      does: "Next, previous suggestion in this case; after the last, Tab leaves the text",
      short: "suggestion",
    },
    {
      keys: ["⏎", "⌫"],
      does: "On a suggestion: accept, reject, and go to the next; Shift+Enter accepts all of this subsection",
    },
    { keys: ["H"], does: "Hide suggestions, or show them" },
    { keys: ["S"], does: "Solve; E turns between structure and program", short: "solve" },
    {
      keys: ["← →"],
      does: "In the derivation: close, open; ↑ ↓ move; Enter shows subsection and evidence",
    },
    {
      keys: ["W"],
      does: "What if: turn the step in focus, or leave out the fact; Esc resets",
      short: "what if",
    },
    { keys: ["⇧W"], does: "What if: another value, or a subsection otherwise" },
    {
      keys: ["C"],
      does: "Keep your answer, with a note why it differs from the engine's; else comment on what is in focus; Ctrl+Enter sends",
    },
    { keys: ["I"], does: "Derivation, comments, history: next tab" },
    { keys: ["D"], does: "Next disagreement with the engine", short: "next disagreement" },
    { keys: ["N", "P"], does: "Next, previous case", short: "case" },
    { keys: ["V"], does: "Values in place of the placeholders, or the text as it is" },
    { keys: ["⇧V"], does: "Evidence of all subsections, or of the one in focus" },
    { keys: ["⇧H"], does: "Guidelines beside the work" },
    { keys: ["Ctrl Z"], does: "Undo; Ctrl+Shift+Z redo; both also after a reload" },
    { keys: ["Ctrl ⏎"], does: "Submit the case, after a list of what the checks say; Enter confirms" },
    { keys: ["mouse"], does: "Drag over words to select them, with Alt to the letter; then click a number" },
  ],
};

export const SCREEN_NAMES: Readonly<Record<Screen, string>> = {
  plain: "Here",
  list: "Here",
  statute: "Statute",
  marking: "Workbench",
  case: "Case",
  review: "Review",
  map: "Map",
  clause: "Clause",
};
