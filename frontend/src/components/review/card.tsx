import { useEffect, useRef } from "react";
import type { ReactElement, ReactNode } from "react";

import { isDecided } from "../../model/review/desk";
import type { Decided, Item, ReviewLayer, Version } from "../../model/review/types";
import { chipOf, differenceOf, questionOf, sayDecision, sayers } from "../../model/review/words";
import type { Source } from "../../text/pieces";
import { Icon } from "../icons";
import { layerLook } from "./look";
import { ChangeList, ContentView } from "./versions";

interface CardProps {
  readonly item: Item;
  /** Its number among the disputes; null for what is agreed. */
  readonly number: number | null;
  readonly layers: readonly ReviewLayer[];
  readonly source: Source;
  readonly decision: Decided | undefined;
  readonly current: boolean;
  readonly side: number;
  readonly frozen: boolean;
  readonly editor: ReactNode;
  readonly onFocus: (key: string) => void;
  readonly onTake: (item: Item, version: Version) => void;
  readonly onEdit: () => void;
  readonly onComment: () => void;
}

function lookOf(version: Version): string {
  return layerLook(version.layers[0] ?? 0);
}

function VersionColumn({ props, version }: { props: CardProps; version: Version }): ReactElement {
  const { item, layers, source, decision } = props;
  const taken = decision?.take === version.number;
  const inFocus = props.current && item.versions.length > 1 && props.side === version.number;
  return (
    <div
      className={`${lookOf(version)}${inFocus ? " side" : ""}${taken ? " taken" : ""}`}
      aria-current={inFocus || undefined}
    >
      <h4>
        {sayers(layers, version)}
        {taken && (
          <span>
            <Icon name="check" /> taken
          </span>
        )}
        {item.versions.length > 1 && <kbd>{version.number}</kbd>}
      </h4>
      <ContentView item={item} content={version.content} source={source} />
    </div>
  );
}

function Acts({ props }: { props: CardProps }): ReactElement {
  const { item, layers } = props;
  return (
    <div className="pk">
      {item.versions.length > 1 &&
        item.versions.map((version) => (
          <button
            key={version.number}
            type="button"
            className={`btn sm ${lookOf(version)}`}
            onClick={() => {
              props.onTake(item, version);
            }}
          >
            <i className="sw" />
            Take {sayers(layers, version)}’s <kbd>{version.number}</kbd>
          </button>
        ))}
      <button type="button" className="btn sm quiet" onClick={props.onEdit}>
        Edit <kbd>E</kbd>
      </button>
      <button type="button" className="btn sm quiet" onClick={props.onComment}>
        Comment <kbd>C</kbd>
      </button>
    </div>
  );
}

function Heading({ props }: { props: CardProps }): ReactElement {
  const { item, number, layers, source, decision, current } = props;
  return (
    <div className="card-h">
      {number === null ? (
        <Icon name="check" className="okc" />
      ) : (
        <span className={current ? "dn cur" : "dn"} data-n={number} aria-hidden="true" />
      )}
      <h3>
        <button
          type="button"
          onClick={() => {
            props.onFocus(item.key);
          }}
        >
          {number !== null && <span className="sr">Dispute {number}: </span>}
          {questionOf(item, source)}
        </button>
      </h3>
      <span className="dim">
        {decision !== undefined && isDecided(decision)
          ? sayDecision(item, decision, layers, source)
          : number === null
            ? "agreed, merged by itself"
            : differenceOf(item, layers)}
      </span>
      <span className="grow" />
      <span className={isDecided(decision) ? "chip ok" : number === null ? "chip" : "chip odd"}>
        {chipOf(item)}
      </span>
    </div>
  );
}

/** One item with its versions side by side. */
export function Card(props: CardProps): ReactElement {
  const { item, source, decision, current } = props;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current) box.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const told = item.kind === "clause" ? item.versions.filter(({ words }) => words.length > 0) : [];
  return (
    <section
      ref={box}
      className={`card${current ? " on" : ""}${props.number === null ? " agreed" : ""}`}
      aria-label={props.number === null ? "Agreed" : `Dispute ${props.number}`}
      data-item={item.key}
    >
      <Heading props={props} />
      {(current || props.number !== null) && (
        <div className={item.versions.length > 1 ? "ab" : "ab one"}>
          {item.versions.map((version) => (
            <VersionColumn key={version.number} props={props} version={version} />
          ))}
        </div>
      )}
      {told.map((version) => (
        <div key={version.number}>
          {item.versions.length > 2 && <p className="told">{sayers(props.layers, version)}</p>}
          <ChangeList words={version.words} />
        </div>
      ))}
      {decision?.edit && (
        <div className="edited">
          <h4>
            Edited <Icon name="check" />
          </h4>
          <ContentView item={item} content={decision.edit} source={source} />
        </div>
      )}
      {current && props.editor}
      {current && !props.frozen && props.editor === null && <Acts props={props} />}
    </section>
  );
}
