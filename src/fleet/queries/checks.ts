import { createBooleanCellReader, createEmptyCellPredicate } from '#fleet/filter/fieldReaders.ts';
import { createNumberReader } from '#fleet/filter/predicates.ts';
import { IdIndex } from '#fleet/join/idIndex.ts';
import { BLOCK_ROWS, type RowBlock } from '#fleet/model/cells.ts';
import { CONNECTIVITY_LABELS, type ConnectivityJoin } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { countRowsWithBits, type JoinedLabelField } from '#fleet/model/joinedField.ts';
import { isPlausibleTime } from './timeHistogram.ts';

/** Checks for problems of a device or its record. The names are displayed and used in links. */
export const CHECK_NAMES = [
  'paired without admin',
  'last paired before registered',
  'same ID more than once',
  'time in the future',
  'time before 2000 or unreadable',
  'name empty',
  'product empty',
  'unpaired yet online',
  'registered over 90 days ago, never paired',
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];

const CHECK_BITS = Object.fromEntries(CHECK_NAMES.map((check, place) => [check, 1 << place])) as Record<
  CheckName,
  number
>; // one bit per check

export type CheckResults = {
  joined: JoinedLabelField & { bits: Uint16Array };
  counts: ReadonlyMap<CheckName, number | undefined>;
};

const LONG_AGO_MS = 90 * 86_400_000;
const ONLINE = CONNECTIVITY_LABELS.indexOf('online');

/** Runs all checks on every device. `now` is in ms since 1970; `connectivity` is undefined while unknown. */
export function* checkDevices(
  fleet: Fleet,
  now: number,
  connectivity: ConnectivityJoin | undefined,
): Generator<void, CheckResults> {
  const bits = new Uint16Array(fleet.count);
  const test = createRecordChecker(fleet, now);
  const unpairedOnline = CHECK_BITS['unpaired yet online'];
  const paired = createBooleanCellReader(fleet, 'paired');
  for (const [index, block] of fleet.blocks.entries()) {
    for (let row = 0; row < block.rows; row++) {
      const at = index * BLOCK_ROWS + row;
      bits[at] = test(block, row, at);
      if (connectivity?.codes[at] === ONLINE && paired(block, row) === false) (bits[at] as number) |= unpairedOnline;
      if ((row & 1023) === 1023) yield;
    }
  }
  yield* markDuplicateIds(fleet, bits);
  const counts = new Map<CheckName, number | undefined>();
  for (const [place, check] of CHECK_NAMES.entries()) {
    counts.set(
      check,
      check === 'unpaired yet online' && !connectivity ? undefined : countRowsWithBits(bits, 1 << place),
    );
    yield;
  }
  return { joined: { labels: CHECK_NAMES, bits }, counts };
}

function createRecordChecker(fleet: Fleet, now: number): (block: RowBlock, row: number, at: number) => number {
  const paired = createBooleanCellReader(fleet, 'paired');
  const noAdmin = createEmptyCellPredicate(fleet, 'admin');
  const noName = createEmptyCellPredicate(fleet, 'name');
  const noProduct = createEmptyCellPredicate(fleet, 'productID');
  const registeredAt = createNumberReader(fleet, fleet.findColumn('registeredAt'));
  const lastPairedAt = createNumberReader(fleet, fleet.findColumn('lastPairedAt'));
  return (block, row, at) => {
    const isPaired = paired(block, row);
    const registered = registeredAt(block, row, at);
    const last = lastPairedAt(block, row, at);
    const times = [registered, last].filter((time) => time !== undefined);
    let bits = 0;
    if (isPaired && noAdmin(block, row)) bits |= CHECK_BITS['paired without admin'];
    if (registered !== undefined && last !== undefined && last < registered) {
      bits |= CHECK_BITS['last paired before registered'];
    }
    if (times.some((time) => time > now)) bits |= CHECK_BITS['time in the future'];
    if (times.some((time) => !isPlausibleTime(time))) bits |= CHECK_BITS['time before 2000 or unreadable'];
    if (noName(block, row)) bits |= CHECK_BITS['name empty'];
    if (noProduct(block, row)) bits |= CHECK_BITS['product empty'];
    const longAgo = registered !== undefined && isPlausibleTime(registered) && registered < now - LONG_AGO_MS;
    if (longAgo && last === undefined && !isPaired) bits |= CHECK_BITS['registered over 90 days ago, never paired'];
    return bits;
  };
}

function* markDuplicateIds(fleet: Fleet, bits: Uint16Array): Generator<void> {
  const index = new IdIndex(fleet);
  yield* index.build();
  const column = fleet.findColumn('deviceID');
  const repeated = CHECK_BITS['same ID more than once'];
  for (let row = 0; row < fleet.count; row++) {
    const first = index.findRowWithSameId(fleet, column, row);
    if (first >= 0 && first !== row) {
      (bits[row] as number) |= repeated; // rows of this fleet
      (bits[first] as number) |= repeated;
    }
    if ((row & 1023) === 1023) yield;
  }
}
