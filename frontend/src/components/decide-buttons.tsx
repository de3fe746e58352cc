import type { ReactElement } from "react";

/** What can be done with the suggestion in focus. */
export function DecideButtons(props: { accept: () => void; reject: () => void }): ReactElement {
  return (
    <div className="row">
      <button type="button" className="btn sm" onClick={props.accept}>
        Accept <kbd>⏎</kbd>
      </button>
      <button type="button" className="btn sm" onClick={props.reject}>
        Reject <kbd>⌫</kbd>
      </button>
    </div>
  );
}
