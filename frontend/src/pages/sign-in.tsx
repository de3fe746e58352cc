import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement, SyntheticEvent } from "react";
import { Navigate, useSearchParams } from "react-router";

import { request } from "../api/client";
import { sessionQuery } from "../api/queries";
import type { DemoLogin, Session } from "../api/types";
import { Field } from "../components/field";
import { ErrorNote } from "../components/states";

interface Credentials {
  readonly username: string;
  readonly password: string;
}

function DemoLogins({
  logins,
  onTake,
}: {
  logins: readonly DemoLogin[];
  onTake: (login: Credentials) => void;
}): ReactElement {
  return (
    <p className="demo">
      This is a demo. Sign in as{" "}
      {logins.map((login, index) => (
        <span key={login.username}>
          {index > 0 && (index === logins.length - 1 ? " or " : ", ")}
          <button
            type="button"
            className="linkish"
            onClick={() => {
              onTake({ username: login.username, password: login.password });
            }}
          >
            {login.username}
          </button>{" "}
          ({login.role}
          {login.password !== "" && (
            <>
              , password <span className="mono">{login.password}</span>
            </>
          )}
          )
        </span>
      ))}
      .
    </p>
  );
}

/** Only addresses of our own: "//elsewhere" would leave the site. */
function safeNext(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : "/";
}

export function SignInPage(): ReactElement {
  const client = useQueryClient();
  const [search] = useSearchParams();
  const session = useQuery(sessionQuery);
  const [typed, setTyped] = useState<Credentials>({ username: "", password: "" });
  const signIn = useMutation({
    mutationFn: (credentials: Credentials) => request<Session>("POST", "/session", credentials),
    onSuccess: (answer) => {
      client.clear();
      client.setQueryData(sessionQuery.queryKey, answer);
    },
  });
  if (session.data?.user) return <Navigate to={safeNext(search.get("next"))} replace />;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    signIn.mutate(typed);
  };
  const logins = session.data?.instance.demo ? session.data.instance.demo_logins : [];
  return (
    <main className="sign" id="main">
      <title>Sign in · SARA Annotate</title>
      <div className="sign-c">
        <div className="brand">
          <b>§</b>
          <span className="keep">SARA Annotate</span>
        </div>
        <h1>Sign in</h1>
        <form onSubmit={submit}>
          <Field
            label="Name"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            required
            value={typed.username}
            onChange={(event) => {
              setTyped({ ...typed, username: event.target.value });
            }}
          />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            value={typed.password}
            onChange={(event) => {
              setTyped({ ...typed, password: event.target.value });
            }}
          />
          {signIn.isError && <ErrorNote error={signIn.error} />}
          {session.isError && <ErrorNote error={session.error} onRetry={() => void session.refetch()} />}
          <button type="submit" className="btn pri" disabled={signIn.isPending}>
            {signIn.isPending ? "Signing in…" : "Sign in"}
          </button>
        </form>
        {logins.length > 0 && <DemoLogins logins={logins} onTake={setTyped} />}
      </div>
    </main>
  );
}
