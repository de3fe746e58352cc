import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";
import { flushSync } from "react-dom";

import { projectQuery, sessionQuery } from "../api/queries";
import type { LayerChoice } from "../api/types";
import { CaseContext } from "../components/case/bench";
import type { CaseBench, CaseStore } from "../components/case/bench";
import { focusCaseText, focusComment } from "../components/case/focus";
import { SubsectionPane } from "../components/case/subsection-pane";
import { WhatIfBar } from "../components/case/what-if-bar";
import { GuidelinesDialog } from "../components/guidelines";
import { SaveMark } from "../components/save-mark";
import { useArgumentHover } from "../components/use-argument-hover";
import { showAll } from "../model/case";
import { printedOf, putTruth, turnCaseSubmission } from "../model/case-gestures";
import { caseLayer, currentInstantiation } from "../model/case-session";
import { shownInstantiation } from "../model/case-state-suggestions";
import { makeUuid } from "../model/ids";
import { setSuggestions } from "../model/preferences";
import { useSlice } from "../model/store";
import { supposables } from "../model/what-if";
import { AddSubsectionDialog } from "./add-subsection-dialog";
import { casesPath, homePath, statutePath } from "./addresses";
import { CaseActions } from "./case-actions";
import { CaseColumn } from "./case-column";
import { CaseComments, useCaseCommentCount } from "./case-comments";
import { CaseHistory } from "./case-history";
import { CaseNotes, CaseSubmission } from "./case-notes";
import { CaseSide, nextTab } from "./case-side";
import type { CaseTab } from "./case-side";
import { DerivationPane } from "./derivation-pane";
import { Shell } from "./shell";
import { useCaseEngine } from "./use-case-engine";
import { useCaseGoing } from "./use-case-going";
import { caseKeys, GOLD } from "./use-case-keys";
import { useCommandKeys } from "./use-command-keys";
import type { WritingDesk } from "./use-desk";
import { useOpenedStep } from "./use-opened-step";
import { useStatuteOf } from "./use-statute-of";

interface CaseDeskProps {
  readonly slug: string;
  readonly name: string;
  readonly layer: LayerChoice;
  readonly store: CaseStore;
  /** Null where the case is for reading. */
  readonly desk: WritingDesk | null;
  readonly onLayer: (layer: LayerChoice) => void;
}

/** What the parts of the screen can do to the case; in gold they say that it is for reading. */
function useCaseBench(store: CaseStore, desk: WritingDesk | null): CaseBench {
  return useMemo(
    (): CaseBench => ({
      store,
      canWrite: desk !== null,
      makeId: makeUuid,
      perform: (gesture) => {
        if (desk !== null) desk.writing.perform(gesture);
        else store.send({ type: "said", text: GOLD, fault: true });
      },
      showSuggestions: (on) => {
        setSuggestions(on);
        store.send({ type: "suggestionsTurned", showing: on });
        store.send({ type: "said", text: on ? "Suggestions are shown" : "Suggestions are hidden" });
      },
    }),
    // Writing stays the same as long as the desk does.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [store, desk?.writing],
  );
}

type Dialog = "add" | "submit" | "guide" | "suppose" | null;

