/** What the editor knows of the project around its clause. */
import { readCallee } from "../../api/callees";
import type { Callee } from "../../api/callees";
import { readCompletions } from "../../api/clauses";
import type { ClauseCompletion } from "../../api/clauses";
import { ApiError } from "../../api/client";
import type { Argument, LayerChoice } from "../../api/types";

export interface LookUp {
  readonly label: string;
  /** The arguments of the clause's own subsection. */
  readonly names: readonly Argument[];
  /** Subsections that the text refers to, offered first. */
  readonly cited: readonly string[];
  readonly card: (label: string) => Promise<Callee | null>;
  readonly complete: (typed: string, signal: AbortSignal) => Promise<readonly ClauseCompletion[]>;
}

/** Nothing is offered when the server is away or knows no such subsection; the text can be written all the same. */
function orNothing<T>(nothing: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ApiError || (error instanceof DOMException && error.name === "AbortError"))
      return nothing;
    throw error;
  };
}

/** Returns how the editor asks the server; cards are read once for each visit. */
export function makeLookUp(
  slug: string,
  layer: LayerChoice,
  rest: Pick<LookUp, "label" | "names" | "cited">,
): LookUp {
  const cards = new Map<string, Promise<Callee | null>>();
  return {
    ...rest,
    card: (label) => {
      const known = cards.get(label);
      if (known !== undefined) return known;
      const asked = readCallee(slug, layer, label).catch(orNothing(null));
      cards.set(label, asked);
      return asked;
    },
    complete: (typed, signal) =>
      readCompletions(slug, layer, typed, signal).catch(orNothing<readonly ClauseCompletion[]>([])),
  };
}
