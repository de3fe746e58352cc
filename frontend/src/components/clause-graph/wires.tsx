import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactElement, RefObject } from "react";

import { statuteQuery } from "../../api/queries";
import type { Argument, LayerChoice } from "../../api/types";
import { callsOf, showLabel } from "../../model/clauses";
import type { Term } from "../../model/clauses";
import { describePair, pairsOf } from "../../model/clauses/wires";
import type { WirePair } from "../../model/clauses/wires";
import { buildDocument } from "../../model/document";
import type { StatuteDocument } from "../../model/document";
import { lookOf } from "../../text/numbering";
import { SubsectionText } from "../subsection-text";

/** As many as the list of calls can hold and still be looked through. */
const MOST_CALLS = 250;

interface Side {
  readonly document: StatuteDocument | null;
  readonly names: readonly Argument[];
}

const sectionOf = (label: string): string => label.split("(")[0] ?? label;

/** A subsection's text with its mentions: of this layer, or of the gold where the layer has none. */
function useSide(slug: string, label: string, layer: LayerChoice): Side {
  const enabled = label !== "";
  const own = useQuery({ ...statuteQuery(slug, sectionOf(label), layer), enabled }).data;
  const gold = useQuery({ ...statuteQuery(slug, sectionOf(label), "gold"), enabled }).data;
  const begun = own?.layers.some((one) => one.label === label && one.arguments.length > 0);
  const statute = begun ? own : gold;
  return useMemo(() => {
    const names = statute?.layers.find((one) => one.label === label)?.arguments ?? [];
    return { document: statute ? buildDocument(statute) : null, names };
  }, [statute, label]);
}

interface Line {
  readonly key: string;
  readonly path: string;
  readonly look: string;
  readonly clash: boolean;
}

/** Returns the first mention of an argument among the text on one side. */
function findMention(frame: HTMLElement, side: string, argument: Argument | null): Element | null {
  if (argument === null) return null;
  return frame.querySelector(`[data-side=${side}] [data-arg="${argument.id}"]`);
}

function traceLines(frame: HTMLElement, pairs: readonly WirePair[]): readonly Line[] {
  const zero = frame.getBoundingClientRect();
  return pairs.flatMap((pair): Line[] => {
    const from = findMention(frame, "caller", pair.caller)?.getClientRects();
    const onto = findMention(frame, "callee", pair.callee)?.getClientRects();
    const [start, end] = [from?.item(from.length - 1), onto?.item(0)];
    if (!start || !end) return [];
    const [x1, y1] = [start.right - zero.left, start.bottom - zero.top];
    const [x2, y2] = [end.left - zero.left, end.bottom - zero.top];
    const bend = Math.max(30, (x2 - x1) / 2);
    const path = `M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`;
    const look = pair.caller === null ? "none" : lookOf(pair.caller.number);
    return [{ key: `${pair.name} ${pair.passed}`, path, look, clash: pair.clash }];
  });
}

/** Lines between mentions, measured again whenever the text is set anew. */
function useLines(frame: RefObject<HTMLElement | null>, pairs: readonly WirePair[]): readonly Line[] {
  const [lines, setLines] = useState<readonly Line[]>([]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const trace = (): void => {
      setLines(traceLines(element, pairs));
    };
    const sizes = new ResizeObserver(trace);
    sizes.observe(element);
    for (const side of element.querySelectorAll("[data-side]")) sizes.observe(side);
    return () => {
      sizes.disconnect();
    };
  }, [frame, pairs]);
  return lines;
}

interface WiresProps {
  readonly project: string;
  readonly layer: LayerChoice;
  readonly term: Term | null;
}

/** Caller and callee side by side, with a line for each argument that is passed. */
export function Wires({ project, layer, term }: WiresProps): ReactElement {
  const calls = useMemo(() => callsOf(term?.body ?? null).slice(0, MOST_CALLS), [term]);
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, Math.max(0, calls.length - 1));
  const call = calls[at];
  const caller = useSide(project, term?.head.label ?? "", layer);
  const callee = useSide(project, call?.label ?? term?.head.label ?? "", layer);
  const frame = useRef<HTMLDivElement>(null);
  const pairs = useMemo(
    () => (call === undefined ? [] : pairsOf(call, caller.names, callee.names)),
    [call, caller, callee],
  );
  const lines = useLines(frame, pairs);
  if (term === null || call === undefined) {
    return <p className="cg-none">No call yet, so there is nothing to wire.</p>;
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    setWanted(Math.min(calls.length - 1, Math.max(0, at + by)));
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="cw">
      {/* One stop for the keys of the view: left and right go through the calls. */}
      <div
        className="cw-calls"
        role="listbox"
        aria-label="Calls"
        aria-orientation="horizontal"
        tabIndex={0}
        onKeyDown={onKeyDown}
        aria-activedescendant={`cw-${at}`}
      >
        {calls.map((one, index) => (
          // The list takes the keys for all its calls.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <span
            key={index}
            id={`cw-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => {
              setWanted(index);
            }}
          >
            {showLabel(one.label)}
          </span>
        ))}
      </div>
      <div className="cw-sides" ref={frame}>
        <div data-side="caller">
          <h3>
            <b>{showLabel(term.head.label)}</b> caller
          </h3>
          {caller.document && (
            <SubsectionText document={caller.document} label={term.head.label} values={null} />
          )}
        </div>
        <div data-side="callee">
          <h3>
            <b>{showLabel(call.label)}</b> callee
          </h3>
          {callee.document && <SubsectionText document={callee.document} label={call.label} values={null} />}
        </div>
        <svg aria-hidden="true">
          {lines.map((line) => (
            <path key={line.key} className={`${line.look}${line.clash ? " clash" : ""}`} d={line.path} />
          ))}
        </svg>
      </div>
      <ul className="cw-words" aria-label="What is passed">
        {pairs.map((pair) => (
          <li key={pair.name} className={pair.clash ? "warn" : ""}>
            {describePair(pair)}
          </li>
        ))}
      </ul>
    </div>
  );
}
