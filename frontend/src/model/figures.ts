/** Figures as the screens print them. */

const DIGITS = 2;

/** Returns .91 for 0.914, 1 for 1, a dash for nothing. */
export function formatFigure(value: number | null): string {
  if (value === null) return "–";
  const text = value.toFixed(DIGITS);
  if (text === "1.00") return "1";
  return text.replace(/^(-?)0\./, "$1.").replace(/^-\.00$/, ".00");
}

/** Returns .88–.93, or nothing where there is no interval. */
export function formatInterval(low: number | null, high: number | null): string {
  return low === null || high === null ? "" : `${formatFigure(low)}–${formatFigure(high)}`;
}

/** Returns where a value stands between two bounds, from 0 to 1. */
export function placeOf(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

/** Returns the left end of the axis: .5 where all values fit, else 0, else -1. */
export function axisStart(values: readonly (number | null)[]): number {
  const least = Math.min(...values.filter((value) => value !== null), 1);
  return least >= 0.5 ? 0.5 : least >= 0 ? 0 : -1;
}

/** Returns 83% for 83 of 100, or a dash where nothing was decided. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((100 * part) / whole)}%`;
}

/** Returns the share of each stretch of a bar, in per cent; what is left is not started. */
export function stretchesOf(row: {
  readonly planned: number;
  readonly accepted: number;
  readonly submitted: number;
  readonly in_progress: number;
}): readonly (readonly [kind: "g" | "s" | "p", percent: number])[] {
  const whole = Math.max(row.planned, row.accepted + row.submitted + row.in_progress, 1);
  const share = (count: number): number => (100 * count) / whole;
  return [
    ["g", share(row.accepted)],
    ["s", share(row.submitted)],
    ["p", share(row.in_progress)],
  ];
}

/** Returns a number as people write it, with one decimal where there is something behind the point. */
export function formatNumber(value: number | null): string {
  if (value === null) return "–";
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}
