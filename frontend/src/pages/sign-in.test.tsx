import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";

import { SignInPage } from "./sign-in";

const INSTANCE = {
  version: "1",
  demo: true,
  demo_logins: [{ username: "dana", password: "x y", role: "manager" }],
};
const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

afterEach(() => {
  vi.unstubAllGlobals();
});

function setUp(next: string, post: () => Response): void {
  const server = (_address: string, init?: RequestInit): Promise<Response> =>
    Promise.resolve(init?.method === "POST" ? post() : json(200, { user: null, instance: INSTANCE }));
  vi.stubGlobal("fetch", vi.fn(server));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/sign-in?next=${encodeURIComponent(next)}`]}>
        <Routes>
          <Route path="/sign-in" element={<SignInPage />} />
          <Route path="/" element={<p>Projects</p>} />
          <Route path="/p/x" element={<p>Project x</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const signedIn = (): Response =>
  json(200, { user: { username: "dana", name: "Dana", is_admin: false }, instance: INSTANCE });

async function signInAsDemo(): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name: "dana" }));
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

describe("SignInPage", () => {
  it("takes a demo login and leads on to where one came from", async () => {
    setUp("/p/x", signedIn);
    await signInAsDemo();
    expect(await screen.findByText("Project x")).toBeTruthy();
  });

  it("leads to no other site", async () => {
    setUp("//evil.example", signedIn);
    await signInAsDemo();
    expect(await screen.findByText("Projects")).toBeTruthy();
  });

  it("says why not, in place", async () => {
    setUp("/", () => json(400, { code: "credentials_invalid", message: "They do not fit.", extra: {} }));
    await signInAsDemo();
    expect((await screen.findByRole("alert")).textContent).toContain("They do not fit.");
  });
});
