import { expect, it } from "vitest";

import { findMarks } from "./agreement-marks";

it("puts spans, arguments and evidence on the excerpt", () => {
  expect(findMarks({ spans: [[12, 15]] }, 10, 20)).toEqual([{ start: 2, end: 5, number: 1 }]);
  const two = { arguments: [{ spans: [[14, 16]] }, { spans: [[10, 12]] }] };
  expect(findMarks(two, 10, 20).map((mark) => [mark.start, mark.number])).toEqual([
    [0, 2],
    [4, 1],
  ]);
  expect(findMarks({ value: "x", evidence: [[3, 4]] }, 0, 9)).toHaveLength(1);
});

it("leaves out what is outside or no span", () => {
  expect(
    findMarks(
      {
        spans: [
          [1, 3],
          [40, 50],
          ["a", 2],
        ],
      },
      10,
      20,
    ),
  ).toEqual([]);
  expect(findMarks({ truth: true }, 0, 9)).toEqual([]);
});
