import { useId } from "react";
import type { ReactElement } from "react";

interface SegmentedProps<Choice extends string> {
  readonly label: string;
  readonly value: Choice;
  readonly choices: readonly (readonly [value: Choice, words: string])[];
  readonly onChoose: (value: Choice) => void;
}

/** A few choices side by side, one of them taken. */
export function Segmented<Choice extends string>(props: SegmentedProps<Choice>): ReactElement {
  const name = useId();
  return (
    <fieldset className="seg" aria-label={props.label}>
      {props.choices.map(([value, words]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === props.value}
            onChange={() => {
              props.onChoose(value);
            }}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
