import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement, SyntheticEvent } from "react";
import { useNavigate } from "react-router";

import { ApiError, request } from "../api/client";
import type { ProjectSummary } from "../api/types";
import { Dialog } from "../components/dialog";
import { Field } from "../components/field";
import { ErrorNote } from "../components/states";
import { homePath } from "./addresses";

const BLANK = { slug: "", name: "", description: "" };
type Draft = typeof BLANK;

function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 50);
}

function NewProjectForm(): ReactElement {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(BLANK);
  const create = useMutation({
    mutationFn: (body: Draft) => request<ProjectSummary>("POST", "/projects", body),
    onSuccess: async (project) => {
      await client.invalidateQueries({ queryKey: ["projects"] });
      await navigate(homePath(project.slug));
    },
  });
  const fields = create.error instanceof ApiError ? create.error.fields : {};
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate({ ...draft, slug: draft.slug || toSlug(draft.name) });
  };
  return (
    <form className="dlg-b stack" onSubmit={submit}>
      <Field
        label="Name"
        required
        value={draft.name}
        error={fields.name}
        onChange={(event) => {
          setDraft({ ...draft, name: event.target.value });
        }}
      />
      <Field
        label="Short name for addresses"
        placeholder={toSlug(draft.name)}
        value={draft.slug}
        error={fields.slug}
        tip="Small letters, digits and hyphens"
        onChange={(event) => {
          setDraft({ ...draft, slug: event.target.value });
        }}
      />
      <Field
        label="Description"
        value={draft.description}
        error={fields.description}
        onChange={(event) => {
          setDraft({ ...draft, description: event.target.value });
        }}
      />
      {create.isError && <ErrorNote error={create.error} />}
      <button type="submit" className="btn pri" disabled={create.isPending}>
        Create
      </button>
    </form>
  );
}

/** The admin's button for a new project. */
export function NewProject(): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn"
        onClick={() => {
          setOpen(true);
        }}
      >
        New project
      </button>
      {open && (
        <Dialog
          title="New project"
          onClose={() => {
            setOpen(false);
          }}
        >
          <NewProjectForm />
        </Dialog>
      )}
    </>
  );
}
