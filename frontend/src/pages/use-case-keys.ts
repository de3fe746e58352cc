import type { CaseBench } from "../components/case/bench";
import type { KeyHandlers } from "../components/use-keys";
import { clearRow, putSelection, putTruth, removeSubsection, turnRole } from "../model/case-gestures";
import { currentInstantiation, currentRow, rowsOf } from "../model/case-session";
import type { CaseEngine } from "./use-case-engine";
import type { CaseGoing } from "./use-case-going";

export const GOLD = "This is the gold, to read. Choose Mine to write.";

interface CaseKeysProps {
  readonly bench: CaseBench;
  readonly engine: CaseEngine;
  readonly going: CaseGoing;
  readonly onAdd: () => void;
  /** Comment, or write a note where the engine differs. */
  readonly onComment: () => void;
  readonly onTab: () => void;
  readonly onFilled: () => void;
  readonly onEvidence: () => void;
  readonly onSuppose: () => void;
  readonly onGuide: () => void;
  readonly onClose: () => void;
}

/** The keys of values and rows. */
function valueKeys({ store, canWrite, perform }: CaseBench): KeyHandlers {
  const putNumber = (number: number) => (): void => {
    const rows = rowsOf(store.get(), currentInstantiation(store.get()));
    const row = rows.find((other) => other.number === number);
    if (row !== undefined) store.send({ type: "argumentChosen", name: row.name });
    perform(putSelection(store.get(), number));
  };
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [String(number), putNumber(number)] as const);
  return {
    ...Object.fromEntries(digits),
    "0": () => {
      perform(clearRow(store.get()));
    },
    "=": () => {
      const row = currentRow(store.get());
      if (row === undefined || !canWrite) perform(clearRow(store.get()));
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
  };
}

/** Returns the keys of the case workbench. */
export function caseKeys(props: CaseKeysProps): KeyHandlers {
  const { bench, engine, going } = props;
  const { store, canWrite } = bench;
  const say = (text: string): void => {
    store.send({ type: "said", text, fault: true });
  };
  return {
    ...valueKeys(bench),
    a: () => {
      if (canWrite) props.onAdd();
      else say(GOLD);
    },
    h: () => {
      if (canWrite) bench.showSuggestions(!store.get().showing);
      else say(GOLD);
    },
    s: engine.solve,
    e: () => {
      engine.setEngine(engine.engine === "structure" ? "program" : "structure");
    },
    w: engine.turn,
    "Shift+w": props.onSuppose,
    c: props.onComment,
    i: props.onTab,
    v: props.onFilled,
    "Shift+v": props.onEvidence,
    "Shift+h": props.onGuide,
    d: () => void going.nextDifference(engine.flagged),
    n: () => {
      if (store.get().one.next === null) say("This is the last case.");
      going.go(store.get().one.next);
    },
    p: () => {
      if (store.get().one.previous === null) say("This is the first case.");
      going.go(store.get().one.previous);
    },
    Escape: () => {
      const { selection, suggestion } = store.get();
      if (engine.changes.length > 0) engine.reset();
      else if (suggestion !== null || selection?.made === true) store.send({ type: "selectionDropped" });
      else props.onClose();
    },
  };
}
