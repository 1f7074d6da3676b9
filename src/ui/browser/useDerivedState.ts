import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { Emitter } from '#lib/emitter.ts';

/**
 * State that depends on the props of its component. `derive` returns the state for this render, or the same object if
 * nothing changed. The derived state replaces the stored one when the render is committed, without another render.
 */
export function useDerivedState<State>(createInitial: () => State, derive: (state: State) => State) {
  const [store] = useState(() => new StateStore(createInitial()));
  const stored = useSyncExternalStore(store.subscribe, store.getState);
  const state = derive(stored);
  useLayoutEffect(() => store.commit(stored, state));
  return [state, store.update] as const;
}

class StateStore<State> {
  #state: State;
  readonly #listeners = new Emitter();
  readonly subscribe = this.#listeners.subscribe;

  constructor(state: State) {
    this.#state = state;
  }

  readonly getState = (): State => this.#state;

  readonly update = (change: (state: State) => State): void => {
    this.#state = change(this.#state);
    this.#listeners.emit();
  };

  /** Does nothing if the stored state was updated after the render. The next render then derives from that state. */
  commit(stored: State, derived: State): void {
    if (this.#state === stored) this.#state = derived;
  }
}
