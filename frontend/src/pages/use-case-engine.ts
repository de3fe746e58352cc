import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { caseFlagsQuery, projectQuery } from "../api/queries";
import type { EngineName, Flag, LayerChoice, Solved, Step } from "../api/types";
import type { CaseStore } from "../components/case/bench";
import { currentInstantiation } from "../model/case-session";
import type { CaseState } from "../model/case-session";
import { findStep } from "../model/derivation";
import { judge, makeQuestion } from "../model/solving";
import type { Verdict } from "../model/solving";
import { addChange, flipStep, toWhatIf } from "../model/what-if";
import type { Supposition } from "../model/what-if";
import type { WritingDesk } from "./use-desk";
import { useFlagKeeper, useSolving } from "./use-solving";
import type { FlagKeeper, Solving } from "./use-solving";

const NO_FLAGS: readonly Flag[] = [];
const DIFFERENCES: ReadonlySet<string> = new Set([
  "wrong_truth",
  "wrong_value",
  "missing_value",
  "engine_error",
  "limit",
]);

interface EngineProps {
  readonly slug: string;
  readonly name: string;
  readonly layer: LayerChoice;
  readonly state: CaseState;
  readonly store: CaseStore;
  readonly desk: WritingDesk | null;
}

export interface CaseEngine {
  readonly engine: EngineName;
  readonly setEngine: (engine: EngineName) => void;
  readonly compat: boolean;
  readonly setCompat: (compat: boolean) => void;
  /** Whether the engine was asked; from then on it is asked anew when what is on screen changes. */
  readonly asked: boolean;
  readonly solving: Solving;
  readonly solved: Solved | undefined;
  readonly verdict: Verdict | null;
  /** The step in focus. */
  readonly step: Step | undefined;
  readonly flags: readonly Flag[];
  /** Rows with a difference that nobody has settled. */
  readonly flagged: ReadonlySet<string>;
  readonly keeper: FlagKeeper;
  readonly mayFlag: boolean;
  readonly changes: readonly Supposition[];
  readonly solve: () => void;
  readonly suppose: (change: Supposition) => void;
  readonly reset: () => void;
  /** What if the step in focus were otherwise. */
  readonly turn: () => void;
  /** What if all that stands in the way of the step in focus were otherwise. */
  readonly tryParts: () => void;
}

function useFlagged(flags: readonly Flag[]): ReadonlySet<string> {
  return useMemo(() => {
    const open = flags.filter(
      (flag) => DIFFERENCES.has(flag.status) && flag.note === "" && flag.outdated === "",
    );
    return new Set(open.flatMap((flag) => (flag.instantiation === null ? [] : [flag.instantiation])));
  }, [flags]);
}

/** What the engine makes of the subsection in focus, and what is tried with it. */
export function useCaseEngine({ slug, name, layer, state, store, desk }: EngineProps): CaseEngine {
  const one = currentInstantiation(state);
  const { data: project } = useQuery(projectQuery(slug));
  const { data: flags = NO_FLAGS } = useQuery(caseFlagsQuery(slug, name));
  const [engine, chooseEngine] = useState<EngineName>("structure");
  const [compat, setCompat] = useState(false);
  const [asked, setAsked] = useState(false);
  const [changes, setChanges] = useState<readonly Supposition[]>([]);
  const whatIf = toWhatIf(changes, state.one.facts);
  const question = one === undefined ? null : makeQuestion(state, one, engine, layer, compat);
  const body = question && { ...question, ...(whatIf === undefined ? {} : { what_if: whatIf }) };
  const solving = useSolving({ slug, name, body, asked });
  const { query, tree } = solving;
  const solved = query.data;
  const answer = solved?.base ?? solved;
  const verdict = one !== undefined && answer !== undefined ? judge(answer, one.truth) : null;
  const root = solved?.derivation[0];
  const isLeaf = engine === "structure" && (root === undefined || root.kind === "leaf");
  const mayFlag = layer === "mine" || project?.role === "reviewer" || project?.role === "manager";
  const settled = asked && query.isSuccess && !query.isPlaceholderData && changes.length === 0 && !isLeaf;
  const keeper = useFlagKeeper({
    ...{ slug, name, flags, engine, compat },
    instantiation: one?.id ?? null,
    ready: mayFlag && settled && one?.truth != null && solving.body?.truth === one.truth,
    stamp: JSON.stringify(question),
    outbox: desk?.outbox ?? null,
  });
  const flagged = useFlagged(flags);
  const step = tree.current === null ? undefined : findStep(tree, tree.current);
  const say = (text: string): void => {
    store.send({ type: "said", text, fault: true });
  };
  const suppose = (change: Supposition): void => {
    setChanges(addChange(changes, change));
  };
  return {
    ...{ engine, compat, setCompat, asked, solving, solved, verdict, step },
    ...{ flags, flagged, keeper, mayFlag, changes, suppose },
    setEngine: (next) => {
      chooseEngine(next);
      setChanges([]);
    },
    solve: () => {
      if (one === undefined) {
        say("Add a subsection first: it is what the engine is asked about.");
        return;
      }
      if (asked) void query.refetch();
      setAsked(true);
    },
    reset: () => {
      setChanges([]);
    },
    turn: () => {
      if (step === undefined) {
        say("Solve first, with S; then choose a step of the derivation.");
        return;
      }
      const flip = flipStep(step, engine);
      if (flip.ok) suppose(flip.change);
      else say(flip.say);
    },
    tryParts: () => {
      const turned = (solving.why?.parts ?? []).flatMap((part) => {
        const flip = flipStep(part, engine);
        return flip.ok && flip.change.kind === "truth" ? [{ ...flip.change, to: part.wanted }] : [];
      });
      setChanges(turned.reduce<readonly Supposition[]>(addChange, changes));
    },
  };
}
