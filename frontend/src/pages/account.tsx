import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement, SyntheticEvent } from "react";

import { ApiError, request } from "../api/client";
import { sessionQuery } from "../api/queries";
import { Field } from "../components/field";
import { ErrorNote, Note } from "../components/states";
import { nameOf } from "../model/people";
import { setSingleKeys, singleKeysOn } from "../model/preferences";
import { Shell } from "./shell";
import { Tokens } from "./tokens";

const BLANK = { old_password: "", new_password: "" };

function Password(): ReactElement {
  const [draft, setDraft] = useState(BLANK);
  const change = useMutation({
    mutationFn: (body: typeof BLANK) => request<null>("POST", "/me/password", body),
    onSuccess: () => {
      setDraft(BLANK);
    },
  });
  const fields = change.error instanceof ApiError ? change.error.fields : {};
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    change.mutate(draft);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label="Old password"
        type="password"
        autoComplete="current-password"
        required
        value={draft.old_password}
        error={fields.old_password}
        onChange={(event) => {
          setDraft({ ...draft, old_password: event.target.value });
        }}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        value={draft.new_password}
        error={fields.new_password}
        onChange={(event) => {
          setDraft({ ...draft, new_password: event.target.value });
        }}
      />
      {change.isError && <ErrorNote error={change.error} />}
      {change.isSuccess && <Note kind="ok">The password is changed.</Note>}
      <button type="submit" className="btn" disabled={change.isPending}>
        Change password
      </button>
    </form>
  );
}

function SingleKeys(): ReactElement {
  const [on, setOn] = useState(singleKeysOn);
  return (
    <label className="check-row">
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => {
          setSingleKeys(event.target.checked);
          setOn(event.target.checked);
        }}
      />
      Single letters are commands (G, J, K, ?). Turn this off if you speak to your computer.
    </label>
  );
}

function SignOut(): ReactElement {
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => request<null>("DELETE", "/session"),
    onSuccess: async () => {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
      await client.invalidateQueries(sessionQuery);
    },
  });
  return (
    <button
      type="button"
      className="btn"
      onClick={() => {
        signOut.mutate();
      }}
    >
      Sign out
    </button>
  );
}

export function AccountPage(): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  const user = session?.user;
  return (
    <Shell title="Account" screen="plain" crumbs={[{ words: "Account" }]}>
      <main id="main" className="pane">
        <div className="home thin">
          <header className="hd">
            <div className="grow">
              <h1>{user ? nameOf(user) : ""}</h1>
              <p>
                <span className="mono">{user?.username}</span>
                {user?.is_admin && ", admin of this instance"}
              </p>
            </div>
            <SignOut />
          </header>
          <section className="blk">
            <h2>Password</h2>
            <Password />
          </section>
          <section className="blk rule">
            <h2>
              API tokens <span>for scripts; each can be taken back</span>
            </h2>
            <Tokens />
          </section>
          <section className="blk rule">
            <h2>Keys</h2>
            <SingleKeys />
          </section>
        </div>
      </main>
    </Shell>
  );
}
