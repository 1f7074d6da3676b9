/** Undo history. `typing` identifies the input of the last change, until another action. */
export type Undoable<Value> = {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  typing: string | undefined;
};

const STEPS_MAX = 200;

export function undoable<Value>(present: Value): Undoable<Value> {
  return { past: [], present, future: [], typing: undefined };
}

/** Pushes a change; consecutive changes with the same `typing` merge into one step. */
export function changed<Value>(state: Undoable<Value>, present: Value, typing?: string): Undoable<Value> {
  if (present === state.present) return state;
  const goesOn = typing !== undefined && typing === state.typing;
  const past = goesOn ? state.past : [...state.past, state.present].slice(-STEPS_MAX);
  return { past, present, future: [], typing };
}

export function undone<Value>(state: Undoable<Value>): Undoable<Value> {
  const [present] = state.past.slice(-1);
  if (present === undefined) return state;
  return { past: state.past.slice(0, -1), present, future: [state.present, ...state.future], typing: undefined };
}

export function redone<Value>(state: Undoable<Value>): Undoable<Value> {
  const [present, ...future] = state.future;
  if (present === undefined) return state;
  return { past: [...state.past, state.present], present, future, typing: undefined };
}
