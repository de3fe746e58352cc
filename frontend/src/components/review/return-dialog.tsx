import { useState } from "react";
import type { ReactElement, SyntheticEvent } from "react";

import type { Review } from "../../model/review/types";
import { countWords } from "../../text/counting";
import { Dialog } from "../dialog";

interface ReturnDialogProps {
  readonly review: Review;
  /** Threads that are open here; they go to the authors with the layer. */
  readonly threads: number;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly onReturn: (reason: string, authors: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Whom to give the work back to, and why. */
export function ReturnDialog(props: ReturnDialogProps): ReactElement {
  const people = props.review.layers.filter(
    (one) => one.author.kind === "person" && one.state === "submitted",
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(people.map((one) => one.author.username)),
  );
  const reason = props.draft.trim();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (reason !== "" && chosen.size > 0) props.onReturn(reason, [...chosen]);
  };
  return (
    <Dialog title={`Return ${props.review.printed}`} onClose={props.onClose}>
      <form className="dlg-b ret-f" onSubmit={submit}>
        <fieldset>
          <legend>To</legend>
          {people.map(({ author }) => (
            <label key={author.username} className="check-row">
              <input
                type="checkbox"
                checked={chosen.has(author.username)}
                onChange={(event) => {
                  const next = new Set(chosen);
                  if (event.target.checked) next.add(author.username);
                  else next.delete(author.username);
                  setChosen(next);
                }}
              />
              {author.name}
            </label>
          ))}
        </fieldset>
        <div className="field">
          <label htmlFor="return-reason">Reason</label>
          <textarea
            id="return-reason"
            className="inp area"
            rows={4}
            data-first
            value={props.draft}
            onChange={(event) => {
              props.onDraft(event.target.value);
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
            }}
          />
          <span className="tip">
            {props.threads === 0
              ? "What you say here stands above their work."
              : `${countWords(props.threads, "open comment goes", "open comments go")} along.`}
          </span>
        </div>
        <button type="submit" className="btn pri" aria-disabled={reason === "" || chosen.size === 0}>
          {reason === "" ? "Return after a reason" : "Return"} <kbd>Ctrl ⏎</kbd>
        </button>
      </form>
    </Dialog>
  );
}
