import { useSyncExternalStore } from "react";
import type { ReactElement } from "react";

import type { Outbox } from "../api/outbox";
import type { SaveState } from "../model/queue";

const LOOKS: Readonly<Record<SaveState["kind"], string>> = {
  saved: "save",
  saving: "save busy",
  offline: "save off",
  conflict: "save conflict",
  signed_out: "save off",
  storage_full: "save off",
};

/** Returns the state in words. */
export function saveWords(state: SaveState): string {
  switch (state.kind) {
    case "saved":
      return "Saved";
    case "saving":
      return "Saving";
    case "offline":
      return state.waiting === 0 ? "Offline" : `Offline, ${state.waiting} waiting`;
    case "conflict":
      return "Conflict";
    case "signed_out":
      return `Signed out, ${state.waiting} waiting`;
    case "storage_full":
      return `Storage full, keep this tab open: ${state.waiting} waiting`;
  }
}

/** What has become of the work: always a shape and a word. */
export function SaveMark({ outbox, onSignIn }: { outbox: Outbox; onSignIn: () => void }): ReactElement {
  const state = useSyncExternalStore(outbox.subscribe, outbox.state);
  return (
    <>
      <span className={LOOKS[state.kind]} role="status">
        {saveWords(state)}
      </span>
      {state.kind === "signed_out" && (
        <button type="button" className="btn sm" onClick={onSignIn}>
          Sign in
        </button>
      )}
      {state.kind === "offline" && state.waiting > 0 && (
        <button type="button" className="btn sm" onClick={outbox.retry}>
          Try now
        </button>
      )}
    </>
  );
}
