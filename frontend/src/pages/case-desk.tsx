import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { ReactElement } from "react";
import { useNavigate } from "react-router";

import { apiPath, describeError, request } from "../api/client";
import { caseFlagsQuery, projectQuery, sessionQuery, statuteQuery } from "../api/queries";
import type { EngineName, Flag, LayerChoice, Statute } from "../api/types";
import { CaseContext } from "../components/case/bench";
import type { CaseBench, CaseStore } from "../components/case/bench";
import { CaseText } from "../components/case/case-text";
import { focusCaseText } from "../components/case/focus";
import { InstantiationBar } from "../components/case/instantiation-bar";
import { SubsectionPane } from "../components/case/subsection-pane";
import { ValuesPane } from "../components/case/values-pane";
import { WhatIfBar } from "../components/case/what-if-bar";
import { ConflictPanel } from "../components/conflict-panel";
import { SaveMark } from "../components/save-mark";
import { Note } from "../components/states";
import { SubmitDialog } from "../components/submit-dialog";
import { useArgumentHover } from "../components/use-argument-hover";
import { showRows } from "../model/case";
import {
  clearRow,
  findCaseChecks,
  printedOf,
  putSelection,
  putTruth,
  removeSubsection,
  turnCaseSubmission,
  turnRole,
} from "../model/case-gestures";
import { caseLayer, currentInstantiation, currentRow, rowsOf } from "../model/case-session";
import { findStep } from "../model/derivation";
import { makeUuid } from "../model/ids";
import { judge, makeQuestion } from "../model/solving";
import { useSlice } from "../model/store";
import { addChange, flipStep, toWhatIf } from "../model/what-if";
import type { Supposition } from "../model/what-if";
import { isSection } from "../text/labels";
import { casePath, casesPath, homePath, statutePath } from "./addresses";
import { AddSubsectionDialog } from "./add-subsection-dialog";
import { CaseActions } from "./case-actions";
import { DerivationPane } from "./derivation-pane";
import { Shell } from "./shell";
import { useCommandKeys } from "./use-command-keys";
import type { WritingDesk } from "./use-desk";
import { useFlagKeeper, useSolving } from "./use-solving";

interface CaseDeskProps {
  readonly slug: string;
  readonly name: string;
  readonly layer: LayerChoice;
  readonly store: CaseStore;
  /** Null where the case is for reading. */
  readonly desk: WritingDesk | null;
  readonly onLayer: (layer: LayerChoice) => void;
}

const NO_FLAGS: readonly Flag[] = [];
const GOLD = "This is the gold, to read. Choose Mine to write.";
const DIFFERENCES: ReadonlySet<string> = new Set([
  "wrong_truth",
  "wrong_value",
  "missing_value",
  "engine_error",
  "limit",
]);

/** The statute of a label with the placeholders that the person sees: their own where there are some, else the gold. */
function useStatuteOf(slug: string, label: string | null, layer: LayerChoice): Statute | undefined {
  const section = label?.split("(")[0];
  const enabled = isSection(section);
  const gold = useQuery({ ...statuteQuery(slug, section ?? ""), enabled });
  const mine = useQuery({
    ...statuteQuery(slug, section ?? "", "mine"),
    enabled: enabled && layer === "mine",
  });
  const own = mine.data?.layers.find((one) => one.label === label);
  return layer === "mine" && own !== undefined && own.mentions.length > 0 ? mine.data : gold.data;
}

/** Where the focus was in the list of cases goes on: to another case, in the same layer. */
function useGoing(
  slug: string,
  layer: LayerChoice,
): (name: string | null, row?: string | null, to?: LayerChoice) => void {
  const navigate = useNavigate();
  return (name, row = null, to = layer) => {
    if (name === null) return;
    const query = new URLSearchParams({
      ...(to === "mine" ? { layer: to } : {}),
      ...(row === null ? {} : { row }),
    });
    const end = query.size > 0 ? `?${query.toString()}` : "";
    void navigate(casePath(slug, name) + end);
  };
}

