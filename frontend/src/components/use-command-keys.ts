import { useEffect, useRef } from "react";

/** Listens for keys with Ctrl (or Cmd): "z", "Shift+z", "enter"; not while a field or dialog has them. */
export function useCommandKeys(handlers: Readonly<Record<string, () => void>>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const typing =
        event.target instanceof HTMLElement &&
        event.target.matches("input, textarea, select, [contenteditable]");
      if (typing || !(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      if (document.querySelector("dialog[open]") !== null) return;
      const handler = latest.current[`${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}`];
      if (handler === undefined) return;
      event.preventDefault();
      handler();
    };
    window.addEventListener("keydown", listen);
    return () => {
      window.removeEventListener("keydown", listen);
    };
  }, []);
}
