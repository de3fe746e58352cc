import { afterEach, describe, expect, it, vi } from "vitest";

import { request } from "./client";
import { beginEarly, firstPaths } from "./early";

const answer = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("firstPaths", () => {
  it("asks for the statute that the address names, in the layer it names", () => {
    expect(firstPaths("/p/merrow/s/12", "?layer=mine")).toEqual([
      "/session",
      "/projects/merrow/statutes/12?layer=mine",
    ]);
    expect(firstPaths("/p/merrow/s/12/", "")[1]).toBe("/projects/merrow/statutes/12?layer=gold");
    expect(firstPaths("/p/merrow/cases", "")).toEqual(["/session"]);
  });

  it("without a layer asks for the one that opened last, and for the role that decides", () => {
    const kept = (name: string): string | null => (name === "layer:merrow" ? "mine" : null);
    expect(firstPaths("/p/merrow/s/12", "", kept)).toEqual([
      "/session",
      "/projects/merrow/statutes/12?layer=mine",
      "/projects/merrow",
    ]);
  });
});

describe("an answer that was asked for early", () => {
  it("is given away once, and then the server is asked", async () => {
    let asked = 0;
    vi.stubGlobal("fetch", () => Promise.resolve(answer({ n: ++asked })));
    beginEarly(["/session"]);
    expect(await request("GET", "/session")).toEqual({ n: 1 });
    expect(await request("GET", "/session")).toEqual({ n: 2 });
  });

  it("is asked for again when it was a refusal or never came", async () => {
    const answers = [() => Promise.resolve(answer({}, 401)), () => Promise.reject(new TypeError("offline"))];
    vi.stubGlobal("fetch", () => answers.shift()?.() ?? Promise.resolve(answer({ n: "asked" })));
    beginEarly(["/session", "/projects"]);
    expect(await request("GET", "/session")).toEqual({ n: "asked" });
    expect(await request("GET", "/projects")).toEqual({ n: "asked" });
  });
});
