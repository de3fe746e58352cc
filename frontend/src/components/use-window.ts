import { useEffect, useLayoutEffect, useState } from "react";
import type { RefObject } from "react";

const ROW = 26;
const AROUND = 24;
const STEP = 8;
/** A list of this length is set whole; a longer one only where someone looks. */
export const WHOLE = 150;

export interface RowWindow {
  readonly from: number;
  readonly to: number;
  /** Room for the rows that are not set. */
  readonly before: number;
  readonly after: number;
}

/** Returns the rows around those in sight, for a list of `count` rows that are equally high. */
export function windowOf(first: number, rows: number, count: number, height = ROW): RowWindow {
  if (count <= WHOLE) return { from: 0, to: count, before: 0, after: 0 };
  const from = Math.max(0, Math.min(first, count - rows) - AROUND);
  const to = Math.min(count, Math.max(0, first) + rows + AROUND);
  return { from, to, before: from * height, after: (count - to) * height };
}

function topOf(pane: HTMLElement, list: HTMLElement): number {
  return list.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
}

/** Follows the pane as it scrolls, and brings the row at `current` into sight when it changes. */
export function useWindow(
  pane: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  count: number,
  current: number,
  height = ROW,
): RowWindow {
  const [first, setFirst] = useState(() => Math.max(0, current - AROUND));
  const [rows, setRows] = useState(40);
  const long = count > WHOLE;
  useEffect(() => {
    const [scrolled, inner] = [pane.current, list.current];
    if (!long || scrolled === null || inner === null) return undefined;
    const look = (): void => {
      const top = Math.floor((scrolled.scrollTop - topOf(scrolled, inner)) / height);
      setFirst(Math.max(0, Math.floor(top / STEP) * STEP));
      setRows(Math.ceil(scrolled.clientHeight / height / STEP) * STEP + STEP);
    };
    look();
    scrolled.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      scrolled.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [pane, list, long, height]);
  useLayoutEffect(() => {
    const [scrolled, inner] = [pane.current, list.current];
    if (!long || current < 0 || scrolled === null || inner === null) return;
    const top = topOf(scrolled, inner) + current * height;
    const hidden =
      top < scrolled.scrollTop + height || top + 2 * height > scrolled.scrollTop + scrolled.clientHeight;
    if (!hidden) return;
    scrolled.scrollTop = Math.max(0, top - scrolled.clientHeight / 2);
    setFirst(Math.max(0, current - AROUND));
  }, [pane, list, long, current, height]);
  return windowOf(first, rows, count, height);
}
