import { useRef, useState } from "react";
import type { DragEvent, ReactElement } from "react";

import { Icon } from "./icons";

/** A place to drop an archive on, or to choose one by button. */
export function DropZone({
  disabled,
  onFile,
}: {
  disabled: boolean;
  onFile: (file: File) => void;
}): ReactElement {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined && !disabled) onFile(file);
  };
  return (
    // Dropping is a second way; the button is the first and has the keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label="Archive to import"
      className={over ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={drop}
    >
      <p>Drop a SARA archive here: .tar.gz, .zip or our full JSON.</p>
      <input
        ref={input}
        className="sr"
        type="file"
        tabIndex={-1}
        aria-label="Archive"
        accept=".tar.gz,.tgz,.zip,.json,application/gzip,application/zip"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) onFile(file);
          event.target.value = "";
        }}
      />
      <button type="button" className="btn" disabled={disabled} onClick={() => input.current?.click()}>
        <Icon name="upload" /> {disabled ? "Uploading…" : "Choose a file"}
      </button>
    </div>
  );
}
