import { flagIn } from '#fleet/find/fieldReaders.ts';
import { IdIndex, idAt } from '#fleet/join/idIndex.ts';
import { sameCells } from '#fleet/join/sameCells.ts';
import { BLOCK_MASK, BLOCK_SHIFT } from '#fleet/model/cells.ts';
import { CONNECTIVITY_LABELS } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { countOf, type Joined } from '#fleet/model/joined.ts';
import { RowSet } from '#fleet/select/rowSet.ts';

/** Changes of a device in the later list. The names are displayed and used in links. */
export const CHANGES = [
  'new',
  'came online',
  'went offline',
  'paired',
  'unpaired',
  'admin changed',
  'name changed',
  'other fields changed',
] as const;

export type Change = (typeof CHANGES)[number];

export type Listed = { fleet: Fleet; connectivity?: (Joined & { codes: Uint8Array }) | undefined };

export type Changes = {
  joined: Joined & { bits: Uint16Array };
  counts: ReadonlyMap<Change, number>;
  gone: RowSet;
  total: number;
  /** Row of the earlier list by row of the later one, -1 for none. */
  before: Int32Array;
  /** False if new (or removed) devices are unknown, because the list that would lack them is incomplete. */
  tellsNew: boolean;
  tellsGone: boolean;
};

const [, ONLINE, OFFLINE] = CONNECTIVITY_LABELS.keys();

/**
 * Compares two lists of the same request. The nth row of a repeated ID corresponds to its nth row in the other list;
 * rows without an ID have no counterpart. Interruptible at every yield.
 */
export function* changes(earlier: Listed, later: Listed): Generator<void, Changes> {
  const { before, gone } = yield* pairRows(earlier.fleet, later.fleet);
  const tellsNew = isWhole(earlier.fleet);
  const tellsGone = isWhole(later.fleet);
  const bits = new Uint16Array(later.fleet.count);
  const compare = comparison(earlier, later);
  const idColumn = later.fleet.columnOf('deviceID');
  for (let row = 0; row < bits.length; row++) {
    const old = before[row] as number; // as many as rows
    if (old >= 0) bits[row] = compare(old, row);
    else if (tellsNew && idAt(later.fleet, idColumn, row)) bits[row] = BITS['new'];
    if ((row & 255) === 255) yield;
  }
  if (!tellsGone) gone.clear();
  const counts = new Map<Change, number>();
  const changed = countOf(bits, -1);
  for (const change of CHANGES) {
    yield;
    counts.set(change, countOf(bits, BITS[change]));
  }
  const joined = { labels: CHANGES, bits };
  return { joined, counts, gone, total: changed + gone.count, before, tellsNew, tellsGone };
}

function isWhole({ state, missing }: Fleet): boolean {
  return state === 'complete' && missing === 0;
}

function* pairRows(earlier: Fleet, later: Fleet): Generator<void, { before: Int32Array; gone: RowSet }> {
  const index = new IdIndex(earlier);
  yield* index.build();
  const column = earlier.columnOf('deviceID');
  // rows of one ID as a linked list: its first row knows the next unmatched row and the last
  const next = new Int32Array(earlier.count).fill(-1);
  const unmet = new Int32Array(earlier.count).fill(-1);
  const last = new Int32Array(earlier.count).fill(-1);
  const gone = new RowSet();
  for (let row = 0; row < earlier.count; row++) {
    const first = index.findAs(earlier, column, row);
    if (first >= 0) {
      gone.set(row, true);
      if (first === row) unmet[row] = row;
      else next[last[first] as number] = row; // the first row came before
      last[first] = row;
    }
    if ((row & 1023) === 1023) yield;
  }
  const before = new Int32Array(later.count).fill(-1);
  const laterColumn = later.columnOf('deviceID');
  for (let row = 0; row < later.count; row++) {
    const first = index.findAs(later, laterColumn, row);
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

function comparison(earlier: Listed, later: Listed): (old: number, row: number) => number {
  const names = new Set(
    [...earlier.fleet.columns, ...later.fleet.columns].filter(({ nested }) => !nested).map(({ name }) => name),
  );
  const others = [...names].filter((name) => !['deviceID', 'name', 'admin', 'paired'].includes(name));
  const same = (name: string) => sameCells(earlier.fleet, later.fleet, name);
  const [sameAdmin, sameName, samePaired] = [same('admin'), same('name'), same('paired')];
  const sameOthers = others.map(same);
  const wasPaired = flagIn(earlier.fleet, 'paired');
  const isPaired = flagIn(later.fleet, 'paired');
  return (old, row) => {
    let bits = 0;
    const was = earlier.connectivity?.codes[old];
    const is = later.connectivity?.codes[row];
    if (was === OFFLINE && is === ONLINE) bits |= BITS['came online'];
    if (was === ONLINE && is === OFFLINE) bits |= BITS['went offline'];
    if (!samePaired(old, row)) {
      const [then, now] = [flagOf(earlier.fleet, wasPaired, old), flagOf(later.fleet, isPaired, row)];
      const known = then !== undefined && now !== undefined;
      bits |= BITS[!known ? 'other fields changed' : now ? 'paired' : 'unpaired'];
    }
    if (!sameAdmin(old, row)) bits |= BITS['admin changed'];
    if (!sameName(old, row)) bits |= BITS['name changed'];
    if (!sameOthers.every((one) => one(old, row))) bits |= BITS['other fields changed'];
    return bits;
  };
}

function flagOf(fleet: Fleet, flag: ReturnType<typeof flagIn>, row: number): boolean | undefined {
  const block = fleet.blocks[row >> BLOCK_SHIFT];
  return block && flag(block, row & BLOCK_MASK);
}

const BITS = Object.fromEntries(CHANGES.map((change, place) => [change, 1 << place])) as Record<Change, number>; // one for each
