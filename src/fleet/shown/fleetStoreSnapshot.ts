import type { Fleet } from '#fleet/model/fleet.ts';
import type { FleetStoreRequest } from './fleetVersion.ts';
import type { RowSelection } from './rowSelection.ts';
import type { SuspiciousUpdate } from './suspiciousUpdate.ts';
import type { ViewSnapshot } from './viewSnapshot.ts';

export type FleetStoreSnapshot = Readonly<{
  fleet: Fleet | undefined;
  /** Rows of the list; of an empty one if there is none. */
  view: ViewSnapshot;
  selection: RowSelection;
  pending: ViewSnapshot | undefined;
  /** True if the next list is a new version of the shown one and waits for `apply`. */
  hasHeldUpdate: boolean;
  suspiciousUpdate: SuspiciousUpdate | undefined;
  request: FleetStoreRequest;
}>;
