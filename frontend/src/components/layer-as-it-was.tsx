import type { ReactElement, ReactNode } from "react";

import type { LayerAt } from "../api/history";
import { valueWords } from "../model/case";
import { mentionsOf, orderedArguments, orderedInstantiations } from "../model/edits";
import type { Layer } from "../model/edits";
import { lookOf } from "../text/numbering";
import { slicePoints } from "../text/offsets";
import type { Source } from "../text/pieces";

/** A version of a layer to read: what it said, and what is otherwise by now. */
export function LayerAsItWas({
  at,
  source,
  act,
}: {
  at: LayerAt;
  source: Source;
  act: ReactNode;
}): ReactElement {
  return (
    <section className="was" aria-label={`Version ${at.revision}`}>
      <h3>Version {at.revision}</h3>
      {at.differences.length === 0 ? (
        <p>It says what the layer says now.</p>
      ) : (
        <>
          <p>Otherwise than now:</p>
          <ul className="was-d">
            {at.differences.map((words, index) => (
              <li key={`${index}.${words}`}>{words}</li>
            ))}
          </ul>
        </>
      )}
      {act}
      <h4>What it said</h4>
      {at.layer.kind === "case" ? <SaidOfCase layer={at.layer} /> : <Said layer={at.layer} source={source} />}
    </section>
  );
}

/** The rows of a case: each subsection with its truth and its values. */
function SaidOfCase({ layer }: { layer: Layer }): ReactElement {
  const rows = orderedInstantiations(layer);
  if (rows.length === 0) return <p>No subsection.</p>;
  return (
    <ol className="was-c">
      {rows.map((row) => (
        <li key={row.id}>
          <b className="mono">{/^\d/.test(row.label) ? `§${row.label}` : row.label}</b>{" "}
          {row.truth === null ? "open" : String(row.truth)}
          {row.values.length > 0 && (
            <dl>
              {row.values.map((value) => (
                <div key={`${value.role}.${value.name}`}>
                  <dt>{value.name}</dt>
                  <dd>
                    {valueWords(value.value) ?? "no value"} <small>{value.role}</small>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  );
}

function Said({ layer, source }: { layer: Layer; source: Source }): ReactElement {
  const listed = orderedArguments(layer);
  return (
    <>
      {listed.length === 0 && <p>No arguments.</p>}
      <ol className="was-a">
        {listed.map((argument, index) => (
          <li key={argument.id} className={lookOf(index + 1)}>
            <span className="an">{index + 1}</span>
            <div>
              <b>{argument.name}</b> <small>{argument.value_type}</small>
              {mentionsOf(layer, argument.id).map(({ id, start, end }) => (
                <q key={id}>{slicePoints(source.text, source.map, start, end)}</q>
              ))}
            </div>
          </li>
        ))}
      </ol>
      {layer.clause.text === null ? <p>No clause.</p> : <p className="mono">{layer.clause.text}</p>}
    </>
  );
}
