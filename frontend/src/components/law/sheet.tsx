import { useContext, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ReactElement, RefObject } from "react";
import { createPortal, flushSync } from "react-dom";

import { labelAt } from "../../model/session";
import { useSlice } from "../../model/store";
import { EditingContext } from "../editing";
import type { Editing } from "../editing";
import { mentionElements, offsetAtPoint } from "./places";
import { SelectionView } from "./selection-view";
import { keepPage, pageOf, SetPage } from "./set-page";
import { FocusBar } from "./subsection";
import type { WorkbenchStore } from "./subsection";
import { useMarkingKeys } from "./use-marking-keys";
import { useMarkingPointer } from "./use-marking-pointer";

/** Rings the mention in focus without setting anything again; returns how to take the ring off. */
function ringMention(sheet: HTMLElement, label: string | null, id: string): () => void {
  const pieces = mentionElements(sheet, label, id);
  for (const piece of pieces) piece.classList.add("focus");
  pieces[0]?.scrollIntoView({ block: "nearest" });
  return () => {
    for (const piece of pieces) piece.classList.remove("focus");
  };
}

/** Brings the subsection's top into view when it is not. */
function reveal(sheet: HTMLElement, label: string): void {
  const element = pageOf(sheet)?.sectionsOf(label)[0];
  if (element === undefined) return;
  const [view, box] = [sheet.getBoundingClientRect(), element.getBoundingClientRect()];
  if (box.top >= view.top && box.bottom <= view.bottom) return;
  sheet.scrollTop +=
    box.top - view.top - Math.max(16, Math.min(view.height / 5, view.height - box.height - 16));
}

/** Puts the caret on the word under the pointer; returns whether there is one. */
function putCaret(editing: Editing | null, event: MouseEvent): boolean {
  if (editing === null) return false;
  const state = editing.store.get();
  const offset = offsetAtPoint(state.document.source, event.clientX, event.clientY);
  const label = offset === null ? null : labelAt(state, offset);
  if (offset === null || label === null) return false;
  const range = { start: offset, end: offset + 1 };
  editing.store.send({ type: "selected", label, range, made: false });
  return true;
}

/** Chooses what is clicked, and keeps the clicked line where it was although a bar opens above it. */
function useClicks(
  sheet: RefObject<HTMLElement | null>,
  store: WorkbenchStore,
  editing: Editing | null,
  dragged: RefObject<boolean>,
): RefObject<boolean> {
  const clicking = useRef(false);
  useEffect(() => {
    const element = sheet.current;
    const choose = (event: MouseEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      const label = target?.closest<HTMLElement>("[data-label]")?.dataset.label;
      if (element === null || target === null || label === undefined) return;
      if (getSelection()?.isCollapsed === false || dragged.current) return;
      if (target.closest(".fo-h, .pop, .grip") !== null) return;
      const line = target.closest(".par") ?? target;
      const before = line.getBoundingClientRect().top;
      const mention = target.closest<HTMLElement>("[data-mention]")?.dataset.mention;
      const suggestion = target.closest<HTMLElement>("[data-suggestion]")?.dataset.suggestion;
      clicking.current = true;
      flushSync(() => {
        if (suggestion !== undefined && editing?.store.get().showing === true)
          editing.store.send({ type: "suggestionChosen", label, suggestion });
        else if (mention === undefined && !putCaret(editing, event))
          store.send({ type: "subsectionChosen", label });
        else if (mention !== undefined) store.send({ type: "mentionChosen", label, mention });
      });
      clicking.current = false;
      element.scrollTop += line.getBoundingClientRect().top - before;
    };
    element?.addEventListener("click", choose);
    return () => element?.removeEventListener("click", choose);
  }, [sheet, store, editing, dragged]);
  return clicking;
}

/**
 * The law itself. Its nodes are made and changed by hand (set-page); React sets the bar of the subsection in
 * focus into them.
 */
function LawPage({ store }: { store: WorkbenchStore }): ReactElement {
  const article = useRef<HTMLElement>(null);
  const document = useSlice(store, (state) => state.document);
  const focus = useSlice(store, (state) => state.focus);
  const [page, setPage] = useState<SetPage | null>(null);
  useLayoutEffect(() => {
    const pane = article.current?.parentElement;
    if (article.current === null || !pane) return undefined;
    const { document: first, focus: label } = store.get();
    const made = new SetPage(article.current, first, label);
    keepPage(pane, made);
    setPage(made);
    return () => {
      made.stop();
    };
  }, [store]);
  useLayoutEffect(() => {
    page?.update(document);
  }, [page, document]);
  useLayoutEffect(() => {
    page?.setFocus(focus);
  }, [page, focus]);
  return (
    <>
      <article className="page law" ref={article} />
      {page !== null && focus !== null && createPortal(<FocusBar label={focus} store={store} />, page.bar)}
    </>
  );
}

/** Returns the mention or suggestion that has the ring, and whether suggestions are drawn. */
function useSuggestions(
  store: WorkbenchStore,
  editing: Editing | null,
): { readonly ringed: string | null; readonly showing: boolean } {
  const mention = useSlice(store, (state) => state.mention);
  const suggestion = useSyncExternalStore(store.subscribe, () => editing?.store.get().suggestion ?? null);
  const showing = useSyncExternalStore(store.subscribe, () => editing?.store.get().showing ?? true);
  return { ringed: mention ?? suggestion, showing };
}

/** The statute as law is printed: one tab stop, one scroll. */
export function Sheet({ store }: { store: WorkbenchStore }): ReactElement {
  const sheet = useRef<HTMLElement>(null);
  const document = useSlice(store, (state) => state.document);
  const focus = useSlice(store, (state) => state.focus);
  const editing = useContext(EditingContext);
  const { ringed, showing } = useSuggestions(store, editing);
  const dragged = useRef(false);
  useMarkingKeys(sheet, editing);
  useMarkingPointer(sheet, editing, dragged);
  const clicking = useClicks(sheet, store, editing, dragged);
  useLayoutEffect(() => {
    const element = sheet.current;
    if (element === null || focus === null || clicking.current) return undefined;
    reveal(element, focus);
    // What was out of sight had a guessed height; once it is laid out, look again.
    const frame = requestAnimationFrame(() => {
      reveal(element, focus);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
    // The source stays the same object through edits, which must not scroll.
  }, [focus, document.source, clicking]);
  useLayoutEffect(() => {
    if (sheet.current && ringed !== null) return ringMention(sheet.current, focus, ringed);
    return undefined;
  }, [ringed, focus, document]);
  useEffect(() => {
    sheet.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main
      id="main"
      className={showing ? "sheet pane" : "sheet pane no-sug"}
      aria-label="Statute"
      ref={sheet}
      tabIndex={0}
    >
      <LawPage store={store} />
      {editing !== null && <SelectionView editing={editing} sheet={sheet} />}
    </main>
  );
}
