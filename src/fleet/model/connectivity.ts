import { findRowIdKey, IdIndex } from '#fleet/join/idIndex.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import type { Fleet } from './fleet.ts';
import type { JoinedField, JoinedLabelField } from './joinedField.ts';

export type ConnectivityJoin = JoinedLabelField & { codes: Uint8Array };

export const CONNECTIVITY_LABELS = ['unknown', 'online', 'offline'] as const;

/**
 * Determines which devices are online, by ID, in time slices.
 * @returns a function that cancels the work
 */
export function joinConnectivity(fleet: Fleet, online: Fleet, onJoined: (joined: JoinedField) => void): () => void {
  const slices = new TimeSlicer({ inBackground: true });
  function* work(): Generator<void> {
    onJoined(yield* computeConnectivity(fleet, online));
  }
  slices.run(work());
  return () => slices.cancel();
}

export function* computeConnectivity(fleet: Fleet, online: Fleet): Generator<void, ConnectivityJoin> {
  const codes = new Uint8Array(fleet.count);
  const column = fleet.findColumn('deviceID');
  const index = new IdIndex(online);
  yield* index.build();
  for (let row = 0; row < codes.length; row++) {
    const key = findRowIdKey(fleet, column, row);
    if (key) codes[row] = index.findRow(key) < 0 ? 2 : 1;
    if ((row & 1023) === 1023) yield;
  }
  return { labels: CONNECTIVITY_LABELS, codes };
}

export function createUniformConnectivity(fleet: Fleet, online: boolean): ConnectivityJoin {
  return { labels: CONNECTIVITY_LABELS, codes: new Uint8Array(fleet.count).fill(online ? 1 : 2) };
}
