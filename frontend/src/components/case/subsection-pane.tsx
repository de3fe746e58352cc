import { useMemo } from "react";
import type { ReactElement } from "react";
import { Link } from "react-router";

import type { Statute, Step } from "../../api/types";
import type { ValuesByLabel } from "../../model/case";
import { stepValues } from "../../model/derivation";
import { buildDocument } from "../../model/document";
import { isSection } from "../../text/labels";
import { Segmented } from "../segmented";
import { Empty } from "../states";
import { SubsectionText } from "../subsection-text";
import { TruthChip } from "../truth-chip";

interface SubsectionPaneProps {
  readonly label: string | null;
  readonly printed: string;
  readonly to: string;
  readonly statute: Statute | undefined;
  readonly values: ValuesByLabel;
  readonly filled: boolean;
  readonly onFilled: (filled: boolean) => void;
  /** A step that was opened from the derivation, and its statute. */
  readonly opened: Step | null;
  readonly openedStatute: Statute | undefined;
  readonly onClose: () => void;
}

function Text({
  statute,
  label,
  values,
}: {
  statute: Statute;
  label: string;
  values: ValuesByLabel | null;
}): ReactElement {
  const document = useMemo(() => buildDocument(statute), [statute]);
  return <SubsectionText document={document} label={label} values={values} />;
}

/** The step's own values in its subsection, whatever the case says of it otherwise. */
function shownOf(step: Step): ValuesByLabel {
  const values = stepValues(step).map(([name, words], i) => ({
    name,
    words,
    number: i + 1,
    given: false,
    evidence: [],
    suggested: false,
  }));
  return new Map([[step.label ?? "", values]]);
}

/** The subsection with the case's values in place of its placeholders; below, one opened from the derivation. */
export function SubsectionPane(props: SubsectionPaneProps): ReactElement {
  const { label, statute, opened, openedStatute, filled } = props;
  return (
    <section className="col" aria-label="Subsection with values">
      <div className="pane-h">
        <h2 className="eyebrow">Subsection</h2>
        {label !== null && isSection(label) && (
          <Link className="mono dim t-link" to={props.to}>
            {props.printed}
          </Link>
        )}
        <span className="grow" />
        <Segmented
          label="Show"
          value={filled ? "values" : "text"}
          choices={[
            ["values", "Values"],
            ["text", "Text"],
          ]}
          onChoose={(choice) => {
            props.onFilled(choice === "values");
          }}
        />
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled to by keyboard too */}
      <div className="pane grow subp" tabIndex={0} role="group" aria-label="Text of the subsection">
        {label !== null && statute && (
          <Text statute={statute} label={label} values={filled ? props.values : null} />
        )}
        {label !== null && !isSection(label) && (
          <Empty>{props.printed} belongs to no section, so there is no text to show.</Empty>
        )}
      </div>
      {opened?.label != null && (
        <div className="opened" role="region" aria-label={`§${opened.label}, opened from the derivation`}>
          <div className="row">
            <span className="mono b">§{opened.label}</span>
            <span className="dim">opened from the derivation</span>
            <span className="grow" />
            <TruthChip truth={opened.truth === "unknown" ? null : opened.truth === "true"} />
            <button type="button" className="btn sm quiet" onClick={props.onClose}>
              Close
            </button>
          </div>
          {openedStatute && (
            <Text statute={openedStatute} label={opened.label} values={filled ? shownOf(opened) : null} />
          )}
        </div>
      )}
    </section>
  );
}
