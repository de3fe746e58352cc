import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";

import { clauseCheckQuery } from "../api/clauses";
import type { ClauseCheck } from "../api/clauses";
import { SubmitDialog } from "../components/submit-dialog";
import { findChecks } from "../model/gestures";
import type { Check } from "../model/gestures";
import type { SaveState } from "../model/queue";
import { focusedLayer } from "../model/session";
import type { SessionState } from "../model/session";

interface SubsectionSubmitProps {
  readonly slug: string;
  readonly state: SessionState;
  readonly save: SaveState;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

function sayClause(found: ClauseCheck | undefined, failed: boolean): readonly Check[] {
  if (failed) return [{ kind: "warn", text: "The clause could not be checked now." }];
  if (found === undefined) return [{ kind: "wait", text: "Checking the clause…" }];
  if (found.problems.length === 0) return [{ kind: "ok", text: "The clause has no problem." }];
  return found.problems.map(({ line, message }) => ({
    kind: "warn",
    text: `Clause, line ${line}: ${message}`,
  }));
}

/** Asks whether to submit the subsection in focus, with what all the checks say of it. */
export function SubsectionSubmit(props: SubsectionSubmitProps): ReactElement {
  const { slug, state, save, onSubmit, onClose } = props;
  const label = state.focus ?? "";
  const clause = focusedLayer(state)?.clause;
  const text = clause?.text ?? "";
  const asked = { layer: "mine", label, text, note: clause?.note ?? "" } as const;
  const found = useQuery({ ...clauseCheckQuery(slug, asked), enabled: text !== "", retry: false });
  const away = save.kind === "offline" || save.kind === "signed_out";
  return (
    <SubmitDialog
      printed={state.document.byLabel.get(label)?.printed ?? ""}
      checks={[...findChecks(state), ...(text === "" ? [] : sayClause(found.data, found.isError))]}
      barred={away ? "Submitting waits until the server is back; your work is kept." : null}
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}
