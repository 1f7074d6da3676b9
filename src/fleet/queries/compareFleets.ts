import { createCellComparer } from '#fleet/join/createCellComparer.ts';
import { findRowIdKey, IdIndex } from '#fleet/join/idIndex.ts';
import { CONNECTIVITY_LABELS, type ConnectivityJoin } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { countRowsWithBits, type JoinedLabelField } from '#fleet/model/joinedField.ts';
import { RowSet } from '#fleet/select/rowSet.ts';

export const DEVICE_CHANGE_KINDS = [
  'new',
  'came online',
  'went offline',
  'paired',
  'unpaired',
  'admin changed',
  'name changed',
  'other fields changed',
] as const;

export type DeviceChangeKind = (typeof DEVICE_CHANGE_KINDS)[number];

export type FleetWithConnectivity = {
  fleet: Fleet;
  connectivity?: ConnectivityJoin | undefined;
};

export type FleetChanges = {
  joined: JoinedLabelField & { bits: Uint16Array };
  counts: ReadonlyMap<DeviceChangeKind, number>;
  removed: RowSet;
  total: number;
  /** Row of the earlier list for each row of the later one, or -1. */
  earlierRows: Int32Array;
  /** False if new (or removed) devices cannot be determined, because the list that would lack them is incomplete. */
  knowsNew: boolean;
  knowsRemoved: boolean;
};

const [, ONLINE, OFFLINE] = CONNECTIVITY_LABELS.keys();

/**
 * Compares two device lists from the same request by ID. The nth row of a repeated ID matches its nth row in the other
 * list. Rows without an ID match nothing.
 */
export function* compareFleets(
  earlier: FleetWithConnectivity,
  later: FleetWithConnectivity,
): Generator<void, FleetChanges> {
  const { before, gone } = yield* matchRows(earlier.fleet, later.fleet);
  const tellsNew = isComplete(earlier.fleet);
  const tellsGone = isComplete(later.fleet);
  const bits = new Uint16Array(later.fleet.count);
  const compare = createRowComparer(earlier, later);
  const idColumn = later.fleet.findColumn('deviceID');
  for (let row = 0; row < bits.length; row++) {
    const old = before[row] as number; // as many as rows
    if (old >= 0) bits[row] = compare(old, row);
    else if (tellsNew && findRowIdKey(later.fleet, idColumn, row)) bits[row] = CHANGE_BITS['new'];
    if ((row & 255) === 255) yield;
  }
  if (!tellsGone) gone.clear();
  const counts = new Map<DeviceChangeKind, number>();
  const changed = countRowsWithBits(bits, -1);
  for (const change of DEVICE_CHANGE_KINDS) {
    yield;
    counts.set(change, countRowsWithBits(bits, CHANGE_BITS[change]));
  }
  const joined = { labels: DEVICE_CHANGE_KINDS, bits };
  return {
    joined,
    counts,
    removed: gone,
    total: changed + gone.count,
    earlierRows: before,
    knowsNew: tellsNew,
    knowsRemoved: tellsGone,
  };
}

function isComplete({ state, missingCount }: Fleet): boolean {
  return state === 'complete' && missingCount === 0;
}

function* matchRows(earlier: Fleet, later: Fleet): Generator<void, { before: Int32Array; gone: RowSet }> {
  const index = new IdIndex(earlier);
  yield* index.build();
  const column = earlier.findColumn('deviceID');
  // rows of one ID as a linked list: its first row knows the next unmatched row and the last
  const next = new Int32Array(earlier.count).fill(-1);
  const unmet = new Int32Array(earlier.count).fill(-1);
  const last = new Int32Array(earlier.count).fill(-1);
  const gone = new RowSet();
  for (let row = 0; row < earlier.count; row++) {
    const first = index.findRowWithSameId(earlier, column, row);
    if (first >= 0) {
      gone.set(row, true);
      if (first === row) unmet[row] = row;
      else next[last[first] as number] = row; // the first row came before
      last[first] = row;
    }
    if ((row & 1023) === 1023) yield;
  }
  const before = new Int32Array(later.count).fill(-1);
  const laterColumn = later.findColumn('deviceID');
  for (let row = 0; row < later.count; row++) {
    const first = index.findRowWithSameId(later, laterColumn, row);
    const old = first >= 0 ? (unmet[first] as number) : -1; // a row of the earlier list
    if (old >= 0) {
      before[row] = old;
      unmet[first] = next[old] as number;
      gone.set(old, false);
    }
    if ((row & 1023) === 1023) yield;
  }
  return { before, gone };
}

function createRowComparer(
  earlier: FleetWithConnectivity,
  later: FleetWithConnectivity,
): (old: number, row: number) => number {
  const names = new Set(
    [...earlier.fleet.columns, ...later.fleet.columns].filter(({ nested }) => !nested).map(({ name }) => name),
  );
  const others = [...names].filter((name) => !['deviceID', 'name', 'admin', 'paired'].includes(name));
  const same = (name: string) => createCellComparer(earlier.fleet, later.fleet, name);
  const [sameAdmin, sameName, samePaired] = [same('admin'), same('name'), same('paired')];
  const sameOthers = others.map(same);
  const [wasPaired, isPaired] = [earlier.fleet.findColumn('paired'), later.fleet.findColumn('paired')];
  return (old, row) => {
    let bits = 0;
    const was = earlier.connectivity?.codes[old];
    const is = later.connectivity?.codes[row];
    if (was === OFFLINE && is === ONLINE) bits |= CHANGE_BITS['came online'];
    if (was === ONLINE && is === OFFLINE) bits |= CHANGE_BITS['went offline'];
    if (!samePaired(old, row)) {
      const [then, now] = [earlier.fleet.getValue(old, wasPaired), later.fleet.getValue(row, isPaired)];
      const known = typeof then === 'boolean' && typeof now === 'boolean';
      bits |= CHANGE_BITS[!known ? 'other fields changed' : now ? 'paired' : 'unpaired'];
    }
    if (!sameAdmin(old, row)) bits |= CHANGE_BITS['admin changed'];
    if (!sameName(old, row)) bits |= CHANGE_BITS['name changed'];
    if (!sameOthers.every((one) => one(old, row))) bits |= CHANGE_BITS['other fields changed'];
    return bits;
  };
}

const CHANGE_BITS = Object.fromEntries(DEVICE_CHANGE_KINDS.map((change, place) => [change, 1 << place])) as Record<
  DeviceChangeKind,
  number
>; // one for each
