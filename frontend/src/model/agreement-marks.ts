/** The spans that one side of a difference speaks of, as marks on an excerpt of the text. */

export interface SaidMark {
  readonly start: number;
  readonly end: number;
  /** Which argument of this side, from 1. */
  readonly number: number;
}

function isSpan(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");
}

function spansOf(value: unknown): readonly (readonly [number, number])[] {
  return Array.isArray(value) ? value.filter(isSpan) : [];
}

function groupsOf(
  says: Readonly<Record<string, unknown>>,
): readonly (readonly (readonly [number, number])[])[] {
  if (Array.isArray(says.arguments)) {
    return says.arguments.map((one: unknown) =>
      typeof one === "object" && one !== null && "spans" in one ? spansOf(one.spans) : [],
    );
  }
  return [spansOf(says.spans ?? says.evidence)];
}

/** Returns marks in offsets of the excerpt, in order; what lies outside it is left out. */
export function findMarks(
  says: Readonly<Record<string, unknown>>,
  excerptStart: number,
  length: number,
): readonly SaidMark[] {
  return groupsOf(says)
    .flatMap((spans, at) =>
      spans.map(([start, end]) => ({
        start: Math.max(0, start - excerptStart),
        end: Math.min(length, end - excerptStart),
        number: at + 1,
      })),
    )
    .filter((mark) => mark.start < mark.end)
    .sort((a, b) => a.start - b.start);
}
