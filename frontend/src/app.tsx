import { MutationCache, QueryCache, QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { createBrowserRouter, Navigate, Outlet, RouterProvider, useLocation } from "react-router";

import { ApiError } from "./api/client";
import { startOutbox } from "./api/outbox";
import { sessionQuery } from "./api/queries";
import { ErrorNote } from "./components/states";
import { followSystemTheme } from "./model/preferences";
import { AccountPage } from "./pages/account";
import { CasePage } from "./pages/case";
import { CasesPage } from "./pages/cases";
import { DataPage } from "./pages/data";
import { LostPage } from "./pages/lost";
import { MapPage } from "./pages/map";
import { PeoplePage } from "./pages/people";
import { ProjectPage } from "./pages/project";
import { ProjectsPage } from "./pages/projects";
import { SignInPage } from "./pages/sign-in";
import { StatutePage } from "./pages/statute";
import { StatutesPage } from "./pages/statutes";

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

const routes = [
  { path: "/sign-in", element: <SignInPage /> },
  {
    element: <Gate />,
    children: [
      { path: "/", element: <ProjectsPage /> },
      { path: "/account", element: <AccountPage /> },
      { path: "/p/:slug", element: <ProjectPage /> },
      { path: "/p/:slug/statutes", element: <StatutesPage /> },
      { path: "/p/:slug/s/:section", element: <StatutePage /> },
      { path: "/p/:slug/map", element: <MapPage /> },
      { path: "/p/:slug/cases", element: <CasesPage /> },
      { path: "/p/:slug/c/:name", element: <CasePage /> },
      { path: "/p/:slug/data", element: <DataPage /> },
      { path: "/p/:slug/people", element: <PeoplePage /> },
      { path: "*", element: <LostPage /> },
    ],
  },
];

export function App(): ReactElement {
  const [client] = useState(makeClient);
  const [router] = useState(() => createBrowserRouter(routes));
  useEffect(followSystemTheme, []);
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
