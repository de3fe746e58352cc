import type { ReactElement, SyntheticEvent } from "react";

import type { Check } from "../model/gestures";
import { Dialog } from "./dialog";
import { Icon } from "./icons";

interface SubmitDialogProps {
  readonly printed: string;
  readonly checks: readonly Check[];
  /** Why it cannot be submitted now; null when it can. */
  readonly barred: string | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** What the checks say; Enter submits. */
export function SubmitDialog(props: SubmitDialogProps): ReactElement {
  const { printed, checks, barred, onSubmit, onClose } = props;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSubmit();
    onClose();
  };
  return (
    <Dialog title={`Submit ${printed}`} onClose={onClose}>
      <form className="dlg-b" onSubmit={submit}>
        <ul className="checks" aria-live="polite">
          {checks.map((check, index) => (
            <li key={`${index}.${check.text}`} className={`check ${check.kind}`}>
              {check.kind !== "wait" && <Icon name={check.kind === "ok" ? "check" : "warning"} />}
              {check.text}
            </li>
          ))}
        </ul>
        {barred !== null && <p className="check warn">{barred}</p>}
        <button type="submit" className="btn pri" data-first disabled={barred !== null}>
          Submit {printed} <kbd>⏎</kbd>
        </button>
      </form>
    </Dialog>
  );
}
