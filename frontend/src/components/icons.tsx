import type { ReactElement } from "react";

const PATHS = {
  search: "M10.2 10.2L13.5 13.5M11.2 7a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0z",
  sun: "M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7M11 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  moon: "M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z",
  alert: "M8 5v3.6M8 11v.1M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z",
  warning: "M8 2.5l6 10.8H2zM8 6.5v3M8 11.4v.1",
  check: "M3 8.5l3.2 3.2L13 4.8",
  cross: "M4 4l8 8M12 4l-8 8",
  download: "M8 2.5v8M4.8 7.5L8 10.7l3.2-3.2M3 13.5h10",
  upload: "M8 11V3M4.8 6L8 2.8 11.2 6M3 13.5h10",
  chevron: "M6 4l4 4-4 4",
  list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4v.1M2.5 8v.1M2.5 12v.1",
  undo: "M3 6h6.5a3.5 3.5 0 0 1 0 7H6M3 6l3-3M3 6l3 3",
  redo: "M13 6H6.5a3.5 3.5 0 0 0 0 7H10M13 6l-3-3M13 6l-3 3",
  flag: "M4 14V2.5M4 3h7.5l-1.6 2.7L11.5 8.5H4",
  solve: "M5 3.2l7 4.8-7 4.8z",
  bulb: "M6 11.5h4M6.5 13.5h3M8 2.2a4 4 0 0 0-2.4 7.2c.5.4.6.9.6 1.4h3.6c0-.5.1-1 .6-1.4A4 4 0 0 0 8 2.2z",
  plus: "M8 3v10M3 8h10",
  panel: "M2.5 3h11v10h-11zM9.5 3v10",
} as const;

export type IconName = keyof typeof PATHS;

/** A line drawing beside a word; it says nothing by itself. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }): ReactElement {
  return (
    <svg className={`i ${className}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
