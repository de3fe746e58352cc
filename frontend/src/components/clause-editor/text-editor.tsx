import "./adopt-styles";

import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { Compartment, EditorState, Transaction } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import type { KeyBinding } from "@codemirror/view";
import { useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
import type { ReactElement, Ref, RefObject } from "react";

import { showLabel } from "../../model/clauses";
import { moveOperand } from "../../model/clauses/move";
import { MAX_TEXT, toPaper } from "../../model/clauses/paste";
import type { Fix, Problem } from "../../model/clauses/problems";
import { lookOf } from "../../text/numbering";
import { labelSource, wordSource } from "./completion";
import type { Offer } from "./completion";
import { fixMenu } from "./fix-menu";
import { highlighting, numbersOf, setNumbers } from "./highlight";
import { calleeClick, calleeHover } from "./hover";
import type { LookUp } from "./look-up";
import { problemFrom, problemView, setProblems } from "./problem-view";
import type { RunFix } from "./problem-view";

/** A text to show; another object is another text, whatever was being typed. */
export interface SourceText {
  readonly text: string;
}

export interface EditorHandle {
  readonly focus: () => void;
  /** Puts the caret to a place of the text and the keyboard with it. */
  readonly goTo: (at: number) => void;
}

export interface TextEditorProps {
  readonly source: SourceText;
  readonly lookUp: LookUp;
  /** What was found, and in which text. */
  readonly found: { readonly text: string; readonly problems: readonly Problem[] };
  readonly readOnly: boolean;
  readonly compact: boolean;
  readonly width: number;
  readonly handle?: Ref<EditorHandle> | undefined;
  readonly onChange: (text: string) => void;
  /** The keyboard has left the text; `gone` when it is elsewhere on the page. */
  readonly onLeave: (gone: boolean) => void;
  readonly onEscape: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onSubmit: () => void;
  readonly onNote: (fix: Extract<Fix, { readonly note: unknown }>) => void;
  readonly onOpen: (label: string) => void;
  readonly onCaret: (line: number, column: number) => void;
  readonly onSay: (words: string) => void;
}

type Latest = RefObject<TextEditorProps>;

const makeRun =
  (latest: Latest): RunFix =>
  (view, _, fix) => {
    if (latest.current.readOnly) return;
    if ("note" in fix) latest.current.onNote(fix);
    else {
      view.dispatch({
        changes: fix.changes.map((one) => ({ ...one })),
        userEvent: "input.fix",
        scrollIntoView: true,
      });
      latest.current.onSay(`${fix.title}: done`);
      view.focus();
    }
  };

function goToProblem(latest: Latest, by: 1 | -1) {
  return (view: EditorView): boolean => {
    const problem = problemFrom(view.state, by);
    if (problem === null) latest.current.onSay("No problem.");
    else {
      view.dispatch({
        selection: { anchor: Math.min(problem.from, view.state.doc.length) },
        scrollIntoView: true,
      });
      const first = problem.fixes[0];
      latest.current.onSay(problem.message + (first ? ` Ctrl+. : ${first.title}` : ""));
    }
    return true;
  };
}

function move(latest: Latest, by: 1 | -1) {
  return (view: EditorView): boolean => {
    if (latest.current.readOnly) return true;
    const { state } = view;
    const moved = moveOperand(state.doc.toString(), state.selection.main.head, by, latest.current.width);
    if (moved === null) latest.current.onSay("There is nothing to move here.");
    else {
      view.dispatch({
        changes: { from: 0, to: state.doc.length, insert: moved.text },
        selection: { anchor: moved.caret },
        userEvent: "move.line",
        scrollIntoView: true,
      });
      latest.current.onSay(by === 1 ? "Moved down" : "Moved up");
    }
    return true;
  };
}

function makeKeys(latest: Latest): readonly KeyBinding[] {
  const act = (run: () => void) => (): boolean => {
    run();
    return true;
  };
  // What was typed since it was last saved is the text's to take back; before that, the layer's.
  const back = (view: EditorView): boolean => {
    if (undoDepth(view.state) > 0) return undo(view);
    latest.current.onUndo();
    return true;
  };
  const forth = (view: EditorView): boolean => {
    if (redoDepth(view.state) > 0) return redo(view);
    latest.current.onRedo();
    return true;
  };
  return [
    { key: "Mod-z", run: back, preventDefault: true },
    { key: "Mod-Shift-z", run: forth, preventDefault: true },
    { key: "Mod-y", run: forth, preventDefault: true },
    { key: "F8", run: goToProblem(latest, 1), shift: goToProblem(latest, -1), preventDefault: true },
    { key: "Alt-ArrowUp", run: move(latest, -1), preventDefault: true },
    { key: "Alt-ArrowDown", run: move(latest, 1), preventDefault: true },
    {
      key: "Mod-Enter",
      run: act(() => {
        latest.current.onSubmit();
      }),
    },
    {
      key: "Escape",
      run: act(() => {
        latest.current.onEscape();
      }),
    },
  ];
}

/** The number of an argument before its name, as everywhere else. */
function drawBadge(option: Offer): Node | null {
  if (option.number === undefined) return null;
  const badge = document.createElement("span");
  badge.className = option.number === null ? "an none" : `an ${lookOf(option.number)}`;
  badge.textContent = option.number === null ? "+" : String(option.number);
  badge.setAttribute("aria-hidden", "true");
  return badge;
}

/**
 * Letters go into the text by a transaction, not by the browser's own editing: that keeps the look of what it
 * replaces with inline styles, which the content security policy forbids.
 */
function typeIn(event: InputEvent, view: EditorView): boolean {
  const { data, inputType } = event;
  if (inputType !== "insertText" || data === null || view.composing || view.state.readOnly) return false;
  event.preventDefault();
  const { from, to } = view.state.selection.main;
  const insert = (): Transaction =>
    view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
  const taken = view.state
    .facet(EditorView.inputHandler)
    .some((handle) => handle(view, from, to, data, insert));
  if (!taken) view.dispatch(insert());
  return true;
}

function makeWriting(latest: Latest): Extension {
  const lookUp = (): LookUp => latest.current.lookUp;
  const run = makeRun(latest);
  return [
    EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["(", "["] } }]),
    closeBrackets(),
    autocompletion({
      override: [wordSource(lookUp), labelSource(lookUp)],
      icons: false,
      interactionDelay: 0,
      addToOptions: [{ render: drawBadge, position: 20 }],
      maxRenderedOptions: 30,
    }),
    fixMenu(run, (words) => {
      latest.current.onSay(words);
    }),
    keymap.of([...makeKeys(latest), ...closeBracketsKeymap, ...defaultKeymap]),
    EditorView.domEventHandlers({ beforeinput: typeIn }),
    EditorView.clipboardInputFilter.of((text) => toPaper(text, latest.current.width) ?? text),
    EditorState.changeFilter.of((transaction) => {
      if (transaction.newDoc.length <= MAX_TEXT) return true;
      latest.current.onSay("A clause can have 100,000 characters. This would be longer and was not taken.");
      return false;
    }),
    placeholder("Type § and the subsections that this one depends on, or press Ctrl+Space."),
  ];
}

