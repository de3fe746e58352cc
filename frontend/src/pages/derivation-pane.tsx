import type { ReactElement, ReactNode } from "react";

import { describeError } from "../api/client";
import type { EngineName, Flag, LayerChoice } from "../api/types";
import { ChangedList } from "../components/case/changed-list";
import { focusCaseText } from "../components/case/focus";
import { FlagBox } from "../components/case/flag-box";
import { StepTree } from "../components/case/step-tree";
import { WhyBox } from "../components/case/why-box";
import { Segmented } from "../components/segmented";
import { Note } from "../components/states";
import { printedOf } from "../model/case-gestures";
import type { CaseState } from "../model/case-session";
import { caseLayer } from "../model/case-session";
import { findStep, keyOf, reveal } from "../model/derivation";
import type { Instantiation } from "../model/edits";
import { FLAG_WORDS, OUTDATED_WORDS } from "../model/solving";
import type { Verdict } from "../model/solving";
import { countWords } from "../text/counting";
import type { FlagKeeper, Solving } from "./use-solving";

interface DerivationPaneProps {
  readonly slug: string;
  readonly state: CaseState;
  readonly instantiation: Instantiation | undefined;
  readonly layer: LayerChoice;
  readonly engine: EngineName;
  readonly compat: boolean;
  readonly asked: boolean;
  readonly solving: Solving;
  readonly verdict: Verdict | null;
  readonly keeper: FlagKeeper;
  readonly flags: readonly Flag[];
  readonly mayFlag: boolean;
  readonly noting: boolean;
  readonly notes: ReactNode;
  readonly onNoting: (noting: boolean) => void;
  readonly onEngine: (engine: EngineName) => void;
  readonly onCompat: (compat: boolean) => void;
  readonly onSolve: () => void;
  readonly onTake: (truth: boolean) => void;
  readonly onShow: (key: string) => void;
  readonly onTry: (() => void) | null;
}

