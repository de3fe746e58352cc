import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";

import { putTyped } from "../../model/case-gestures";
import type { CaseRow } from "../../model/case-session";
import { readTyped, writeTyped } from "../../model/case-values";
import { useBench } from "./bench";
import { focusCaseText } from "./focus";

/** A field for one value; what it will be read as, or why it cannot be, stands below while one types. */
export function ValueEntry({ row }: { row: CaseRow }): ReactElement {
  const { store, perform } = useBench();
  const [typed, setTyped] = useState(() => writeTyped(row.value?.value));
  const [refused, setRefused] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const read = readTyped(typed, row.type);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (): void => {
    store.send({ type: "typingEnded" });
    focusCaseText();
  };
  const submit = (): void => {
    const gesture = putTyped(store.get(), row.name, typed);
    if (!read.ok) {
      setRefused(read.say);
      store.send({ type: "said", text: read.say, fault: true });
      return;
    }
    if (gesture.ok) perform(gesture);
    end();
  };
  const hint = refused ?? (typed.trim() === "" ? "A number, a day, words, or a list with semicolons." : null);
  const reading = read.ok ? `Read as ${read.reading}.` : read.say;
  return (
    <form
      className="v-entry"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <input
        ref={field}
        className="inp"
        aria-label={`Value of ${row.name}`}
        aria-invalid={refused !== null}
        aria-describedby="value-hint"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setRefused(null);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.preventDefault();
            end();
          }
        }}
      />
      <button type="submit" className="btn sm">
        Keep <kbd>⏎</kbd>
      </button>
      <p
        id="value-hint"
        className={refused === null ? "hint" : "hint bad"}
        role={refused === null ? undefined : "alert"}
      >
        {hint ?? reading}
      </p>
    </form>
  );
}
