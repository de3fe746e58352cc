import { MutationCache, QueryCache, QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { createBrowserRouter, Navigate, Outlet, RouterProvider, useLocation } from "react-router";
import type { RouteObject } from "react-router";

import { ApiError } from "./api/client";
import { startOutbox } from "./api/outbox";
import { sessionQuery } from "./api/queries";
import { ErrorNote } from "./components/states";
import { followSystemTheme } from "./model/preferences";
import { StatutePage } from "./pages/statute";

const RETRIES = 2;

/** Only a lost connection or a stumbling server is worth asking again. */
function worthRetrying(count: number, error: unknown): boolean {
  return count < RETRIES && error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

function makeClient(): QueryClient {
  const onError = (error: unknown): void => {
    // The session ended elsewhere: ask who is signed in, and the gate below leads to sign-in.
    if (error instanceof ApiError && error.status === 401) void client.invalidateQueries(sessionQuery);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: worthRetrying, staleTime: 10_000, refetchOnWindowFocus: false } },
  });
  return client;
}

/** Lets signed-in people through, and others to the sign-in page and back. */
function Gate(): ReactElement | null {
  const session = useQuery(sessionQuery);
  const { pathname, search, hash } = useLocation();
  const username = session.data?.user?.username;
  useEffect(() => {
    // What waited on this computer goes on its way, whatever page is opened.
    if (username !== undefined) startOutbox(username);
  }, [username]);
  if (session.isError && session.data === undefined) {
    return (
      <main className="sign">
        <ErrorNote error={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  }
  if (session.data === undefined) return null;
  if (session.data.user === null) {
    return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`} replace />;
  }
  return <Outlet />;
}

type Page = () => ReactElement | null;

/**
 * The pages, each in a file of its own that is read when it is first opened. The workbench is not among them:
 * it is where people spend the day, so it comes with the first file and waits for no second one.
 */
const PAGES: Readonly<Record<string, () => Promise<Page>>> = {
  "/": async () => (await import("./pages/projects")).ProjectsPage,
  "/account": async () => (await import("./pages/account")).AccountPage,
  "/p/:slug": async () => (await import("./pages/project")).ProjectPage,
  "/p/:slug/statutes": async () => (await import("./pages/statutes")).StatutesPage,
  "/p/:slug/map": async () => (await import("./pages/map")).MapPage,
  "/p/:slug/cases": async () => (await import("./pages/cases")).CasesPage,
  "/p/:slug/c/:name": async () => (await import("./pages/case")).CasePage,
  "/p/:slug/review": async () => (await import("./pages/review")).ReviewQueuePage,
  "/p/:slug/review/:kind/:name": async () => (await import("./pages/review-subject")).ReviewSubjectPage,
  "/p/:slug/progress": async () => (await import("./pages/progress")).ProgressPage,
  "/p/:slug/data": async () => (await import("./pages/data")).DataPage,
  "/p/:slug/models": async () => (await import("./pages/models")).ModelsPage,
  "/p/:slug/work": async () => (await import("./pages/work")).WorkPage,
  "/p/:slug/guidelines": async () => (await import("./pages/guidelines")).GuidelinesPage,
  "/p/:slug/people": async () => (await import("./pages/people")).PeoplePage,
  "*": async () => (await import("./pages/lost")).LostPage,
};

function Nothing(): null {
  return null;
}

function makeRoute(path: string, read: () => Promise<Page>): RouteObject {
  return { path, lazy: async () => ({ Component: await read() }), HydrateFallback: Nothing };
}

/** Shown when a page's code cannot be read, or stumbles. */
function Stumbled(): ReactElement {
  const error = new Error("This page could not be opened. Check the connection, then try again.");
  return (
    <main className="sign">
      <ErrorNote
        error={error}
        onRetry={() => {
          location.reload();
        }}
      />
    </main>
  );
}

const routes: RouteObject[] = [
  {
    ErrorBoundary: Stumbled,
    children: [
      makeRoute("/sign-in", async () => (await import("./pages/sign-in")).SignInPage),
      {
        element: <Gate />,
        children: [
          { path: "/p/:slug/s/:section", Component: StatutePage },
          ...Object.entries(PAGES).map(([path, read]) => makeRoute(path, read)),
        ],
      },
    ],
  },
];

const REST_MS = 3000;

/** Reads the other pages once the first one is at rest, so that they open at once, also without a network. */
function readTheRest(): () => void {
  const timer = setTimeout(() => {
    // What cannot be read now is read when it is opened, and said then.
    for (const read of Object.values(PAGES)) void read().catch(() => undefined);
    void import("./pages/clause-bench").catch(() => undefined);
    void import("./components/clause-editor/clause-tab").catch(() => undefined);
  }, REST_MS);
  return () => {
    clearTimeout(timer);
  };
}

export function App(): ReactElement {
  const [client] = useState(makeClient);
  const [router] = useState(() => createBrowserRouter(routes));
  useEffect(followSystemTheme, []);
  useEffect(readTheRest, []);
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
