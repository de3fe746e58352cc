import type { ReactElement } from "react";

import type { ShownValue } from "../model/case";
import { lookOf } from "../text/numbering";
import { Icon } from "./icons";

function ValueRow({ value }: { value: ShownValue }): ReactElement {
  const places = value.evidence.map(([start, end]) => `${start}–${end}`).join(", ");
  return (
    <li className={`v ${lookOf(value.number)}`} data-arg={value.name}>
      <span className="an">{value.number}</span>
      <span className="nm">{value.name}</span>
      <span className={value.words === null ? "va none" : "va"}>
        {value.words ?? "no value in this case"}
      </span>
      <span className="src">{places || (value.given ? "question" : "")}</span>
    </li>
  );
}

/** Values of one subsection in one case, and whether it holds there. */
export function ValueList({
  values,
  truth,
}: {
  values: readonly ShownValue[];
  truth: boolean | null;
}): ReactElement {
  const given = values.filter((value) => value.given);
  const found = values.filter((value) => !value.given);
  return (
    <div className="vals">
      {given.length > 0 && (
        <>
          <h3>
            Given <span>by the question</span>
          </h3>
          <ul>
            {given.map((value) => (
              <ValueRow key={value.name} value={value} />
            ))}
          </ul>
        </>
      )}
      {found.length > 0 && (
        <>
          <h3>
            Found <span>in the text</span>
          </h3>
          <ul>
            {found.map((value) => (
              <ValueRow key={value.name} value={value} />
            ))}
          </ul>
        </>
      )}
      <div className="truth">
        <span className="nm">@truth</span>
        <span className="grow" />
        <TruthChip truth={truth} />
      </div>
    </div>
  );
}

/** True, false or open: a sign and a word. */
export function TruthChip({ truth }: { truth: boolean | null }): ReactElement {
  if (truth === null) return <span className="chip">open</span>;
  return (
    <span className={truth ? "chip ok" : "chip bad"}>
      <Icon name={truth ? "check" : "cross"} /> {truth ? "true" : "false"}
    </span>
  );
}
