import type { ReactElement } from "react";

import { Icon } from "./icons";

/** Undo and redo, in the bar on top. */
export function UndoButtons({ undo, redo }: { undo: () => void; redo: () => void }): ReactElement {
  return (
    <>
      <button
        type="button"
        className="btn quiet icon"
        aria-label="Undo (Ctrl+Z)"
        title="Undo (Ctrl+Z)"
        onClick={undo}
      >
        <Icon name="undo" />
      </button>
      <button
        type="button"
        className="btn quiet icon"
        aria-label="Redo (Ctrl+Shift+Z)"
        title="Redo (Ctrl+Shift+Z)"
        onClick={redo}
      >
        <Icon name="redo" />
      </button>
    </>
  );
}
