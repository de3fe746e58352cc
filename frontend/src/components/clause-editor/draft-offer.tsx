import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement } from "react";

import { draftQuery } from "../../api/clauses";
import type { Argument, LayerChoice } from "../../api/types";
import { screenText } from "../../model/clause-gestures";
import { showLabel } from "../../model/clauses";
import { ClauseView } from "../clause-view";

interface DraftOfferProps {
  readonly slug: string;
  readonly layer: LayerChoice;
  readonly label: string;
  readonly names: readonly Argument[];
  readonly width: number;
  readonly onTake: (stored: string) => void;
}

/** A first proposal from the parts, conjunctions, references and names of the text; written only when it is taken. */
export function DraftOffer(props: DraftOfferProps): ReactElement | null {
  const { slug, layer, label, names, width } = props;
  const [open, setOpen] = useState(true);
  const { data } = useQuery(draftQuery(slug, layer, label));
  if (!data || !open) return null;
  return (
    <section className="ce-draft" aria-label="Draft">
      <h3>
        Draft <span className="dim">made from the text; nothing is written until you take it</span>
      </h3>
      <ClauseView clause={screenText(data.stored, width)} names={names} />
      <ul>
        {data.reasons.map((reason) => (
          <li key={`${reason.label}.${reason.source}`}>
            <span className="mono">{showLabel(reason.label)}</span> {reason.message}
          </li>
        ))}
      </ul>
      <div className="row">
        <button
          type="button"
          className="btn sm"
          onClick={() => {
            props.onTake(data.stored);
          }}
        >
          Start from this
        </button>
        <button
          type="button"
          className="btn sm quiet"
          onClick={() => {
            setOpen(false);
          }}
        >
          No
        </button>
      </div>
    </section>
  );
}
