import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement, SyntheticEvent } from "react";

import { ApiError, apiPath, request } from "../api/client";
import { tokensQuery } from "../api/queries";
import type { Id, NewToken, Token, TokenScope } from "../api/types";
import { Field } from "../components/field";
import { Segmented } from "../components/segmented";
import { Empty, ErrorNote, Note } from "../components/states";
import { formatTime } from "../text/counting";

function TokenTable({
  tokens,
  onRevoke,
}: {
  tokens: readonly Token[];
  onRevoke: (id: Id) => void;
}): ReactElement {
  return (
    <table className="pt">
      <thead>
        <tr>
          <th scope="col">name</th>
          <th scope="col">begins with</th>
          <th scope="col">may</th>
          <th scope="col" className="hide-s">
            last used
          </th>
          <th scope="col" className="r">
            <span className="sr">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <th scope="row">{token.name}</th>
            <td className="mono dim">{token.prefix}…</td>
            <td>{token.scope}</td>
            <td className="dim hide-s">
              {token.last_used_at == null ? "never" : formatTime(token.last_used_at)}
            </td>
            <td className="r">
              <button
                type="button"
                className="btn sm"
                onClick={() => {
                  onRevoke(token.id);
                }}
              >
                Revoke<span className="sr"> {token.name}</span>
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A person's API tokens: make, see once, take back. */
export function Tokens(): ReactElement {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(tokensQuery);
  const [name, setName] = useState("");
  const [scope, setScope] = useState<TokenScope>("read");
  const refresh = (): Promise<void> => client.invalidateQueries(tokensQuery);
  const create = useMutation({
    mutationFn: (body: { name: string; scope: TokenScope }) => request<NewToken>("POST", "/me/tokens", body),
    onSuccess: () => {
      setName("");
      return refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: (id: Id) => request<null>("DELETE", apiPath("me", "tokens", id)),
    onSettled: refresh,
  });
  const fields = create.error instanceof ApiError ? create.error.fields : {};
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate({ name, scope });
  };
  return (
    <div className="stack">
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {revoke.isError && <ErrorNote error={revoke.error} />}
      {data?.length === 0 && <Empty>No tokens yet.</Empty>}
      {data && data.length > 0 && <TokenTable tokens={data} onRevoke={revoke.mutate} />}
      {create.data !== undefined && (
        <Note kind="ok">
          Copy the token “{create.data.name}” now; it is not shown again.
          <code className="secret">{create.data.token}</code>
        </Note>
      )}
      <form className="inline" onSubmit={submit}>
        <Field
          label="New token’s name"
          required
          maxLength={80}
          value={name}
          error={fields.name}
          className="sm"
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
        <Segmented
          label="May"
          value={scope}
          choices={[
            ["read", "Read"],
            ["write", "Read and write"],
          ]}
          onChoose={setScope}
        />
        <button type="submit" className="btn" disabled={create.isPending}>
          Make token
        </button>
      </form>
      {create.isError && <ErrorNote error={create.error} />}
    </div>
  );
}
