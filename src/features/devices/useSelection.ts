import { useState } from 'react';
import { Fleet } from '#fleet/fleet.ts';
import { Selection } from '#fleet/selection.ts';

/** Selections last as long as their lists: whoever looks at one device and comes back finds the others selected. */
const selections = new WeakMap<Fleet, Selection>();

/** The selection in a list; in a new one that of the list before it, once it was found there. */
export function useSelection(fleet: Fleet | undefined): Selection {
  const [current, setCurrent] = useState(() => selectionIn(fleet ?? new Fleet()));
  if (!fleet || fleet === current.fleet) return current;
  const next = selectionIn(fleet, current);
  setCurrent(next);
  return next;
}

export function selectionIn(fleet: Fleet, before?: Selection): Selection {
  const selection = selections.get(fleet) ?? new Selection(fleet, before);
  selections.set(fleet, selection);
  return selection;
}
