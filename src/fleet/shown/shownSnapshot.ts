import type { Fleet } from '#fleet/model/fleet.ts';
import type { Doubt } from './doubt.ts';
import type { ListRequest } from './listSide.ts';
import type { Selection } from './selection.ts';
import type { ViewSnapshot } from './viewSnapshot.ts';

export type ShownSnapshot = Readonly<{
  fleet: Fleet | undefined;
  /** Rows of the list; of an empty one if there is none. */
  view: ViewSnapshot;
  selection: Selection;
  coming: ViewSnapshot | undefined;
  /** True if the next list is a new version of the shown one and waits for `apply`. */
  kept: boolean;
  doubt: Doubt | undefined;
  request: ListRequest;
}>;
