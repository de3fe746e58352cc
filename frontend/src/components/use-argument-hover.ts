import { useEffect } from "react";
import type { RefObject } from "react";

import { pageOf } from "./law/set-page";

/** Returns where an argument's elements can be: in its own subsection and beside the law, not in all of it. */
function placesAround(root: HTMLElement, target: Element): readonly Element[] {
  const sheet = root.querySelector(".sheet");
  const page = sheet === null ? undefined : pageOf(sheet);
  if (sheet === null || page === undefined) return [root];
  const section = sheet.contains(target)
    ? target.closest<HTMLElement>("[data-label]")
    : page.bar.closest<HTMLElement>("[data-label]");
  const beside = Array.from(root.children).filter((child) => child !== sheet);
  return [...page.sectionsOf(section?.dataset.label ?? ""), ...beside];
}

/** Lights up every mention of the argument under the pointer, by one listener and a class; nothing is set again. */
export function useArgumentHover(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    let lit: readonly Element[] = [];
    let argument: string | undefined;
    const light = (next: string | undefined, target: Element | null): void => {
      if (next === argument) return;
      argument = next;
      for (const one of lit) one.classList.remove("hi");
      const places = next === undefined || target === null ? [] : placesAround(element, target);
      const wanted = `[data-arg="${CSS.escape(next ?? "")}"]`;
      lit = places.flatMap((place) => Array.from(place.querySelectorAll(wanted)));
      for (const one of lit) one.classList.add("hi");
    };
    const over = (event: Event): void => {
      const target = event.target instanceof Element ? event.target : null;
      light(target?.closest<HTMLElement>("[data-arg]")?.dataset.arg, target);
    };
    const leave = (): void => {
      light(undefined, null);
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
