/** What the parts of the screen can do to a person's layer; null where the screen is for reading. */
import { createContext } from "react";

import type { Gesture } from "../model/gestures";
import type { SessionAction, SessionState } from "../model/session";
import type { Store } from "../model/store";

export type SessionStore = Store<SessionState, SessionAction>;

export interface Editing {
  readonly store: SessionStore;
  readonly makeId: () => string;
  /** Carries out what a key or a drag means, or says why it cannot be. */
  readonly perform: (gesture: Gesture) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly askSubmit: () => void;
  /** Draws suggestions or hides them; remembered in this browser. */
  readonly showSuggestions: (on: boolean) => void;
}

export const EditingContext = createContext<Editing | null>(null);