/** The case workbench: text and values, the subsection they fill, what the engine and people make of it. */
export function CaseDesk(props: CaseDeskProps): ReactElement {
  const { slug, name, layer, store, desk, onLayer } = props;
  const client = useQueryClient();
  const state = useSlice(store, (whole) => whole);
  const one = currentInstantiation(state);
  const shown = shownInstantiation(state);
  const { data: project } = useQuery(projectQuery(slug));
  const [dialog, setDialog] = useState<Dialog>(null);
  const [tab, setTab] = useState<CaseTab>("derivation");
  const [noting, setNoting] = useState(false);
  const [filled, setFilled] = useState(true);
  const [everywhere, setEverywhere] = useState(false);
  const cols = useRef<HTMLElement>(null);
  const bench = useCaseBench(store, desk);
  const engine = useCaseEngine({ slug, name, layer, state, store, desk });
  const going = useCaseGoing(slug, name, layer, store);
  const [opened, open] = useOpenedStep(engine.solving.tree, `${engine.engine} ${one?.id ?? ""}`);
  const commentCount = useCaseCommentCount(slug, name);
  const values = useMemo(() => showAll(state), [state]);
  const statute = useStatuteOf(slug, shown?.label ?? null, layer);
  const openedStatute = useStatuteOf(slug, opened?.label ?? null, layer);
  useArgumentHover(cols);

  const layerState = caseLayer(state).state;
  const comment = (): void => {
    flushSync(() => {
      setTab("comments");
    });
    focusComment();
  };
  const close = (): void => {
    setDialog(null);
    focusCaseText();
  };
  const askSubmit = (): void => {
    setDialog("submit");
  };
  const show = (key: string): void => {
    open(key);
  };
  const keys = caseKeys({
    ...{ bench, engine, going },
    onAdd: () => {
      setDialog("add");
    },
    onComment: () => {
      const differs = engine.asked && engine.verdict?.kind === "differs" && engine.mayFlag;
      if (!differs || engine.keeper.flag?.note) comment();
      else {
        setTab("derivation");
        setNoting(true);
      }
    },
    onTab: () => {
      setTab(nextTab(tab));
    },
    onFilled: () => {
      setFilled(!filled);
    },
    onEvidence: () => {
      setEverywhere(!everywhere);
    },
    onSuppose: () => {
      if (engine.asked && one !== undefined) setDialog("suppose");
      else engine.turn();
    },
    onGuide: () => {
      setDialog("guide");
    },
    onClose: () => {
      open(null);
    },
  });
  useCommandKeys({
    undo: () => desk?.writing.undo(),
    redo: () => desk?.writing.redo(),
    submit: desk === null || layerState === "submitted" ? null : askSubmit,
  });
  const printed = shown === undefined ? "" : printedOf(state, shown.label);
  return (
    <CaseContext value={bench}>
      <Shell
        title={`Case ${name}`}
        screen="case"
        slug={slug}
        crumbs={[
          { words: project?.name ?? slug, to: homePath(slug) },
          { words: "Cases", to: casesPath(slug) },
          { words: name },
        ]}
        keys={keys}
        status={
          <>
            <span className="chip wide">{state.one.split ?? "no split"}</span>
            {desk !== null && (
              <SaveMark outbox={desk.outbox} onSignIn={() => void client.invalidateQueries(sessionQuery)} />
            )}
          </>
        }
        actions={
          <CaseActions
            one={state.one}
            layer={layer}
            layerState={layerState}
            desk={desk}
            onLayer={onLayer}
            onGo={going.go}
            onSolve={engine.solve}
            onSubmit={() => {
              if (layerState === "submitted") bench.perform(turnCaseSubmission(store.get()));
              else askSubmit();
            }}
          />
        }
      >
        <main id="main" className="cdesk" ref={cols}>
          <h1 className="sr">Case {name}</h1>
          <div className="ccols">
            <CaseColumn
              {...{ store, desk, values, printed, everywhere }}
              label={shown?.label ?? null}
              flagged={engine.flagged}
              step={engine.step === engine.solved?.derivation[0] ? undefined : engine.step}
              onEverywhere={setEverywhere}
              onAdd={() => {
                setDialog("add");
              }}
            />
            <SubsectionPane
              label={shown?.label ?? null}
              printed={printed}
              to={statutePath(slug, shown?.label.split("(")[0] ?? "", shown?.label)}
              statute={statute}
              values={values}
              filled={filled}
              onFilled={setFilled}
              opened={opened}
              openedStatute={openedStatute}
              onClose={() => {
                open(null);
              }}
            />
            <CaseSide
              tab={tab}
              commentCount={commentCount}
              onTab={setTab}
              notes={<CaseNotes desk={desk} slug={slug} store={store} />}
            >
              {{
                derivation: () => (
                  <DerivationPane
                    {...{ state, engine, noting }}
                    onNoting={setNoting}
                    onTake={(truth) => {
                      bench.perform(putTruth(store.get(), truth));
                    }}
                    onShow={show}
                  />
                ),
                comments: () => <CaseComments slug={slug} store={store} />,
                history: () => <CaseHistory slug={slug} store={store} desk={desk} />,
              }}
            </CaseSide>
          </div>
          {engine.asked && one !== undefined && (
            <WhatIfBar
              changes={engine.changes}
              solved={engine.solved}
              root={printed}
              engine={engine.engine}
              choices={supposables(state, one, engine.engine)}
              asking={dialog === "suppose"}
              facts={state.one.facts}
              onAsking={(asking) => {
                setDialog(asking ? "suppose" : null);
              }}
              onAdd={engine.suppose}
              onReset={engine.reset}
            />
          )}
        </main>
        <div className="sr" role="status" data-count={state.said.count}>
          {state.said.text}
        </div>
        {dialog === "add" && <AddSubsectionDialog slug={slug} layer={layer} onClose={close} />}
        {dialog === "guide" && <GuidelinesDialog slug={slug} onClose={close} />}
        {dialog === "submit" && desk !== null && <CaseSubmission desk={desk} store={store} onClose={close} />}
      </Shell>
    </CaseContext>
  );
}
