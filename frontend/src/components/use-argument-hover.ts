import { useEffect } from "react";
import type { RefObject } from "react";

import { connectedWith } from "../model/connections";
import { pageOf } from "./law/set-page";
import type { WorkbenchStore } from "./law/subsection";

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

/** Returns the mentions, in other subsections, of arguments that clauses connect with this one. */
function elementsConnected(
  root: HTMLElement,
  store: WorkbenchStore,
  label: string,
  id: string,
): readonly Element[] {
  const sheet = root.querySelector(".sheet");
  const page = sheet === null ? undefined : pageOf(sheet);
  if (page === undefined) return [];
  return connectedWith(store.get().document, label, id).flatMap((one) => {
    const wanted = `[data-arg="${CSS.escape(one.argument.id)}"]`;
    return page.sectionsOf(one.label).flatMap((place) => Array.from(place.querySelectorAll(wanted)));
  });
}

/**
 * Lights up every mention of the argument under the pointer, and thinner those that clauses connect with it,
 * by one listener and a class; nothing is set again.
 */
export function useArgumentHover(
  root: RefObject<HTMLElement | null>,
  store: WorkbenchStore | null = null,
): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    let lit: readonly Element[] = [];
    let linked: readonly Element[] = [];
    let argument: string | undefined;
    const light = (next: string | undefined, target: Element | null): void => {
      if (next === argument) return;
      argument = next;
      for (const one of lit) one.classList.remove("hi");
      for (const one of linked) one.classList.remove("link");
      const places = next === undefined || target === null ? [] : placesAround(element, target);
      const wanted = `[data-arg="${CSS.escape(next ?? "")}"]`;
      lit = places.flatMap((place) => Array.from(place.querySelectorAll(wanted)));
      for (const one of lit) one.classList.add("hi");
      const label = target?.closest<HTMLElement>("[data-label]")?.dataset.label ?? store?.get().focus;
      linked =
        next === undefined || store === null || label == null
          ? []
          : elementsConnected(element, store, label, next);
      for (const one of linked) one.classList.add("link");
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
  }, [root, store]);
}
