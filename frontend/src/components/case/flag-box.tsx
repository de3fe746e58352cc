import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";

import type { Flag } from "../../api/types";
import type { Verdict } from "../../model/solving";
import { Icon } from "../icons";

interface FlagBoxProps {
  readonly verdict: Verdict;
  /** What is kept of this row, once it is. */
  readonly flag: Flag | null;
  readonly canWrite: boolean;
  readonly noting: boolean;
  readonly onNoting: (noting: boolean) => void;
  readonly onTake: (truth: boolean) => void;
  readonly onNote: (note: string) => void;
  readonly onWhere: (() => void) | null;
}

function NoteForm({
  onNote,
  onClose,
}: {
  onNote: (note: string) => void;
  onClose: () => void;
}): ReactElement {
  const [note, setNote] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return (
    <form
      className="acts"
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() !== "") onNote(note.trim());
      }}
    >
      <input
        ref={field}
        className="inp"
        aria-label="Why it is right as it is"
        placeholder="Why it is right as it is"
        maxLength={2000}
        value={note}
        onChange={(event) => {
          setNote(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          onClose();
        }}
      />
      <button type="submit" className="btn sm">
        Keep <kbd>⏎</kbd>
      </button>
    </form>
  );
}

/** What the person says beside what the engine says, and what can be done about a difference. */
export function FlagBox(props: FlagBoxProps): ReactElement {
  const { verdict, flag, canWrite, noting } = props;
  const settled = verdict.kind === "differs" && flag !== null && flag.note !== "";
  const look =
    settled || verdict.kind === "same"
      ? "ok"
      : verdict.kind === "differs" || verdict.kind === "error"
        ? "bad"
        : "warn";
  const said = verdict.take === null ? null : verdict.take ? "false" : "true";
  return (
    <div className={`flagbox ${look}`} role={look === "bad" ? "alert" : "status"}>
      <Icon name={look === "ok" ? "check" : verdict.kind === "differs" ? "flag" : "alert"} />
      <div>
        <b>{verdict.title}</b>
        {settled ? (
          <p>
            Settled by {flag.noted_by}: {flag.note}
          </p>
        ) : (
          verdict.detail !== "" && <p>{verdict.detail}</p>
        )}
        {flag !== null && verdict.kind === "differs" && !settled && <p className="dim">Kept as a flag.</p>}
      </div>
      {canWrite && !noting && (
        <div className="acts">
          {verdict.take !== null && (
            <button
              type="button"
              className="btn sm"
              onClick={() => {
                props.onTake(verdict.take === true);
              }}
            >
              Take {verdict.take ? "true" : "false"} <kbd>{verdict.take ? "T" : "F"}</kbd>
            </button>
          )}
          {verdict.kind === "differs" && !settled && (
            <button
              type="button"
              className="btn sm"
              onClick={() => {
                props.onNoting(true);
              }}
            >
              Keep {said ?? "it"}, with a note <kbd>C</kbd>
            </button>
          )}
          {settled && (
            <button
              type="button"
              className="btn sm quiet"
              onClick={() => {
                props.onNote("");
              }}
            >
              Open again
            </button>
          )}
          {props.onWhere !== null && verdict.kind === "differs" && (
            <button type="button" className="btn sm quiet" onClick={props.onWhere}>
              Show where
            </button>
          )}
        </div>
      )}
      {noting && (
        <NoteForm
          onNote={props.onNote}
          onClose={() => {
            props.onNoting(false);
          }}
        />
      )}
    </div>
  );
}
