import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";

import { ApiError } from "../api/client";
import { programReportQuery } from "../api/queries";
import type { ProgramReport } from "../api/types";
import { Empty, ErrorNote } from "../components/states";
import { countWords } from "../text/counting";
import { statutePath } from "./addresses";

/** More are in the API and in `manage.py program`. */
const SHOWN = 60;
type Edge = readonly string[];

function Part({ title, items }: { title: string; items: readonly ReactNode[] }): ReactElement {
  return (
    <section className="prog-part">
      <h3>
        {title} <span className="dim num">{items.length}</span>
      </h3>
      {items.length === 0 ? (
        <p className="dim">none</p>
      ) : (
        <ul className="mono">
          {items.slice(0, SHOWN).map((item, i) => (
            <li key={i}>{item}</li>
          ))}
          {items.length > SHOWN && <li className="dim">and {items.length - SHOWN} more</li>}
        </ul>
      )}
    </section>
  );
}

function toSubsection(slug: string, label: string): ReactElement {
  return (
    <Link className="linkish" to={statutePath(slug, label.split("(")[0] ?? label, label)}>
      §{label}
    </Link>
  );
}

const asEdge = ([from, to]: Edge): string => `${from ?? ""} → ${to ?? ""}`;

/** What is known of tabling, in a sentence. */
function tablingWords({ tabling }: ProgramReport): string {
  if (tabling === null) return "Whether tabling would help has not been measured.";
  const share = Math.round((100 * tabling.inferences_after) / Math.max(1, tabling.inferences_before));
  const used = tabling.is_used ? "Silver uses tabling" : "Tabling is not used";
  return (
    `${used}: ${countWords(tabling.predicates.length, "predicate")} change no answer in ` +
    `${countWords(tabling.cases, "case")} (${share} % of the inferences), ${tabling.refused.length} would.`
  );
}

function Findings({ slug, report }: { slug: string; report: ProgramReport }): ReactElement {
  const differ = report.mismatches.map(
    ({ label, program, clause }) =>
      `${label}: (${program.join(", ")}) in the program, (${clause.join(", ")})`,
  );
  return (
    <>
      <p className="dim">
        {countWords(report.matched.length, "subsection")} and the program agree on a name.{" "}
        {tablingWords(report)}
      </p>
      <div className="prog-parts">
        <Part
          title="Subsections without predicate"
          items={report.without_predicate.map((label) => toSubsection(slug, label))}
        />
        <Part
          title="Predicates without subsection"
          items={report.without_subsection.map((one) => `${one.name}/${one.arity}`)}
        />
        <Part title="Calls in the program alone" items={report.edges_only_in_program.map(asEdge)} />
        <Part title="Calls in clauses alone" items={report.edges_only_in_clauses.map(asEdge)} />
        <Part title="Other arguments than the clause" items={differ} />
        <Part
          title="Odd in the program"
          items={report.notes.map((n) => `${n.file}:${n.line} ${n.code.replaceAll("_", " ")} ${n.text}`)}
        />
      </div>
    </>
  );
}

function Opened({ slug, onMeasure }: { slug: string; onMeasure: (() => void) | null }): ReactElement {
  const { data, error } = useQuery(programReportQuery(slug));
  if (error instanceof ApiError && error.code === "no_program") return <Empty>{error.message}</Empty>;
  if (error) return <ErrorNote error={error} />;
  if (data === undefined) return <p className="dim">Reading the program…</p>;
  return (
    <>
      <Findings slug={slug} report={data} />
      {onMeasure !== null && (
        <button type="button" className="btn sm" onClick={onMeasure}>
          Measure tabling
        </button>
      )}
    </>
  );
}

/** The program beside subsections and clauses, read when it is opened. */
export function ProgramFold(props: { slug: string; onMeasure: (() => void) | null }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="prog"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>Program and clauses</summary>
      {open && <Opened {...props} />}
    </details>
  );
}
