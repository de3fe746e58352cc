import { useMemo } from "react";
import type { ReactElement } from "react";

import type { CaseSubsection } from "../../api/types";
import { Finder } from "../finder";

interface AddSubsectionProps {
  readonly typed: string;
  readonly found: readonly CaseSubsection[];
  readonly problem: string | null;
  readonly onType: (typed: string) => void;
  readonly onAdd: (subsection: CaseSubsection) => void;
  readonly onClose: () => void;
}

function describe(one: CaseSubsection): string {
  const names = one.arguments.map((argument) => argument.name).join(", ");
  return one.heading || names || "nothing marked in it yet";
}

/** Type any spelling of a subsection, or words of its heading; Enter applies it to the case. */
export function AddSubsection(props: AddSubsectionProps): ReactElement {
  const { typed, found, problem, onType, onAdd, onClose } = props;
  const options = useMemo(
    () => found.map((one) => ({ key: one.label, name: one.printed, words: describe(one), one })),
    [found],
  );
  return (
    <Finder
      title="Add a subsection to this case"
      label="Subsection"
      listed="Subsections"
      placeholder="12(c), s12_c, or words of its heading"
      typed={typed}
      options={options}
      note={problem ?? (found.length === 0 ? "No subsection has this name." : null)}
      onType={onType}
      onChoose={(option) => {
        onAdd(option.one);
      }}
      onClose={onClose}
    />
  );
}
