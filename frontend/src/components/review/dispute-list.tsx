import { useEffect, useRef } from "react";
import type { ReactElement } from "react";

import { disputesOf, isDecided, openItems } from "../../model/review/desk";
import type { DeskState } from "../../model/review/desk";
import type { Item } from "../../model/review/types";
import { differenceOf, sayContent, sayDecision, titleOf } from "../../model/review/words";
import { countWords } from "../../text/counting";
import type { Source } from "../../text/pieces";

function DisputeMark({ settled }: { settled: boolean }): ReactElement {
  return settled ? (
    <svg className="mk gold" viewBox="0 0 12 12" role="img" aria-label="settled">
      <path d="M2.2 6.4l2.6 2.7L9.9 3.2" />
    </svg>
  ) : (
    <svg className="mk disp" viewBox="0 0 12 12" role="img" aria-label="in dispute">
      <path d="M6 1.5L10.5 6 6 10.5 1.5 6z" />
      <path className="f" d="M6 1.5L10.5 6 6 10.5z" />
    </svg>
  );
}

function aboutItem(item: Item, state: DeskState, source: Source): string {
  const decision = state.decisions.get(item.key);
  if (decision !== undefined && isDecided(decision))
    return sayDecision(item, decision, state.review.layers, source);
  if (item.kind === "clause" || item.kind === "cluster") return differenceOf(item, state.review.layers);
  return item.versions.map((version) => sayContent(version.content, source)).join(" or ");
}

interface DisputeListProps {
  readonly state: DeskState;
  readonly source: Source;
  readonly onFocus: (key: string) => void;
}

function Row({ item, number, ...props }: DisputeListProps & { item: Item; number: number }): ReactElement {
  const { state, source, onFocus } = props;
  const settled = isDecided(state.decisions.get(item.key));
  const current = state.focus === item.key;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <li ref={row} className={`${settled ? "done" : ""}${current ? " cur" : ""}`}>
      <button
        type="button"
        aria-current={current || undefined}
        onClick={() => {
          onFocus(item.key);
        }}
      >
        <span className="nn">{number}</span>
        <span>
          <b>{titleOf(item)}</b>
          <span className="k">{aboutItem(item, state, source)}</span>
        </span>
        <DisputeMark settled={settled} />
      </button>
    </li>
  );
}

/** Disputes of one text, settled ones too. */
export function DisputeList(props: DisputeListProps): ReactElement {
  const { state } = props;
  const disputes = disputesOf(state.review);
  const open = openItems(state).length;
  const settled = disputes.length - open;
  return (
    <nav className="q" aria-label="Disputes">
      <div className="rv-prog">
        <h2 className="n num">
          {settled} <span>of {countWords(disputes.length, "dispute")} settled</span>
        </h2>
        <div className="pips" aria-hidden="true">
          {disputes.map((item) => (
            <i
              key={item.key}
              className={item.key === state.focus ? "c" : isDecided(state.decisions.get(item.key)) ? "d" : ""}
            />
          ))}
        </div>
      </div>
      <p className="qh">
        {countWords(state.review.agreed, "agreed item merges", "agreed items merge")} by{" "}
        {state.review.agreed === 1 ? "itself" : "themselves"}
      </p>
      <ol className="ds pane">
        {disputes.map((item, index) => (
          <Row key={item.key} {...props} item={item} number={index + 1} />
        ))}
      </ol>
    </nav>
  );
}
