import { useEffect, useRef } from "react";

import { singleKeysOn } from "../model/preferences";

export type KeyHandlers = Readonly<Record<string, () => void>>;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type=radio]), textarea, select, [contenteditable]")
  );
}

/** Returns the handler's name of a key press, "Shift+M" or "m", or null when it is not for us. */
export function nameKey(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return null;
  if (event.key.length > 1) return event.key;
  if (!singleKeysOn()) return null;
  const letter = event.key.toLowerCase();
  return event.shiftKey && letter !== event.key ? `Shift+${letter}` : letter;
}

/** Returns "Shift+1" for a digit pressed with Shift, whatever sign that types; null for other keys. */
function nameShiftedDigit(event: KeyboardEvent): string | null {
  const digit = event.shiftKey ? /^Digit(\d)$/.exec(event.code)?.[1] : undefined;
  return digit === undefined || event.key === digit ? null : `Shift+${digit}`;
}

/** Listens for keys of the screen while no field or dialog has them. */
export function useKeys(handlers: KeyHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const name = nameKey(event);
      if (name === null) return;
      const handler = latest.current[name] ?? latest.current[nameShiftedDigit(event) ?? ""];
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
