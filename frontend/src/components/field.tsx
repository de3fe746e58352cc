import { useId } from "react";
import type { InputHTMLAttributes, ReactElement } from "react";

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly tip?: string;
}

/** A labelled input with its message below. */
export function Field({ label, error, tip, className = "", ...input }: FieldProps): ReactElement {
  const id = useId();
  const note = error ?? tip;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className={`inp ${className}`}
        aria-invalid={error !== undefined}
        {...(note === undefined ? {} : { "aria-describedby": `${id}-note` })}
      />
      {note !== undefined && (
        <span id={`${id}-note`} className={error === undefined ? "tip" : "msg"}>
          {note}
        </span>
      )}
    </div>
  );
}
