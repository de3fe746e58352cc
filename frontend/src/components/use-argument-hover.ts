import { useEffect } from "react";
import type { RefObject } from "react";

/** Lights up every mention of the argument under the pointer, by one listener and a class; nothing is set again. */
export function useArgumentHover(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    let lit: readonly Element[] = [];
    let argument: string | undefined;
    const light = (next: string | undefined): void => {
      if (next === argument) return;
      argument = next;
      for (const one of lit) one.classList.remove("hi");
      lit =
        next === undefined ? [] : Array.from(element.querySelectorAll(`[data-arg="${CSS.escape(next)}"]`));
      for (const one of lit) one.classList.add("hi");
    };
    const over = (event: Event): void => {
      const target = event.target instanceof Element ? event.target : null;
      light(target?.closest<HTMLElement>("[data-arg]")?.dataset.arg);
    };
    const leave = (): void => {
      light(undefined);
    };
    element.addEventListener("pointerover", over);
    element.addEventListener("pointerleave", leave);
    element.addEventListener("focusin", over);
    return () => {
      element.removeEventListener("pointerover", over);
      element.removeEventListener("pointerleave", leave);
      element.removeEventListener("focusin", over);
      leave();
    };
  }, [root]);
}
