import type { Fleet } from '#fleet/model/fleet.ts';
import type { Doubt } from './doubt.ts';
import type { ListRequest } from './listSide.ts';
import type { Selection } from './selection.ts';
import type { ViewSnapshot } from './viewSnapshot.ts';

/** What is shown at a moment, and what waits to be. */
export type ShownSnapshot = Readonly<{
  /** The list that is shown, if there is one. */
  fleet: Fleet | undefined;
  /** Rows of it, of an empty one where there is none. */
  view: ViewSnapshot;
  selection: Selection;
  /** What will be shown next. */
  coming: ViewSnapshot | undefined;
  /** Whether that is a next state of the shown list, and waits to be applied. */
  kept: boolean;
  /** Why the user is asked first whether the next list is to be shown. */
  doubt: Doubt | undefined;
  /** What rows were asked for. */
  request: ListRequest;
}>;