function makeReading(latest: Latest): Extension {
  return [EditorState.readOnly.of(true), EditorView.editable.of(false), keymap.of([...makeKeys(latest)])];
}

function makeExtensions(latest: Latest, past: Compartment): Extension {
  const { readOnly, compact, lookUp } = latest.current;
  return [
    past.of(history()),
    highlighting(),
    problemView(makeRun(latest)),
    drawSelection(),
    EditorView.lineWrapping,
    compact ? [] : [lineNumbers(), highlightActiveLine()],
    calleeHover(() => latest.current.lookUp),
    calleeClick((label) => {
      latest.current.onOpen(label);
    }),
    readOnly ? makeReading(latest) : makeWriting(latest),
    EditorView.contentAttributes.of({
      "aria-label": `Clause of ${showLabel(lookUp.label)}`,
      "aria-readonly": String(readOnly),
      spellcheck: "false",
      tabindex: "0",
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latest.current.onChange(update.state.doc.toString());
      if (!update.selectionSet && !update.docChanged) return;
      const { head } = update.state.selection.main;
      const line = update.state.doc.lineAt(head);
      latest.current.onCaret(line.number, head - line.from + 1);
    }),
    EditorView.domEventHandlers({
      blur: (_, view) => {
        latest.current.onLeave(document.activeElement !== view.contentDOM);
      },
    }),
  ];
}

/** Writes another text in; what was typed before is no longer the text's to undo. */
function replaceText(view: EditorView, text: string, past: Compartment): void {
  if (view.state.doc.toString() === text) {
    view.dispatch({ effects: past.reconfigure([]) });
  } else {
    const anchor = Math.min(view.state.selection.main.head, text.length);
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      selection: { anchor },
      effects: past.reconfigure([]),
      annotations: Transaction.addToHistory.of(false),
      filter: false,
    });
  }
  view.dispatch({ effects: past.reconfigure(history()) });
}

/** The clause as text. What it holds is its own between one `source` and the next. */
export function TextEditor(props: TextEditorProps): ReactElement {
  const { source, found, lookUp, readOnly, compact } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const past = useRef(new Compartment());
  const latest = useRef(props);
  const shown = useRef(source);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    shown.current = latest.current.source;
    const state = EditorState.create({
      doc: latest.current.source.text,
      extensions: makeExtensions(latest, past.current),
    });
    const made = new EditorView({ state, parent: place.current });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, [readOnly, compact, lookUp.label]);
  useLayoutEffect(() => {
    if (view.current === null || shown.current === source) return;
    shown.current = source;
    replaceText(view.current, source.text, past.current);
  }, [source]);
  useEffect(() => {
    view.current?.dispatch({ effects: setNumbers.of(numbersOf(lookUp.names)) });
  }, [lookUp, readOnly, compact]);
  useEffect(() => {
    const editor = view.current;
    // An answer about another text than this is late, and left alone.
    if (editor?.state.doc.toString() === found.text)
      editor.dispatch({ effects: setProblems.of(found.problems) });
  }, [found, readOnly, compact]);
  useImperativeHandle(props.handle, () => ({
    focus: () => {
      view.current?.focus();
    },
    goTo: (at) => {
      const editor = view.current;
      if (editor === null) return;
      editor.dispatch({ selection: { anchor: Math.min(at, editor.state.doc.length) }, scrollIntoView: true });
      editor.focus();
    },
  }));
  return <div ref={place} className={compact ? "ce code compact" : "ce code"} />;
}
