/** Questions to the engine about the case on the screen: asked anew when what they rest on changes. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";

import { apiPath, describeError, request } from "../api/client";
import type { Outbox } from "../api/outbox";
import { caseFlagsQuery } from "../api/queries";
import type { EngineName, Flag, Solved, StepPage, Why } from "../api/types";
import { useSettled } from "../components/use-settled";
import { addItems, findStep, NO_TREE, openTree, pathOf } from "../model/derivation";
import type { Tree } from "../model/derivation";
import type { SolveBody } from "../model/solving";

const REST_MS = 250;

interface SolvingProps {
  readonly slug: string;
  readonly name: string;
  /** What is asked; null when there is nothing to ask. */
  readonly body: SolveBody | null;
  readonly asked: boolean;
}

export interface Solving {
  readonly query: UseQueryResult<Solved>;
  /** The question that the answer on the screen answers. */
  readonly body: SolveBody | null;
  readonly tree: Tree;
  readonly setTree: (tree: Tree) => void;
  /** Asks for the items below a step. */
  readonly want: (key: string, offset: number) => void;
  readonly wantFault: string | null;
  readonly why: Why | undefined;
}

function solvePath(slug: string, name: string, end = ""): string {
  return apiPath("projects", slug, "cases", name, "solve") + end;
}

/** Returns the answer to what is on the screen, its derivation as far as it is open, and why a step fails. */
export function useSolving({ slug, name, body, asked }: SolvingProps): Solving {
  const text = useSettled(JSON.stringify(body), REST_MS);
  const settled = JSON.parse(text) as SolveBody | null;
  const about = settled === null ? "" : `${settled.engine} ${settled.label}`;
  const query = useQuery({
    queryKey: ["project", slug, "solve", name, about, text],
    queryFn: ({ signal }) => request<Solved>("POST", solvePath(slug, name), settled, signal),
    enabled: asked && settled !== null,
    retry: false,
    staleTime: 30_000,
    // While the same subsection is solved again its old answer stays.
    placeholderData: (before, last) => (last?.queryKey[4] === about ? before : undefined),
  });
  const [tree, setTree] = useState<Tree>(NO_TREE);
  const [shown, setShown] = useState<{ answer: Solved | undefined; about: string }>({
    answer: undefined,
    about: "",
  });
  const [wantFault, setFault] = useState<string | null>(null);
  if (query.data !== shown.answer || (query.data !== undefined && about !== shown.about)) {
    setShown({ answer: query.data, about });
    const before = shown.about === about ? tree : NO_TREE;
    setTree(query.data ? openTree(query.data.derivation, query.data.steps, before) : NO_TREE);
    setFault(null);
  }
  const want = useCallback(
    (key: string, offset: number) => {
      const path = solvePath(slug, name, "/steps");
      const question = JSON.parse(text) as SolveBody;
      request<StepPage>("POST", path, { ...question, path: pathOf(key), offset }).then(
        (page) => {
          setFault(null);
          setTree((now) => addItems(now, key, offset, page.items));
        },
        (error: unknown) => {
          setFault(describeError(error));
        },
      );
    },
    [slug, name, text],
  );
  const step = tree.current === null ? undefined : findStep(tree, tree.current);
  const { data: why } = useQuery({
    queryKey: ["project", slug, "why", name, text, tree.current],
    queryFn: ({ signal }) =>
      request<Why>("POST", solvePath(slug, name, "/why"), { ...settled, path: step?.path ?? [] }, signal),
    enabled: asked && !query.isPlaceholderData && step !== undefined && step.truth !== "true",
    retry: false,
    staleTime: 30_000,
  });
  return { query, body: settled, tree, setTree, want, wantFault, why };
}

export interface FlagKeeper {
  readonly flag: Flag | null;
  readonly fault: string | null;
  readonly note: (text: string) => Promise<void>;
}

interface KeepProps {
  readonly slug: string;
  readonly name: string;
  readonly flags: readonly Flag[];
  readonly instantiation: string | null;
  readonly engine: EngineName;
  readonly compat: boolean;
  /** Whether the row is one that the person may settle, and its answer one that can be held against it. */
  readonly ready: boolean;
  readonly stamp: string;
  readonly outbox: Outbox | null;
}

/** Keeps what the engine says of a row as a flag, once the row is stored; a note settles it. */
export function useFlagKeeper(props: KeepProps): FlagKeeper {
  const { slug, name, flags, instantiation, engine, compat, ready, stamp, outbox } = props;
  const client = useQueryClient();
  const done = useRef("");
  const [fault, setFault] = useState<string | null>(null);
  const send = useCallback(
    async (note?: string): Promise<void> => {
      const body = { instantiation, engine, compat, ...(note === undefined ? {} : { note }) };
      try {
        await request<Flag>("POST", apiPath("projects", slug, "cases", name, "flags"), body);
        setFault(null);
      } catch (error) {
        setFault(describeError(error));
        return;
      }
      await client.invalidateQueries(caseFlagsQuery(slug, name));
      void client.invalidateQueries({ queryKey: ["project", slug, "cases"] });
    },
    [client, slug, name, instantiation, engine, compat],
  );
  useEffect(() => {
    if (!ready || instantiation === null || outbox === null) return undefined;
    const look = (): void => {
      const key = `${instantiation} ${stamp}`;
      if (done.current === key || outbox.state().kind !== "saved") return;
      done.current = key;
      void send();
    };
    look();
    return outbox.subscribe(look);
  }, [ready, instantiation, stamp, outbox, send]);
  const flag = flags.find((one) => one.instantiation === instantiation && one.engine === engine) ?? null;
  return { flag, fault, note: send };
}
