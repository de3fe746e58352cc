import { afterEach, describe, expect, it, vi } from "vitest";

import { ApiError, apiPath, readCookie, request } from "./client";

function answer(status: number, body: unknown, type = "application/json"): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = new Response(status === 204 ? null : text, { status, headers: { "Content-Type": type } });
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(response));
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("request", () => {
  it("sends JSON with the CSRF token on changes only", async () => {
    document.cookie = "csrftoken=abc";
    answer(200, { ok: true });
    await request("POST", "/projects", { slug: "x" });
    const [address, init] = vi.mocked(fetch).mock.calls[0] ?? [];
    expect(address).toBe("/api/v1/projects");
    expect(new Headers(init?.headers).get("X-CSRFToken")).toBe("abc");
    answer(200, {});
    await request("GET", "/projects");
    expect(new Headers(vi.mocked(fetch).mock.calls[0]?.[1]?.headers).has("X-CSRFToken")).toBe(false);
  });

  it("throws the one error shape, with messages by field", async () => {
    answer(400, {
      code: "validation_error",
      message: "Not so.",
      extra: { fields: { slug: ["Taken.", "Short."] } },
    });
    const error = await request("POST", "/projects", {}).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: "validation_error", message: "Not so." });
    expect((error as ApiError).fields).toEqual({ slug: "Taken. Short." });
  });

  it("says what came when it was no JSON", async () => {
    answer(502, "<h1>Bad gateway</h1>", "text/html");
    await expect(request("GET", "/session")).rejects.toMatchObject({ status: 502, code: "unreadable" });
  });

  it("says that the server cannot be reached", async () => {
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("network")));
    await expect(request("GET", "/session")).rejects.toMatchObject({ status: 0, code: "offline" });
  });

  it("answers null for 204", async () => {
    answer(204, "");
    await expect(request("DELETE", "/session")).resolves.toBeNull();
  });
});

describe("parts", () => {
  it("escapes what a path may hold", () => {
    expect(apiPath("projects", "a/b", "people", "ö")).toBe("/projects/a%2Fb/people/%C3%B6");
  });

  it("reads a cookie by its whole name", () => {
    expect(readCookie("xcsrftoken=1; csrftoken=a%3Db", "csrftoken")).toBe("a=b");
    expect(readCookie("", "csrftoken")).toBeNull();
  });
});
