import type { ReactElement } from "react";

import { describeError } from "../api/client";
import type { EngineName, Solved } from "../api/types";
import { ChangedList } from "../components/case/changed-list";
import { focusCaseText } from "../components/case/focus";
import { FlagBox } from "../components/case/flag-box";
import { KeptFlags } from "../components/case/kept-flags";
import { StepTree } from "../components/case/step-tree";
import { WhyBox } from "../components/case/why-box";
import { Segmented } from "../components/segmented";
import { Note } from "../components/states";
import { printedOf } from "../model/case-gestures";
import type { CaseState } from "../model/case-session";
import { currentInstantiation } from "../model/case-session";
import { keyOf, reveal } from "../model/derivation";
import { countWords } from "../text/counting";
import type { CaseEngine } from "./use-case-engine";

interface DerivationPaneProps {
  readonly state: CaseState;
  readonly engine: CaseEngine;
  readonly noting: boolean;
  readonly onNoting: (noting: boolean) => void;
  readonly onTake: (truth: boolean) => void;
  readonly onShow: (key: string) => void;
}

/** How long the answer took and how long its derivation is. */
function measure({ seconds, steps }: Solved): string {
  const time = seconds < 1 ? `${Math.max(1, Math.round(seconds * 1000))} ms` : `${seconds.toFixed(1)} s`;
  return `${time}, ${countWords(steps, "step")}`;
}

/** By what it is solved, and how long that took. */
function EngineRow({ engine }: { engine: CaseEngine }): ReactElement {
  const { asked, solved } = engine;
  return (
    <div className="dv-by">
      <span className="dim num">{asked && solved !== undefined ? measure(solved) : "not solved yet"}</span>
      <span className="grow" />
      {engine.engine === "program" && (
        <label className="chk" title="Take rdiv and missing final dots as old programs did">
          <input
            type="checkbox"
            checked={engine.compat}
            onChange={(event) => {
              engine.setCompat(event.target.checked);
            }}
          />{" "}
          old arithmetic
        </label>
      )}
      <Segmented<EngineName>
        label="Solve by"
        value={engine.engine}
        choices={[
          ["structure", "Structure"],
          ["program", "Program"],
        ]}
        onChoose={engine.setEngine}
      />
    </div>
  );
}

/** The answer, beside the person's, and how it was come to. */
export function DerivationPane(props: DerivationPaneProps): ReactElement {
  const { state, engine } = props;
  const { asked, solving, verdict, keeper, solved, step } = engine;
  const { query, tree } = solving;
  const one = currentInstantiation(state);
  const printed = one === undefined ? "" : printedOf(state, one.label);
  const answered = asked && solved !== undefined && !query.isError;
  const show = (path: readonly number[]): void => {
    const next = reveal(tree, path);
    solving.setTree(next);
    props.onShow(keyOf(path));
    if (next.current !== keyOf(path) && next.current !== null) solving.want(next.current, 0);
    document.getElementById("derivation-tree")?.focus({ preventScroll: true });
  };
  const where = solving.why?.parts[0];
  return (
    <div className="dv" aria-busy={query.isPlaceholderData}>
      <EngineRow engine={engine} />
      {!asked && (
        <div className="pane grow dv-start">
          {one !== undefined && (
            <p className="empty">
              Press <kbd>S</kbd> to hold {printed} against the engine.
            </p>
          )}
          <KeptFlags state={state} flags={engine.flags} />
        </div>
      )}
      {asked && query.isError && (
        <div className="dv-notes">
          <Note
            kind="bad"
            act={
              <button type="button" className="btn sm" onClick={engine.solve}>
                Try again
              </button>
            }
          >
            {engine.engine === "program" ? "By program: " : "By structure: "}
            {describeError(query.error)}
            <Nearest error={query.error} />
          </Note>
        </div>
      )}
      {asked && query.isFetching && solved === undefined && <p className="empty pad">Solving…</p>}
      {answered && verdict !== null && (
        <FlagBox
          verdict={verdict}
          flag={keeper.flag}
          canWrite={engine.mayFlag}
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
      {answered && (
        <>
          {solved.derivation_cut && (
            <p className="dv-fault">The derivation is longer than is kept; its end is left out.</p>
          )}
          <StepTree
            tree={tree}
            changed={solved.changed}
            label={`Derivation of ${printed}`}
            onTree={solving.setTree}
            onWanted={solving.want}
            onShow={props.onShow}
          />
          {solved.base !== null && <ChangedList changed={solved.changed} onShow={show} />}
          {solved.base === null && solving.why && step && step.truth !== "true" && (
            <WhyBox
              step={step}
              why={solving.why}
              source={state.words}
              root={step.label === null ? "it" : `§${step.label}`}
              onShow={show}
              onTry={engine.engine === "structure" ? engine.tryParts : null}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Names that may have been meant, where the error brings some. */
function Nearest({ error }: { error: unknown }): ReactElement | null {
  const extra = typeof error === "object" && error !== null && "extra" in error ? error.extra : null;
  const nearest = typeof extra === "object" && extra !== null && "nearest" in extra ? extra.nearest : null;
  if (!Array.isArray(nearest) || nearest.length === 0) return null;
  return <> Nearest: {nearest.join(", ")}.</>;
}
