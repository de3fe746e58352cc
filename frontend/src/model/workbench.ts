/** What the workbench looks at: the subsection, mention and argument in focus. One pure update. */
import type { SetMention, StatuteDocument } from "./document";

export type InspectorTab = "arguments" | "clause" | "cases" | "comments" | "history";
export const INSPECTOR_TABS: readonly InspectorTab[] = [
  "arguments",
  "clause",
  "cases",
  "comments",
  "history",
];

export interface WorkbenchState {
  readonly document: StatuteDocument;
  readonly focus: string | null;
  readonly mention: string | null;
  readonly argument: string | null;
  readonly tab: InspectorTab;
}

export type WorkbenchAction =
  | { readonly type: "documentLoaded"; readonly document: StatuteDocument }
  | { readonly type: "subsectionChosen"; readonly label: string }
  | { readonly type: "subsectionMoved"; readonly by: 1 | -1 }
  | { readonly type: "mentionChosen"; readonly label: string; readonly mention: string }
  | { readonly type: "mentionMoved"; readonly by: 1 | -1 }
  | { readonly type: "mentionDropped" }
  | { readonly type: "argumentToggled"; readonly argument: string }
  | { readonly type: "tabChosen"; readonly tab: InspectorTab }
  | { readonly type: "tabMoved" };

/** Returns the state of a statute just opened. */
export function openWorkbench(document: StatuteDocument, label: string | null): WorkbenchState {
  const first = document.subsections.find((one) => document.mentions.has(one.label));
  const focus = label !== null && document.byLabel.has(label) ? label : null;
  return {
    document,
    focus: focus ?? first?.label ?? document.subsections[0]?.label ?? null,
    mention: null,
    argument: null,
    tab: "arguments",
  };
}

function focusOn(state: WorkbenchState, label: string): WorkbenchState {
  if (!state.document.byLabel.has(label)) return state;
  if (label === state.focus) return state.mention === null ? state : { ...state, mention: null };
  return { ...state, focus: label, mention: null, argument: null };
}

function moveFocus(state: WorkbenchState, by: 1 | -1): WorkbenchState {
  const { subsections } = state.document;
  const here = subsections.findIndex((one) => one.label === state.focus);
  const next = subsections[here === -1 ? 0 : here + by];
  return next === undefined ? state : focusOn(state, next.label);
}

function chooseMention(state: WorkbenchState, mention: SetMention): WorkbenchState {
  return { ...state, focus: mention.label, mention: mention.id, argument: mention.argumentId };
}

function moveMention(state: WorkbenchState, by: 1 | -1): WorkbenchState {
  const here = state.focus === null ? [] : (state.document.mentions.get(state.focus) ?? []);
  const at = here.findIndex((mention) => mention.id === state.mention);
  const next = at === -1 ? here.at(by === 1 ? 0 : -1) : here[at + by];
  return next === undefined ? state : chooseMention(state, next);
}

/** Returns the next state; the same object when nothing changes. */
export function update(state: WorkbenchState, action: WorkbenchAction): WorkbenchState {
  switch (action.type) {
    case "documentLoaded":
      return action.document === state.document
        ? state
        : { ...openWorkbench(action.document, state.focus), tab: state.tab };
    case "subsectionChosen":
      return focusOn(state, action.label);
    case "subsectionMoved":
      return moveFocus(state, action.by);
    case "mentionChosen": {
      const mentions = state.document.mentions.get(action.label) ?? [];
      const mention = mentions.find((one) => one.id === action.mention);
      return mention === undefined ? state : chooseMention(state, mention);
    }
    case "mentionMoved":
      return moveMention(state, action.by);
    case "mentionDropped":
      return state.mention === null ? state : { ...state, mention: null };
    case "argumentToggled":
      return { ...state, argument: state.argument === action.argument ? null : action.argument };
    case "tabChosen":
      return state.tab === action.tab ? state : { ...state, tab: action.tab };
    case "tabMoved": {
      const next = (INSPECTOR_TABS.indexOf(state.tab) + 1) % INSPECTOR_TABS.length;
      return { ...state, tab: INSPECTOR_TABS[next] ?? "arguments" };
    }
  }
}
