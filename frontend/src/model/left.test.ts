import { describe, expect, it } from "vitest";

import { leftOf, readLeft, writeLeft } from "./left";
import type { Left } from "./left";

const ONE: Left = { edit: "e", layer: "l", printed: "§9(a)", words: "Fare is now Toll", places: null };

describe("changes without the server", () => {
  it("are kept for a person and a project until they are looked at", () => {
    writeLeft("robin", "p", [ONE]);
    expect(readLeft("robin", "p")).toEqual([ONE]);
    expect(readLeft("sam", "p")).toEqual([]);
    expect(leftOf([ONE], "e", 3)).toEqual([{ ...ONE, places: 3 }]);
    expect(leftOf([ONE], "other", 3)).toEqual([ONE]);
    writeLeft("robin", "p", leftOf([ONE], "e", 0));
    expect(readLeft("robin", "p")).toEqual([]);
    expect(localStorage.getItem("sara-left:robin:p")).toBeNull();
  });

  it("are nothing when what is kept cannot be read", () => {
    localStorage.setItem("sara-left:robin:p", '[{"edit":1}, 7');
    expect(readLeft("robin", "p")).toEqual([]);
    localStorage.setItem("sara-left:robin:p", '[{"edit":1}, null]');
    expect(readLeft("robin", "p")).toEqual([]);
  });
});