/** The case workbench: text and values, the subsection they fill, what the engine makes of it. */
export function CaseDesk(props: CaseDeskProps): ReactElement {
  const { slug, name, layer, store, desk, onLayer } = props;
  const client = useQueryClient();
  const state = useSlice(store, (whole) => whole);
  const one = currentInstantiation(state);
  const { data: project } = useQuery(projectQuery(slug));
  const { data: flags = NO_FLAGS } = useQuery(caseFlagsQuery(slug, name));
  const [engine, setEngine] = useState<EngineName>("structure");
  const [compat, setCompat] = useState(false);
  const [asked, setAsked] = useState(false);
  const [changes, setChanges] = useState<readonly Supposition[]>([]);
  const [opened, setOpened] = useState<string | null>(null);
  const [noting, setNoting] = useState(false);
  const [adding, setAdding] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const [filled, setFilled] = useState(true);
  const cols = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const go = useGoing(slug, layer);
  useArgumentHover(cols);

  const bench = useMemo(
    (): CaseBench => ({
      store,
      canWrite: desk !== null,
      makeId: makeUuid,
      perform: (gesture) => {
        if (desk !== null) desk.writing.perform(gesture);
        else store.send({ type: "said", text: GOLD, fault: true });
      },
    }),
    // Writing stays the same as long as the desk does.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [store, desk?.writing],
  );
  const { perform } = bench;

  const whatIf = toWhatIf(changes, state.one.facts);
  const question = one === undefined ? null : makeQuestion(state, one, engine, layer, compat);
  const body =
    question === null ? null : { ...question, ...(whatIf === undefined ? {} : { what_if: whatIf }) };
  const solving = useSolving({ slug, name, body, asked });
  const solved = solving.query.data;
  const answer = solved?.base ?? solved;
  const verdict = one !== undefined && answer !== undefined ? judge(answer, one.truth) : null;
  const root = solved?.derivation[0];
  const isLeaf = engine === "structure" && (root === undefined || root.kind === "leaf");
  const mayFlag = layer === "mine" || project?.role === "reviewer" || project?.role === "manager";
  const keeper = useFlagKeeper({
    ...{ slug, name, flags, engine, compat },
    instantiation: one?.id ?? null,
    ready:
      mayFlag &&
      asked &&
      !solving.query.isPlaceholderData &&
      changes.length === 0 &&
      !isLeaf &&
      solving.query.isSuccess &&
      one?.truth != null &&
      solving.body?.truth === one.truth,
    stamp: JSON.stringify(question),
    outbox: desk?.outbox ?? null,
  });
  const flagged = useMemo(
    () =>
      new Set(
        flags.flatMap((flag) =>
          DIFFERENCES.has(flag.status) &&
          flag.note === "" &&
          flag.outdated === "" &&
          flag.instantiation !== null
            ? [flag.instantiation]
            : [],
        ),
      ),
    [flags],
  );

  const values = useMemo(() => showRows(rowsOf(state, one)), [state, one]);
  const statute = useStatuteOf(slug, one?.label ?? null, layer);
  const step = solving.tree.current === null ? undefined : findStep(solving.tree, solving.tree.current);
  const openedStep = (opened === null ? undefined : findStep(solving.tree, opened)) ?? null;
  const openedStatute = useStatuteOf(slug, openedStep?.label ?? null, layer);
  const spans = asked && step !== undefined && step !== root ? step.spans : NO_SPANS;

  const said = (text: string): void => {
    store.send({ type: "said", text, fault: true });
  };
  const solve = (): void => {
    if (one === undefined) {
      said("Add a subsection first: it is what the engine is asked about.");
      return;
    }
    if (asked) void solving.query.refetch();
    setAsked(true);
  };
  const reset = (): void => {
    setChanges([]);
  };
  const suppose = (change: Supposition): void => {
    setChanges(addChange(changes, change));
  };
  const turn = (): void => {
    if (step === undefined) {
      said("Solve first, with S; then choose a step of the derivation.");
      return;
    }
    const flip = flipStep(step, engine);
    if (flip.ok) suppose(flip.change);
    else said(flip.say);
  };
  const tryParts = (): void => {
    const turned = (solving.why?.parts ?? []).flatMap((part) => {
      const flip = flipStep(part, engine);
      return flip.ok && flip.change.kind === "truth" ? [{ ...flip.change, to: part.wanted }] : [];
    });
    setChanges(turned.reduce<readonly Supposition[]>(addChange, changes));
  };
  const nextDifference = async (): Promise<void> => {
    const here = [...caseLayer(state).instantiations.values()].filter((row) => flagged.has(row.id));
    const after = here.slice(here.findIndex((row) => row.id === state.at) + 1)[0];
    if (after !== undefined) {
      store.send({ type: "instantiationChosen", id: after.id });
      return;
    }
    try {
      const path = `${apiPath("projects", slug, "replay", "next")}?case=${encodeURIComponent(name)}`;
      const { flag } = await request<{ readonly flag: Flag | null }>("GET", path);
      if (flag === null) said("No difference with the engine is open. Replay all to look again.");
      else if (flag.case === name && flag.instantiation === state.at)
        said("This is the only open difference.");
      else
        go(flag.case, flag.instantiation, flag.author === null || flag.author === "gold" ? "gold" : "mine");
    } catch (error) {
      said(describeError(error));
    }
  };

  const layerState = caseLayer(state).state;
  const putNumber = (number: number): void => {
    const row = rowsOf(store.get(), currentInstantiation(store.get())).find(
      (other) => other.number === number,
    );
    if (row !== undefined) store.send({ type: "argumentChosen", name: row.name });
    perform(putSelection(store.get(), number));
  };
  const digits = Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [
      String(number),
      () => {
        putNumber(number);
      },
    ]),
  );
  const keys = {
    ...digits,
    "0": () => {
      perform(clearRow(store.get()));
    },
    "=": () => {
      const row = currentRow(store.get());
      if (row === undefined || desk === null) perform(clearRow(store.get()));
      else store.send({ type: "typingBegun", name: row.name });
    },
    q: () => {
      perform(turnRole(store.get()));
    },
    t: () => {
      perform(putTruth(store.get(), true));
    },
    f: () => {
      perform(putTruth(store.get(), false));
    },
    a: () => {
      if (desk === null) said(GOLD);
      else setAdding(true);
    },
    x: () => {
      perform(removeSubsection(store.get()));
    },
    j: () => {
      store.send({ type: "instantiationMoved", by: 1 });
    },
    k: () => {
      store.send({ type: "instantiationMoved", by: -1 });
    },
    PageDown: () => {
      store.send({ type: "argumentMoved", by: 1 });
    },
    PageUp: () => {
      store.send({ type: "argumentMoved", by: -1 });
    },
    v: () => {
      setFilled(!filled);
    },
    s: solve,
    e: () => {
      setEngine(engine === "structure" ? "program" : "structure");
      setChanges([]);
    },
    w: turn,
    c: () => {
      if (verdict?.kind === "differs" && mayFlag) setNoting(true);
      else said("There is no difference with the engine to write a note about.");
    },
    d: () => void nextDifference(),
    n: () => {
      if (state.one.next === null) said("This is the last case.");
      go(state.one.next);
    },
    p: () => {
      if (state.one.previous === null) said("This is the first case.");
      go(state.one.previous);
    },
    Escape: () => {
      if (changes.length > 0) reset();
      else if (state.selection?.made === true) store.send({ type: "selectionDropped" });
      else setOpened(null);
    },
  };
  const askSubmit = (): void => {
    setSubmitting(true);
  };
  useCommandKeys({
    undo: () => desk?.writing.undo(),
    redo: () => desk?.writing.redo(),
    submit: desk === null || layerState === "submitted" ? null : askSubmit,
  });
  const printed = one === undefined ? "" : printedOf(state, one.label);
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
            onGo={go}
            onSolve={solve}
            onSubmit={() => {
              if (layerState === "submitted") perform(turnCaseSubmission(store.get()));
              else askSubmit();
            }}
          />
        }
      >
        <main id="main" className="cdesk" ref={cols}>
          <h1 className="sr">Case {name}</h1>
          <div className="ccols">
            <section className="col" aria-label="Case">
              <div className="pane-h">
                <h2 className="eyebrow">Case</h2>
                <span className="grow" />
                <span className="dim num">
                  {caseLayer(state).instantiations.size === 0
                    ? "no subsection yet"
                    : `evidence of ${printed}`}
                </span>
              </div>
              <CaseText values={values} spans={spans} />
              <div className="vals-w">
                <InstantiationBar
                  flagged={flagged}
                  onAdd={() => {
                    setAdding(true);
                  }}
                />
                {one === undefined && (
                  <p className="empty pad">
                    {desk === null
                      ? "The gold says nothing of this case."
                      : "No subsection yet. Press A and name the one that the question asks about."}
                  </p>
                )}
                <ValuesPane list={list} />
              </div>
            </section>
            <SubsectionPane
              label={one?.label ?? null}
              printed={printed}
              to={statutePath(slug, one?.label.split("(")[0] ?? "", one?.label)}
              statute={statute}
              values={values}
              filled={filled}
              onFilled={setFilled}
              opened={openedStep}
              openedStatute={openedStatute}
              onClose={() => {
                setOpened(null);
              }}
            />
            <DerivationPane
              slug={slug}
              state={state}
              instantiation={one}
              layer={layer}
              engine={engine}
              compat={compat}
              asked={asked}
              solving={solving}
              verdict={verdict}
              keeper={keeper}
              flags={flags}
              mayFlag={mayFlag}
              noting={noting}
              notes={<Notes desk={desk} slug={slug} store={store} />}
              onNoting={setNoting}
              onEngine={(next) => {
                setEngine(next);
                setChanges([]);
              }}
              onCompat={setCompat}
              onSolve={solve}
              onTake={(truth) => {
                perform(putTruth(store.get(), truth));
              }}
              onShow={setOpened}
              onTry={engine === "structure" ? tryParts : null}
            />
          </div>
          {asked && one !== undefined && (
            <WhatIfBar
              changes={changes}
              solved={solved}
              root={printed}
              engine={engine}
              rows={rowsOf(state, one)}
              facts={state.one.facts}
              onAdd={suppose}
              onReset={reset}
            />
          )}
        </main>
        <div className="sr" role="status" data-count={state.said.count}>
          {state.said.text}
        </div>
        {adding && (
          <AddSubsectionDialog
            slug={slug}
            layer={layer}
            onClose={() => {
              setAdding(false);
              focusCaseText();
            }}
          />
        )}
        {submitting && desk !== null && (
          <Submission
            desk={desk}
            store={store}
            onClose={() => {
              setSubmitting(false);
              focusCaseText();
            }}
          />
        )}
      </Shell>
    </CaseContext>
  );
}

