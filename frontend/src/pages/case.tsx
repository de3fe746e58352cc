import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";
import { Link, useParams } from "react-router";

import { caseQuery, projectQuery, statuteQuery } from "../api/queries";
import type { Case, Instantiation, Statute } from "../api/types";
import { EvidenceText } from "../components/evidence-text";
import { Segmented } from "../components/segmented";
import { Empty, ErrorNote } from "../components/states";
import { SubsectionText } from "../components/subsection-text";
import { useArgumentHover } from "../components/use-argument-hover";
import { TruthChip, ValueList } from "../components/value-list";
import { showValues } from "../model/case";
import type { ShownValue } from "../model/case";
import { buildDocument } from "../model/document";
import { isSection } from "../text/labels";
import { casesPath, homePath, statutePath } from "./addresses";
import { Shell } from "./shell";

const NO_VALUES: readonly ShownValue[] = [];

function Fold({ words, text }: { words: string; text: string }): ReactElement | null {
  if (text.trim() === "") return null;
  return (
    <details className="fold">
      <summary>{words}</summary>
      <pre>{text}</pre>
    </details>
  );
}

function CaseColumn({ one, values }: { one: Case; values: readonly ShownValue[] }): ReactElement {
  return (
    <section className="col" aria-label="Case">
      <div className="pane-h">
        <h2 className="eyebrow">Case</h2>
        <span className="grow" />
        <span className="mono dim">{one.sha256.slice(0, 8)}</span>
      </div>
      <div className="pane grow text">
        <div className="law">
          <EvidenceText text={one.text} values={values} />
        </div>
        <div className="qn">
          <div className="qn-h">
            <h3 className="eyebrow">Question</h3>
            {one.answer && <span className="chip">Answer: {one.answer}</span>}
          </div>
          <div className="law">
            <p>{one.question}</p>
          </div>
        </div>
        <Fold words="Facts" text={one.facts} />
        <Fold words="Test" text={one.test} />
      </div>
    </section>
  );
}

interface ValuesColumnProps {
  readonly instantiations: readonly Instantiation[];
  readonly current: Instantiation | undefined;
  readonly values: readonly ShownValue[];
  readonly onChoose: (index: number) => void;
}

function ValuesColumn({ instantiations, current, values, onChoose }: ValuesColumnProps): ReactElement {
  return (
    <section className="col chrome" aria-label="Values">
      <div className="pane-h">
        <h2 className="eyebrow">Values</h2>
        <span className="dim num">{instantiations.length}</span>
      </div>
      <div className="pane grow">
        {instantiations.length === 0 && (
          <div className="insp-b">
            <Empty>No values yet.</Empty>
          </div>
        )}
        {instantiations.map((one, index) => (
          <div className="inst" key={one.id}>
            <button
              type="button"
              className="inst-h"
              aria-expanded={one === current}
              onClick={() => {
                onChoose(index);
              }}
            >
              <span className="mono">{one.printed}</span>
              <span className="dim">{one.author.kind === "gold" ? one.origin : one.author.name}</span>
              <span className="grow" />
              <TruthChip truth={one.truth} />
            </button>
            {one === current && <ValueList values={values} truth={one.truth} />}
          </div>
        ))}
      </div>
    </section>
  );
}

interface SubsectionColumnProps {
  readonly slug: string;
  readonly one: Instantiation | undefined;
  readonly statute: Statute | undefined;
  readonly values: readonly ShownValue[];
  readonly filled: boolean;
  readonly onFilled: (filled: boolean) => void;
}

function SubsectionColumn({
  slug,
  one,
  statute,
  values,
  filled,
  onFilled,
}: SubsectionColumnProps): ReactElement {
  const document = useMemo(() => (statute ? buildDocument(statute) : undefined), [statute]);
  return (
    <section className="col" aria-label="Subsection with values">
      <div className="pane-h">
        <h2 className="eyebrow">Subsection</h2>
        {one && isSection(one.section) && (
          <Link className="mono dim t-link" to={statutePath(slug, one.section, one.label)}>
            {one.printed}
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
            onFilled(choice === "values");
          }}
        />
      </div>
      <div className="pane grow subp">
        {document && one && (
          <SubsectionText document={document} label={one.label} values={filled ? values : null} />
        )}
        {one && !isSection(one.section) && (
          <Empty>{one.printed} belongs to no section, so there is no text to show.</Empty>
        )}
      </div>
    </section>
  );
}

function CaseView({ slug, one }: { slug: string; one: Case }): ReactElement {
  const [at, setAt] = useState(0);
  const [filled, setFilled] = useState(true);
  const cols = useRef<HTMLElement>(null);
  const current = one.instantiations[at];
  const { data: project } = useQuery(projectQuery(slug));
  const { data: statute } = useQuery({
    ...statuteQuery(slug, current?.section ?? ""),
    enabled: isSection(current?.section),
  });
  const values = useMemo(() => {
    if (current === undefined) return NO_VALUES;
    return showValues(
      current,
      statute?.layers.find((layer) => layer.label === current.label),
    );
  }, [current, statute]);
  useArgumentHover(cols);
  const last = one.instantiations.length - 1;
  const keys = {
    j: () => {
      setAt(Math.min(at + 1, last));
    },
    k: () => {
      setAt(Math.max(at - 1, 0));
    },
    v: () => {
      setFilled(!filled);
    },
  };
  const crumbs = [
    { words: project?.name ?? slug, to: homePath(slug) },
    { words: "Cases", to: casesPath(slug) },
    { words: one.name },
  ];
  return (
    <Shell
      title={`Case ${one.name}`}
      screen="case"
      slug={slug}
      crumbs={crumbs}
      keys={keys}
      actions={<span className="chip">{one.split ?? "no split"}</span>}
    >
      <main id="main" className="ccols" ref={cols}>
        <h1 className="sr">Case {one.name}</h1>
        <CaseColumn one={one} values={values} />
        <ValuesColumn
          instantiations={one.instantiations}
          current={current}
          values={values}
          onChoose={setAt}
        />
        <SubsectionColumn
          slug={slug}
          one={current}
          statute={statute}
          values={values}
          filled={filled}
          onFilled={setFilled}
        />
      </main>
    </Shell>
  );
}

/** A case with its values and the evidence for them, to read. */
export function CasePage(): ReactElement {
  const { slug = "", name = "" } = useParams();
  const query = useQuery(caseQuery(slug, name));
  if (query.data !== undefined) return <CaseView key={name} slug={slug} one={query.data} />;
  return (
    <Shell
      title={`Case ${name}`}
      screen="case"
      slug={slug}
      crumbs={[{ words: "Cases", to: casesPath(slug) }, { words: name }]}
    >
      <main id="main" className="pane">
        <div className="home one">
          {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
        </div>
      </main>
    </Shell>
  );
}
