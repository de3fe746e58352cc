import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ReactElement, SyntheticEvent } from "react";
import { useLocation, useSearchParams } from "react-router";

import {
  guidelineQuery,
  guidelinesKey,
  guidelineVersionsQuery,
  previewGuideline,
  saveGuideline,
} from "../api/guidelines";
import type { Guideline } from "../api/guidelines";
import type { Project } from "../api/types";
import { Field } from "../components/field";
import { GuidelineText } from "../components/guidelines-panel";
import { Empty, ErrorNote, Note } from "../components/states";
import { formatTime } from "../text/counting";
import { ProjectFrame } from "./project-page";

function Unknown({ labels }: { labels: readonly string[] }): ReactElement | null {
  if (labels.length === 0) return null;
  return <Note kind="warn">Not in this project, so not linked: {labels.join(", ")}.</Note>;
}

interface EditorProps {
  readonly slug: string;
  readonly from: Guideline;
  readonly onDone: () => void;
}

function Editor({ slug, from, onDone }: EditorProps): ReactElement {
  const id = useId();
  const client = useQueryClient();
  const [text, setText] = useState(from.text);
  const [note, setNote] = useState("");
  const preview = useMutation({ mutationFn: () => previewGuideline(slug, text) });
  const save = useMutation({
    mutationFn: () => saveGuideline(slug, text, note, from.version),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: guidelinesKey(slug) });
      onDone();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="gl-edit" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>Text, in markdown; §12(a) becomes a link</label>
        <textarea
          id={id}
          className="inp mono"
          rows={22}
          required
          value={text}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
      </div>
      <Field
        label="What is new in it"
        value={note}
        maxLength={300}
        onChange={(event) => {
          setNote(event.target.value);
        }}
      />
      {save.isError && <ErrorNote error={save.error} />}
      {preview.isError && <ErrorNote error={preview.error} />}
      <p className="wk-acts">
        <button type="submit" className="btn pri" disabled={save.isPending}>
          Save as version {from.version + 1}
        </button>{" "}
        <button
          type="button"
          className="btn"
          onClick={() => {
            preview.mutate();
          }}
        >
          Preview
        </button>{" "}
        <button type="button" className="btn quiet" onClick={onDone}>
          Cancel
        </button>
      </p>
      {preview.data && (
        <section className="blk rule" aria-label="Preview">
          <Unknown labels={preview.data.unknown} />
          <GuidelineText html={preview.data.html} />
        </section>
      )}
    </form>
  );
}

function Versions({ slug, current }: { slug: string; current: number }): ReactElement | null {
  const { data } = useQuery(guidelineVersionsQuery(slug));
  const [, setSearch] = useSearchParams();
  if (data === undefined || data.count < 2) return null;
  return (
    <section className="blk rule">
      <h2>Versions</h2>
      <ul className="plain">
        {data.results.map((one) => (
          <li key={one.version}>
            <button
              type="button"
              className="linkish"
              aria-current={one.version === current}
              onClick={() => {
                setSearch({ version: String(one.version) });
              }}
            >
              Version {one.version}
            </button>{" "}
            <span className="dim">
              {one.author}, {formatTime(one.created_at)}
              {one.note && `: ${one.note}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Guidelines({ project }: { project: Project }): ReactElement {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const [editing, setEditing] = useState(false);
  const wanted = Number(search.get("version") ?? "") || null;
  const { data, error, refetch } = useQuery(guidelineQuery(project.slug, wanted));
  return (
    <div className="home one">
      <header className="hd">
        <div className="grow">
          <h1>Guidelines</h1>
          {data && data.version > 0 && (
            <p>
              Version {data.version}, by {data.author}
              {data.created_at !== null && `, ${formatTime(data.created_at)}`}.
            </p>
          )}
        </div>
        {project.can.manage && data && !editing && wanted === null && (
          <button
            type="button"
            className="btn"
            onClick={() => {
              setEditing(true);
            }}
          >
            {data.version === 0 ? "Write" : "Edit"}
          </button>
        )}
      </header>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && editing && (
        <Editor
          slug={project.slug}
          from={data}
          onDone={() => {
            setEditing(false);
          }}
        />
      )}
      {data && !editing && (
        <>
          {project.can.manage && <Unknown labels={data.unknown} />}
          {data.version === 0 && <Empty>No guidelines yet.</Empty>}
          <GuidelineText html={data.html} anchor={decodeURIComponent(hash.slice(1)) || undefined} />
          <Versions slug={project.slug} current={data.version} />
        </>
      )}
    </div>
  );
}

export function GuidelinesPage(): ReactElement {
  return <ProjectFrame title="Guidelines">{(project) => <Guidelines project={project} />}</ProjectFrame>;
}
