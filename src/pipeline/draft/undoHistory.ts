/** Undo history. `typing` identifies the input of the last change, until another kind of change. */
export type UndoHistory<Value> = {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  typing: string | undefined;
};

const HISTORY_MAX = 200;

export function createUndoHistory<Value>(present: Value): UndoHistory<Value> {
  return { past: [], present, future: [], typing: undefined };
}

/** Adds a change. Consecutive changes with the same `typing` merge into one undo step. */
export function pushState<Value>(state: UndoHistory<Value>, present: Value, typing?: string): UndoHistory<Value> {
  if (present === state.present) return state;
  const goesOn = typing !== undefined && typing === state.typing;
  const past = goesOn ? state.past : [...state.past, state.present].slice(-HISTORY_MAX);
  return { past, present, future: [], typing };
}

export function undo<Value>(state: UndoHistory<Value>): UndoHistory<Value> {
  const [present] = state.past.slice(-1);
  if (present === undefined) return state;
  return { past: state.past.slice(0, -1), present, future: [state.present, ...state.future], typing: undefined };
}

export function redo<Value>(state: UndoHistory<Value>): UndoHistory<Value> {
  const [present, ...future] = state.future;
  if (present === undefined) return state;
  return { past: [...state.past, state.present], present, future, typing: undefined };
}
