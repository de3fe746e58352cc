import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

import { expect, test } from "vitest";

const FOLDER = resolve(import.meta.dirname);

/** Sheets whose classes any page may use, and change for its own part. */
const SHARED = ["base", "controls", "fonts", "frame", "index", "law", "pages", "small", "tokens"];

/** Sheets of one screen. */
const SCREENS = new Map([
  ["case-suggestions", "case"],
  ["history", "workbench"],
  ["integrity", "workbench"],
  ["marking", "workbench"],
  ["suggestions", "workbench"],
]);

/** Returns the classes that begin a selector of a sheet. */
function firstClasses(sheet: string): ReadonlySet<string> {
  const rules = readFileSync(resolve(FOLDER, `${sheet}.css`), "utf8").replace(/\/\*.*?\*\//gsu, "");
  const selectors = [...rules.matchAll(/([^{}]+)\{/gu)].flatMap(([, one = ""]) => one.split(","));
  return new Set(selectors.flatMap((one) => /^\s*\.([\w-]+)/u.exec(one)?.[1] ?? []));
}

test("no two screens style the same class", () => {
  const sheets = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".css"))
    .map((name) => name.slice(0, -4));
  const common = new Set(SHARED.flatMap((sheet) => [...firstClasses(sheet)]));
  const owners = new Map<string, Set<string>>();
  for (const sheet of sheets.filter((name) => !SHARED.includes(name)))
    for (const name of firstClasses(sheet))
      if (!common.has(name))
        owners.set(name, new Set([...(owners.get(name) ?? []), SCREENS.get(sheet) ?? sheet]));
  expect(owners.size).toBeGreaterThan(100);
  const met = [...owners].filter(([, screens]) => screens.size > 1).map(([name, by]) => [name, [...by]]);
  expect(met).toEqual([]);
});
