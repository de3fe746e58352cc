import { useEffect, useRef } from "react";

interface Commands {
  readonly undo: () => void;
  readonly redo: () => void;
  /** Asks whether to submit; null when there is nothing to be submitted. */
  readonly submit: (() => void) | null;
}

/** Undo, redo and submit: with Ctrl (or Cmd), wherever no field is being typed in. */
export function useCommandKeys(commands: Commands): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const typing =
        event.target instanceof HTMLElement &&
        event.target.matches("input:not([type=radio]), textarea, select, [contenteditable]");
      if (typing || !(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      if (window.document.querySelector("dialog[open]") !== null) return;
      const key = event.key.toLowerCase();
      if (key === "z") {
        event.preventDefault();
        if (event.shiftKey) latest.current.redo();
        else latest.current.undo();
      } else if (key === "enter" && latest.current.submit !== null) {
        event.preventDefault();
        latest.current.submit();
      }
    };
    window.addEventListener("keydown", listen);
    return () => {
      window.removeEventListener("keydown", listen);
    };
  }, []);
}
