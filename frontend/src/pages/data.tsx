import { useMutation, useQuery, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement } from "react";

import { apiPath, downloadUrl, request } from "../api/client";
import { importQuery, importsQuery } from "../api/queries";
import type { Import, Project } from "../api/types";
import { DropZone } from "../components/drop-zone";
import { Icon } from "../components/icons";
import { ImportCard, ImportState } from "../components/import-card";
import { Segmented } from "../components/segmented";
import { Empty, ErrorNote } from "../components/states";
import { formatTime } from "../text/counting";
import { ProjectFrame } from "./project-page";

const EXPORTS: readonly (readonly [format: string, name: string, words: string])[] = [
  ["layout", "SARA v2 folder", "the files as published, .tar.gz"],
  ["json", "SARA v2 JSON", "one file for training code"],
  ["identification", "Identification JSON", "a paragraph a row, characters tagged"],
  ["conll", "CoNLL", "coreference"],
  ["full", "Full JSON", "everything here; can be imported again"],
];

function Exports({ project }: { project: Project }): ReactElement {
  if (!project.can.export) return <Empty>Managers of the project can export it.</Empty>;
  return (
    <ul className="exps">
      {EXPORTS.map(([format, name, words]) => (
        <li key={format}>
          <span>
            {name}
            <small>{words}</small>
          </span>
          <a
            className="btn"
            href={downloadUrl(apiPath("projects", project.slug, "export"), { format })}
            download
          >
            <Icon name="download" /> Download<span className="sr"> {name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function OpenImport({ slug, id }: { slug: string; id: string }): ReactElement | null {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(importQuery(slug, id));
  const act = useMutation({
    mutationFn: (verb: "confirm" | "cancel") =>
      request<Import>("POST", apiPath("projects", slug, "imports", id, verb)),
    onSuccess: (job) => {
      client.setQueryData(importQuery(slug, id).queryKey, job);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["project", slug] }),
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  return (
    <>
      {act.isError && <ErrorNote error={act.error} />}
      <ImportCard
        job={data}
        busy={act.isPending}
        onConfirm={() => {
          act.mutate("confirm");
        }}
        onCancel={() => {
          act.mutate("cancel");
        }}
      />
    </>
  );
}

function History({
  slug,
  open,
  onOpen,
}: {
  slug: string;
  open: string | null;
  onOpen: (id: string) => void;
}): ReactElement | null {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(importsQuery(slug));
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  const jobs = data?.pages.flatMap((page) => page.results) ?? [];
  if (jobs.length === 0) return data ? <Empty>No imports yet.</Empty> : null;
  return (
    <>
      <table className="pt">
        <tbody>
          {jobs.map((job) => (
            <tr key={job.id}>
              <th scope="row">
                <button
                  type="button"
                  className="linkish"
                  aria-pressed={job.id === open}
                  onClick={() => {
                    onOpen(job.id);
                  }}
                >
                  {job.file_name}
                </button>
              </th>
              <td className="dim hide-s">{job.created_by}</td>
              <td className="dim num">{formatTime(job.created_at)}</td>
              <td className="r">
                <ImportState state={job.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <button type="button" className="btn sm" onClick={() => void fetchNextPage()}>
          Older
        </button>
      )}
    </>
  );
}

function Imports({ project }: { project: Project }): ReactElement {
  const client = useQueryClient();
  const { slug } = project;
  const [into, setInto] = useState<Import["into"]>("gold");
  const [open, setOpen] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append("file", file);
      form.append("into", into);
      return request<Import>("POST", apiPath("projects", slug, "imports"), form);
    },
    onSuccess: async (job) => {
      client.setQueryData(importQuery(slug, job.id).queryKey, job);
      setOpen(job.id);
      await client.invalidateQueries({ queryKey: ["project", slug, "imports"] });
    },
  });
  return (
    <>
      <section className="blk">
        <h2>
          Import <span>checked first; nothing is saved before you confirm</span>
        </h2>
        {project.can.import ? (
          <div className="stack wide-stack">
            <div className="row">
              <span className="dim">Annotations go into</span>
              <Segmented
                label="Annotations go into"
                value={into}
                choices={[
                  ["gold", "Gold"],
                  ["me", "My layers"],
                ]}
                onChoose={setInto}
              />
            </div>
            <DropZone disabled={upload.isPending} onFile={upload.mutate} />
            {upload.isError && <ErrorNote error={upload.error} />}
            {open !== null && <OpenImport key={open} slug={slug} id={open} />}
          </div>
        ) : (
          <Empty>Managers of the project can import.</Empty>
        )}
      </section>
      {project.can.import && (
        <section className="blk rule">
          <h2>Imports so far</h2>
          <History slug={slug} open={open} onOpen={setOpen} />
        </section>
      )}
    </>
  );
}

export function DataPage(): ReactElement {
  return (
    <ProjectFrame title="Data">
      {(project) => (
        <div className="home data">
          <header className="hd">
            <div className="grow">
              <h1>Data</h1>
              <p>Bring statutes, cases and annotations in, and take them out again byte for byte.</p>
            </div>
          </header>
          <div>
            <Imports project={project} />
          </div>
          <section className="blk">
            <h2>
              Export <span>gold layer</span>
            </h2>
            <Exports project={project} />
          </section>
        </div>
      )}
    </ProjectFrame>
  );
}
