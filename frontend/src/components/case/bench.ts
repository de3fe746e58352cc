/** What the parts of the case workbench can do; in gold, which is for reading, they say so instead. */
import { createContext, useContext } from "react";

import type { CaseGesture } from "../../model/case-gestures";
import type { CaseAction, CaseState } from "../../model/case-session";
import type { Store } from "../../model/store";

export type CaseStore = Store<CaseState, CaseAction>;

export interface CaseBench {
  readonly store: CaseStore;
  readonly canWrite: boolean;
  readonly makeId: () => string;
  readonly perform: (gesture: CaseGesture) => void;
  readonly showSuggestions: (on: boolean) => void;
}

export const CaseContext = createContext<CaseBench | null>(null);

/** Returns the bench around this part of the screen. */
export function useBench(): CaseBench {
  const bench = useContext(CaseContext);
  if (bench === null) throw new Error("There is no case around this part.");
  return bench;
}
