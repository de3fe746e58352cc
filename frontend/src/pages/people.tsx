import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement, SyntheticEvent } from "react";

import { ApiError, apiPath, request } from "../api/client";
import { peopleQuery } from "../api/queries";
import type { Person, Project, Role } from "../api/types";
import { ROLES } from "../api/types";
import { Field } from "../components/field";
import { ErrorNote } from "../components/states";
import { countWords } from "../text/counting";
import { ProjectFrame } from "./project-page";

type Change =
  | { readonly type: "add"; readonly username: string; readonly role: Role }
  | { readonly type: "role"; readonly username: string; readonly role: Role }
  | { readonly type: "remove"; readonly username: string };

function sendChange(slug: string, change: Change): Promise<unknown> {
  const all = apiPath("projects", slug, "people");
  const one = apiPath("projects", slug, "people", change.username);
  switch (change.type) {
    case "add":
      return request("POST", all, { username: change.username, role: change.role });
    case "role":
      return request("PATCH", one, { role: change.role });
    case "remove":
      return request("DELETE", one);
  }
}

function RoleSelect({
  label,
  value,
  onChoose,
}: {
  label: string;
  value: Role;
  onChoose: (role: Role) => void;
}): ReactElement {
  return (
    <select
      className="inp sm"
      aria-label={label}
      value={value}
      onChange={(event) => {
        onChoose(event.target.value as Role);
      }}
    >
      {ROLES.map((role) => (
        <option key={role}>{role}</option>
      ))}
    </select>
  );
}

interface RowProps {
  readonly person: Person;
  readonly manage: boolean;
  readonly onChange: (change: Change) => void;
}

function PersonRow({ person, manage, onChange }: RowProps): ReactElement {
  const [sure, setSure] = useState(false);
  const { username } = person;
  return (
    <tr>
      <th scope="row">{person.name || username}</th>
      <td className="mono dim">{username}</td>
      <td>
        {manage ? (
          <RoleSelect
            label={`Role of ${username}`}
            value={person.role}
            onChoose={(role) => {
              onChange({ type: "role", username, role });
            }}
          />
        ) : (
          person.role
        )}
      </td>
      {manage && (
        <td className="r">
          {sure ? (
            <>
              <button
                type="button"
                className="btn sm"
                onClick={() => {
                  onChange({ type: "remove", username });
                }}
              >
                Remove {username}
              </button>{" "}
              <button
                type="button"
                className="btn sm quiet"
                onClick={() => {
                  setSure(false);
                }}
              >
                Keep
              </button>
            </>
          ) : (
            <button
              type="button"
              className="btn sm quiet"
              onClick={() => {
                setSure(true);
              }}
            >
              Remove<span className="sr"> {username}</span>
            </button>
          )}
        </td>
      )}
    </tr>
  );
}

function AddPerson({
  error,
  onAdd,
}: {
  error: unknown;
  onAdd: (username: string, role: Role) => void;
}): ReactElement {
  const [username, setUsername] = useState("");
  const [role, setRole] = useState<Role>("annotator");
  const fields = error instanceof ApiError ? error.fields : {};
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onAdd(username.trim(), role);
  };
  return (
    <form className="inline" onSubmit={submit}>
      <Field
        label="User name"
        required
        autoCapitalize="none"
        value={username}
        error={fields.username}
        className="sm"
        onChange={(event) => {
          setUsername(event.target.value);
        }}
      />
      <div className="field">
        <span className="lb">Role</span>
        <RoleSelect label="Role" value={role} onChoose={setRole} />
      </div>
      <button type="submit" className="btn pri">
        Add
      </button>
    </form>
  );
}

function People({ project }: { project: Project }): ReactElement {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(peopleQuery(project.slug));
  const change = useMutation({
    mutationFn: (one: Change) => sendChange(project.slug, one),
    onSettled: () => client.invalidateQueries({ queryKey: ["project", project.slug] }),
  });
  const { manage } = project.can;
  return (
    <div className="home one">
      <header className="hd">
        <div className="grow">
          <h1>People</h1>
          {data && <p>{countWords(data.length, "person", "people")}.</p>}
        </div>
      </header>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {change.isError && <ErrorNote error={change.error} />}
      {data && (
        <table className="pt">
          <thead>
            <tr>
              <th scope="col">name</th>
              <th scope="col">user name</th>
              <th scope="col">role</th>
              {manage && (
                <th scope="col" className="r">
                  <span className="sr">Remove</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {data.map((person) => (
              <PersonRow key={person.username} person={person} manage={manage} onChange={change.mutate} />
            ))}
          </tbody>
        </table>
      )}
      {manage && (
        <section className="blk rule">
          <h2>Add a person</h2>
          <AddPerson
            key={change.isSuccess ? change.submittedAt : 0}
            error={change.error}
            onAdd={(username, role) => {
              change.mutate({ type: "add", username, role });
            }}
          />
        </section>
      )}
    </div>
  );
}

export function PeoplePage(): ReactElement {
  return <ProjectFrame title="People">{(project) => <People project={project} />}</ProjectFrame>;
}