const NO_SPANS: readonly (readonly [number, number])[] = [];

function Submission({
  desk,
  store,
  onClose,
}: {
  desk: WritingDesk;
  store: CaseStore;
  onClose: () => void;
}): ReactElement {
  const save = useSyncExternalStore(desk.outbox.subscribe, desk.outbox.state);
  const away = save.kind === "offline" || save.kind === "signed_out";
  return (
    <SubmitDialog
      printed={store.get().one.name}
      checks={findCaseChecks(store.get())}
      barred={away ? "Submitting waits until the server is back; your work is kept." : null}
      onSubmit={() => {
        desk.writing.perform(turnCaseSubmission(store.get()));
      }}
      onClose={onClose}
    />
  );
}

/** What stands between the person and saved work: conflicts to settle, edits that were refused. */
function Notes({
  desk,
  slug,
  store,
}: {
  desk: WritingDesk | null;
  slug: string;
  store: CaseStore;
}): ReactElement | null {
  const state = useSlice(store, (whole) => whole);
  if (desk === null) return null;
  const here = [...desk.held.values()].filter((held) => held.slug === slug && state.labels.has(held.layer));
  return (
    <>
      {here.map((held) => (
        <ConflictPanel
          key={`${held.layer}.${held.revision}`}
          held={held}
          mine={caseLayer(state)}
          source={state.words}
          printed={state.one.name}
          onSettle={desk.settleHeld}
        />
      ))}
      {desk.refusals.length > 0 && (
        <Note
          kind="bad"
          act={
            <button type="button" className="btn sm" onClick={desk.dismiss}>
              Understood
            </button>
          }
        >
          Not saved: {desk.refusals.join(" ")}
        </Note>
      )}
      {caseLayer(state).state === "returned" && (
        <Note kind="warn">Returned: {caseLayer(state).reason || "without a reason."}</Note>
      )}
    </>
  );
}
