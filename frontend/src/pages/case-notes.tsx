import { useSyncExternalStore } from "react";
import type { ReactElement } from "react";

import type { CaseStore } from "../components/case/bench";
import { ConflictPanel } from "../components/conflict-panel";
import { StaleList } from "../components/stale-list";
import { Note } from "../components/states";
import { SubmitDialog } from "../components/submit-dialog";
import { RefusalNote } from "../components/refusal-note";
import { findCaseChecks, lookAgain, printedOf, turnCaseSubmission } from "../model/case-gestures";
import { caseLayer } from "../model/case-session";
import { useSlice } from "../model/store";
import type { WritingDesk } from "./use-desk";

/** What edits of subsections made doubtful in this case, until somebody has looked. */
export function CaseStale({ store, desk }: { store: CaseStore; desk: WritingDesk | null }): ReactElement {
  const state = useSlice(store, (whole) => whole);
  const layer = caseLayer(state);
  return (
    <StaleList
      stale={Object.fromEntries(layer.stale)}
      wordsOf={(item) => {
        const row = layer.instantiations.get(item.replace("instantiation:", ""));
        return row === undefined ? "A subsection" : printedOf(state, row.label);
      }}
      onLooked={
        desk === null
          ? null
          : (item) => {
              desk.writing.perform(lookAgain(store.get(), item));
            }
      }
    />
  );
}

/** Submits the case, after what the checks say. */
export function CaseSubmission({
  desk,
  store,
  onClose,
}: {
  desk: WritingDesk;
  store: CaseStore;
  onClose: () => void;
}): ReactElement {
  const save = useSyncExternalStore(desk.outbox.subscribe, desk.outbox.state);
  const away = save.kind === "offline" || save.kind === "signed_out";
  return (
    <SubmitDialog
      printed={store.get().one.name}
      checks={findCaseChecks(store.get())}
      barred={away ? "Submitting waits until the server is back; your work is kept." : null}
      onSubmit={() => {
        desk.writing.perform(turnCaseSubmission(store.get()));
      }}
      onClose={onClose}
    />
  );
}

/** What stands between the person and saved work: conflicts to settle, edits that were refused. */
export function CaseNotes({
  desk,
  slug,
  store,
}: {
  desk: WritingDesk | null;
  slug: string;
  store: CaseStore;
}): ReactElement | null {
  const state = useSlice(store, (whole) => whole);
  if (desk === null) return null;
  const here = [...desk.held.values()].filter((held) => held.slug === slug && state.labels.has(held.layer));
  return (
    <>
      {here.map((held) => (
        <ConflictPanel
          key={`${held.layer}.${held.revision}`}
          held={held}
          mine={caseLayer(state)}
          source={state.words}
          printed={state.one.name}
          onSettle={desk.settleHeld}
        />
      ))}
      {desk.refusals.length > 0 && <RefusalNote refusals={desk.refusals} onDismiss={desk.dismiss} />}
      {caseLayer(state).state === "returned" && (
        <Note kind="warn">Returned: {caseLayer(state).reason || "without a reason."}</Note>
      )}
    </>
  );
}
