import type { ReactElement } from "react";

import type { Left } from "../model/left";
import { countWords } from "../text/counting";
import { StateMark } from "./state-mark";
import { Note } from "./states";

interface StaleListProps {
  /** By item, why somebody should look. */
  readonly stale: Readonly<Record<string, string>>;
  readonly wordsOf: (item: string) => string;
  /** Null where the screen is for reading. */
  readonly onLooked: ((item: string) => void) | null;
}

/** What edits elsewhere made doubtful, until somebody has looked. */
export function StaleList({ stale, wordsOf, onLooked }: StaleListProps): ReactElement | null {
  const items = Object.entries(stale);
  if (items.length === 0) return null;
  return (
    <section className="stales" aria-label="Checks: stale">
      <ul>
        {items.map(([item, reason]) => (
          <li key={item}>
            <StateMark state="stale" silent />
            <p>
              <b>{wordsOf(item)} is stale.</b> {reason}
            </p>
            {onLooked !== null && (
              <button
                type="button"
                className="btn sm"
                onClick={() => {
                  onLooked(item);
                }}
              >
                Looked, still right
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LeftNotesProps {
  readonly left: readonly Left[];
  readonly onShow: (left: Left) => void;
}

/** What was changed here alone while the server was away. */
export function LeftNotes({ left, onShow }: LeftNotesProps): ReactElement | null {
  if (left.length === 0) return null;
  return (
    <div className="left-notes">
      {left.map((one) => (
        <Note
          key={one.edit}
          kind="warn"
          act={
            one.places === null ? undefined : (
              <button
                type="button"
                className="btn sm"
                onClick={() => {
                  onShow(one);
                }}
              >
                Show
              </button>
            )
          }
        >
          <b>{one.printed}</b> {one.words}.{" "}
          {one.places === null
            ? "Other places that may be touched are looked at when the server is back."
            : `${countWords(one.places, "other place")} ${one.places === 1 ? "stands" : "stand"} as before.`}
        </Note>
      ))}
    </div>
  );
}
