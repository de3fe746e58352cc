import { useNavigate } from "react-router";

import { apiPath, describeError, request } from "../api/client";
import type { Flag, LayerChoice } from "../api/types";
import type { CaseStore } from "../components/case/bench";
import { caseLayer } from "../model/case-session";
import { casePath } from "./addresses";

export interface CaseGoing {
  /** Opens another case, in the same layer unless another is named. */
  readonly go: (name: string | null, row?: string | null, to?: LayerChoice) => void;
  /** Goes to the next difference with the engine that nobody has settled: in this case, then in others. */
  readonly nextDifference: (flagged: ReadonlySet<string>) => Promise<void>;
}

/** Ways from a case to others. */
export function useCaseGoing(slug: string, name: string, layer: LayerChoice, store: CaseStore): CaseGoing {
  const navigate = useNavigate();
  const say = (text: string): void => {
    store.send({ type: "said", text, fault: true });
  };
  const go: CaseGoing["go"] = (next, row = null, to = layer) => {
    if (next === null) return;
    const query = new URLSearchParams({ layer: to, ...(row === null ? {} : { row }) });
    void navigate(`${casePath(slug, next)}?${query.toString()}`);
  };
  const nextDifference: CaseGoing["nextDifference"] = async (flagged) => {
    const { at } = store.get();
    const here = [...caseLayer(store.get()).instantiations.values()].filter((row) => flagged.has(row.id));
    const after = here.slice(here.findIndex((row) => row.id === at) + 1)[0];
    if (after !== undefined) {
      store.send({ type: "instantiationChosen", id: after.id });
      return;
    }
    try {
      const path = `${apiPath("projects", slug, "replay", "next")}?case=${encodeURIComponent(name)}`;
      const { flag } = await request<{ readonly flag: Flag | null }>("GET", path);
      if (flag === null) say("No difference with the engine is open. Replay all to look again.");
      else if (flag.case === name && flag.instantiation === at) say("This is the only open difference.");
      else
        go(flag.case, flag.instantiation, flag.author === null || flag.author === "gold" ? "gold" : "mine");
    } catch (error) {
      say(describeError(error));
    }
  };
  return { go, nextDifference };
}
