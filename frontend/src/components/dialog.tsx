import { useEffect, useRef } from "react";
import type { ReactElement, ReactNode } from "react";

import { Icon } from "./icons";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal of the browser's own: it holds the focus, closes on Esc and gives the focus back. */
export function Dialog({ title, onClose, children }: DialogProps): ReactElement {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) {
      dialog.showModal();
      // Where the dialog was opened in order to type, typing begins at once.
      dialog.querySelector<HTMLElement>("[data-first]")?.focus();
    }
    const closeOutside = (event: MouseEvent): void => {
      if (event.target === dialog) dialog?.close();
    };
    dialog?.addEventListener("click", closeOutside);
    return () => dialog?.removeEventListener("click", closeOutside);
  }, []);
  return (
    <dialog ref={ref} aria-label={title} onClose={onClose}>
      <div className="dlg-h">
        <h2>{title}</h2>
        <button
          type="button"
          className="btn quiet icon"
          aria-label="Close"
          onClick={() => ref.current?.close()}
        >
          <Icon name="cross" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
