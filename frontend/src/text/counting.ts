/** Counts in words, for people. */

const FORMAT = new Intl.NumberFormat("en");

/** Returns "1 statute", "7 statutes", "6,044 mentions". */
export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${FORMAT.format(count)} ${count === 1 ? one : many}`;
}

export function formatCount(count: number): string {
  return FORMAT.format(count);
}

/** Returns a day and time as people write it. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? iso
    : date.toLocaleString("en-GB", {
        day: "numeric",
        month: "short",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
      });
}
