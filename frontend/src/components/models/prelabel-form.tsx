import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement } from "react";

import type { Overview, TrainedModel } from "../../api/models";
import { statutesQuery } from "../../api/queries";

type Option = readonly [value: string, words: string];

function Choice({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: string;
  options: readonly Option[];
  onChoose: (value: string) => void;
}): ReactElement {
  return (
    <select
      className="inp sm"
      aria-label={label}
      value={value}
      onChange={(event) => {
        onChoose(event.target.value);
      }}
    >
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  );
}

const NO_STATUTES = "no statutes";
const CASES: readonly Option[] = [
  ["no", "no cases"],
  ["", "cases: by the program, else a model"],
  ["program", "cases: by the program"],
  ["model", "cases: by the model in use"],
];

interface PrelabelProps {
  readonly slug: string;
  readonly models: readonly TrainedModel[];
  readonly elsewhere: Overview["elsewhere"];
  readonly busy: boolean;
  readonly onStart: (body: Readonly<Record<string, unknown>>) => void;
}

/** Which statutes and cases, and who suggests for them; starts a run. */
export function PrelabelForm({ slug, models, elsewhere, busy, onStart }: PrelabelProps): ReactElement {
  const { data: statutes } = useQuery(statutesQuery(slug));
  const [section, setSection] = useState("");
  const [model, setModel] = useState("");
  const [cases, setCases] = useState("no");
  const none = section === NO_STATUTES;
  const sections: readonly Option[] = [
    ["", "All statutes"],
    ...(statutes?.map((one): Option => [one.section, `${one.printed} ${one.title.slice(0, 40)}`]) ?? []),
    [NO_STATUTES, "No statutes"],
  ];
  const proposers: readonly Option[] = [
    ["", "by the model in use"],
    ["rules", "by the rules"],
    ...models.flatMap((one): readonly Option[] =>
      one.task === "spans" ? [[String(one.number), `by ${one.name}, ${one.kind}`]] : [],
    ),
    ...elsewhere.map((one): Option => [one.name, `by ${one.name} (${one.where})`]),
  ];
  return (
    <form
      className="row wrap"
      onSubmit={(event) => {
        event.preventDefault();
        const tasks = [...(none ? [] : ["arguments", "clauses"]), ...(cases === "no" ? [] : ["values"])];
        onStart({
          model: none ? "" : model,
          sections: section === "" || none ? [] : [section],
          tasks,
          values_by: cases === "no" ? "" : cases,
        });
      }}
    >
      <Choice label="What to pre-label" value={section} options={sections} onChoose={setSection} />
      {!none && <Choice label="By which model" value={model} options={proposers} onChoose={setModel} />}
      <Choice label="Cases" value={cases} options={CASES} onChoose={setCases} />
      <button type="submit" className="btn pri" disabled={busy || (none && cases === "no")}>
        Pre-label
      </button>
    </form>
  );
}
