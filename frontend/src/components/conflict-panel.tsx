import { useState } from "react";
import type { ReactElement } from "react";

import type { Choice } from "../model/conflicts";
import { sayOperation } from "../model/edit-words";
import { layerFromJson, operationFromJson } from "../model/edits";
import type { Layer } from "../model/edits";
import type { Held } from "../model/queue";
import type { Source } from "../text/pieces";
import { Segmented } from "./segmented";

interface ConflictPanelProps {
  readonly held: Held;
  readonly mine: Layer;
  readonly source: Source;
  readonly printed: string;
  readonly onSettle: (held: Held, theirs: Layer, choices: ReadonlyMap<string, Choice>) => void;
}

function wordsOf(operation: unknown, source: Source, layers: readonly Layer[]): string {
  const read = operationFromJson(operation);
  return read.ok ? sayOperation({ source, layers }, read.operation) : "changes something else";
}

/** Both versions of each item in conflict; nothing else is blocked meanwhile. */
export function ConflictPanel(props: ConflictPanelProps): ReactElement | null {
  const { held, mine, source, printed, onSettle } = props;
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const theirs = layerFromJson(held.theirs);
  if (!theirs.ok) return null;
  const layers = [theirs.layer, mine];
  const entries = Object.entries(held.conflicts);
  const open = entries.filter(([id]) => !choices.has(id)).length;
  return (
    <section className="conf" aria-label={`Conflict in ${printed}`}>
      <h3>Conflict in {printed}</h3>
      <p>Someone changed the same items meanwhile. Choose for each which one stays.</p>
      <ul>
        {entries.map(([id, conflict]) => (
          <li key={id}>
            <p>
              <b>Mine</b> {wordsOf(conflict.mine, source, layers)}
            </p>
            {conflict.theirs.map((other, index) => (
              <p key={index}>
                <b>Theirs</b> {wordsOf(other, source, layers)}
              </p>
            ))}
            <Segmented<Choice | "open">
              label="Which one stays"
              value={choices.get(id) ?? "open"}
              choices={[
                ["mine", "Keep mine"],
                ["theirs", "Take theirs"],
              ]}
              onChoose={(choice) => {
                if (choice !== "open") setChoices(new Map(choices).set(id, choice));
              }}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="btn pri"
        disabled={open > 0}
        onClick={() => {
          onSettle(held, theirs.layer, choices);
        }}
      >
        {open > 0 ? `Go on after ${open} more` : "Go on"}
      </button>
    </section>
  );
}