/** What earlier replays found of this layer of the case. */
function KeptFlags({ state, flags }: Pick<DerivationPaneProps, "state" | "flags">): ReactElement | null {
  const own = flags.filter((flag) => flag.layer === caseLayer(state).id || flag.layer === null);
  if (own.length === 0) return null;
  return (
    <div className="kept">
      <h3>Flags</h3>
      <ul>
        {own.map((flag) => (
          <li
            key={`${flag.instantiation ?? "test"} ${flag.engine} ${flag.goal}`}
            className={flag.note === "" ? flag.status : "noted"}
          >
            <b>{flag.label == null ? "The case’s test" : printedOf(state, flag.label ?? "")}</b> by{" "}
            {flag.engine}: {FLAG_WORDS[flag.status] ?? flag.status}
            {flag.detail !== "" && `. ${flag.detail}`}
            {flag.note !== "" && ` Settled by ${flag.noted_by ?? "someone"}: ${flag.note}`}
            {flag.outdated !== "" && <i> Out of date: {OUTDATED_WORDS[flag.outdated] ?? flag.outdated}.</i>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function measure(props: DerivationPaneProps): string {
  const answer = props.solving.query.data;
  if (answer === undefined) return "";
  const time =
    answer.seconds < 1
      ? `${Math.max(1, Math.round(answer.seconds * 1000))} ms`
      : `${answer.seconds.toFixed(1)} s`;
  return `${time}, ${countWords(answer.steps, "step")}`;
}

/** The answer, beside the person's, and how it was come to. */
export function DerivationPane(props: DerivationPaneProps): ReactElement {
  const { state, engine, asked, solving, verdict, keeper, instantiation } = props;
  const { query, tree } = solving;
  const answer = query.data;
  const step = tree.current === null ? undefined : findStep(tree, tree.current);
  const printed = instantiation === undefined ? "" : printedOf(state, instantiation.label);
  const show = (path: readonly number[]): void => {
    const next = reveal(tree, path);
    solving.setTree(next);
    props.onShow(keyOf(path));
    if (next.current !== keyOf(path) && next.current !== null) solving.want(next.current, 0);
    document.getElementById("derivation-tree")?.focus({ preventScroll: true });
  };
  const where = solving.why?.parts[0];
  return (
    <section className="col chrome" aria-label="Derivation" aria-busy={query.isPlaceholderData}>
      <div className="pane-h">
        <h2 className="eyebrow">Derivation</h2>
        <span className="dim num wide">{asked ? measure(props) : ""}</span>
        <span className="grow" />
        {engine === "program" && (
          <label className="chk" title="Take rdiv and missing final dots as old programs did">
            <input
              type="checkbox"
              checked={props.compat}
              onChange={(event) => {
                props.onCompat(event.target.checked);
              }}
            />{" "}
            old arithmetic
          </label>
        )}
        <Segmented<EngineName>
          label="Solve by"
          value={engine}
          choices={[
            ["structure", "Structure"],
            ["program", "Program"],
          ]}
          onChoose={props.onEngine}
        />
      </div>
      <div className="dv-notes">{props.notes}</div>
      {!asked && (
        <div className="pane grow dv-start">
          {instantiation !== undefined && (
            <p className="empty">
              Press <kbd>S</kbd> to hold {printed} against the engine.
            </p>
          )}
          <KeptFlags state={state} flags={props.flags} />
        </div>
      )}
      {asked && query.isError && (
        <div className="dv-notes">
          <Note
            kind="bad"
            act={
              <button type="button" className="btn sm" onClick={props.onSolve}>
                Try again
              </button>
            }
          >
            {engine === "program" ? "By program: " : "By structure: "}
            {describeError(query.error)}
            <Nearest error={query.error} />
          </Note>
        </div>
      )}
      {asked && query.isFetching && answer === undefined && <p className="empty pad">Solving…</p>}
      {asked && answer !== undefined && !query.isError && verdict !== null && (
        <FlagBox
          verdict={verdict}
          flag={keeper.flag}
          canWrite={props.mayFlag}
          noting={props.noting}
          onNoting={props.onNoting}
          onTake={props.onTake}
          onNote={(note) => {
            void keeper.note(note).then(() => {
              props.onNoting(false);
              focusCaseText();
            });
          }}
          onWhere={
            where === undefined
              ? null
              : () => {
                  show(where.path);
                }
          }
        />
      )}
      {keeper.fault !== null && <p className="dv-fault">The flag could not be kept: {keeper.fault}</p>}
      {solving.wantFault !== null && <p className="dv-fault">{solving.wantFault}</p>}
      {asked && answer !== undefined && !query.isError && (
        <>
          {answer.derivation_cut && (
            <p className="dv-fault">The derivation is longer than is kept; its end is left out.</p>
          )}
          <StepTree
            tree={tree}
            changed={answer.changed}
            label={`Derivation of ${printed}`}
            onTree={solving.setTree}
            onWanted={solving.want}
            onShow={props.onShow}
          />
          {answer.base !== null && <ChangedList changed={answer.changed} onShow={show} />}
          {answer.base === null &&
            solving.why !== undefined &&
            step !== undefined &&
            step.truth !== "true" && (
              <WhyBox
                step={step}
                why={solving.why}
                source={state.words}
                root={step.label === null ? "it" : `§${step.label}`}
                onShow={show}
                onTry={props.onTry}
              />
            )}
        </>
      )}
    </section>
  );
}

/** Names that may have been meant, where the error brings some. */
function Nearest({ error }: { error: unknown }): ReactElement | null {
  const extra = typeof error === "object" && error !== null && "extra" in error ? error.extra : null;
  const nearest = typeof extra === "object" && extra !== null && "nearest" in extra ? extra.nearest : null;
  if (!Array.isArray(nearest) || nearest.length === 0) return null;
  return <> Nearest: {nearest.join(", ")}.</>;
}
