/** A state with one pure update, read in small slices so that only what changed is set again. */
import { useSyncExternalStore } from "react";

export interface Store<State, Action> {
  readonly get: () => State;
  readonly send: (action: Action) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Returns a store that starts from the state given. */
export function createStore<State, Action>(
  initial: State,
  update: (state: State, action: Action) => State,
): Store<State, Action> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    send: (action) => {
      const next = update(state, action);
      if (next === state) return;
      state = next;
      for (const listener of Array.from(listeners)) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns one slice; the component is set again only when this slice changes. */
export function useSlice<State, Action, Slice>(
  store: Store<State, Action>,
  select: (state: State) => Slice,
): Slice {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
