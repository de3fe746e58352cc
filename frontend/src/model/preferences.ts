/** What a person chose in this browser: theme, single keys, suggestions, the order of the outline. */

import { OUTLINE_ORDERS } from "./outline-order";
import type { OutlineOrder } from "./outline-order";

export type Theme = "light" | "dark";

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // Storage is switched off: the default holds.
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
}

export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

/** Turns the theme and remembers that the person chose it. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  write("theme", theme);
}

/** Follows the system's preference until the person chooses. Returns how to stop. */
export function followSystemTheme(): () => void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  const follow = (): void => {
    if (read("theme") === null) document.documentElement.dataset.theme = query.matches ? "dark" : "light";
  };
  query.addEventListener("change", follow);
  return () => {
    query.removeEventListener("change", follow);
  };
}

export function singleKeysOn(): boolean {
  return read("single-keys") !== "off";
}

export function setSingleKeys(on: boolean): void {
  write("single-keys", on ? "on" : "off");
}

export function suggestionsOn(): boolean {
  return read("suggestions") !== "off";
}

export function setSuggestions(on: boolean): void {
  write("suggestions", on ? "on" : "off");
}

const SURE = 0.9;

/** Returns how sure a model must be for its suggestions to be accepted together, between 0 and 1. */
export function sureEnough(): number {
  const kept = read("sure");
  const percent = kept === null ? NaN : Number(kept);
  return percent >= 0 && percent <= 100 ? percent / 100 : SURE;
}

export function setSureEnough(percent: number): void {
  write("sure", String(percent));
}

/** Returns the order of the outline that was chosen last. */
export function keptOrder(): OutlineOrder {
  const kept = read("outline-order");
  return OUTLINE_ORDERS.find((one) => one === kept) ?? "document";
}

export function keepOrder(order: OutlineOrder): void {
  write("outline-order", order);
}

/** Remembers what a project's statutes open in, so that the next one is asked for before its code is there. */
export function keepLayer(slug: string, layer: "gold" | "mine"): void {
  write(`layer:${slug}`, layer);
}
