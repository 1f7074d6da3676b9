import { emptyIn, flagIn } from '#fleet/find/fieldReaders.ts';
import { numberIn } from '#fleet/find/rowTests.ts';
import { IdIndex } from '#fleet/join/idIndex.ts';
import { BLOCK_ROWS, type Block } from '#fleet/model/cells.ts';
import { CONNECTIVITY_LABELS } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { countOf, type Joined } from '#fleet/model/joined.ts';
import { isPlausible } from './times.ts';

/** Possible problems of a device or its record. The names are displayed and used in links. */
export const CHECKS = [
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

export type Check = (typeof CHECKS)[number];

const BITS = Object.fromEntries(CHECKS.map((check, place) => [check, 1 << place])) as Record<Check, number>; // one for each

/** Failed checks of each row as a joined field, and the number of rows per check; undefined if a check was impossible. */
export type Checked = { joined: Joined & { bits: Uint16Array }; counts: ReadonlyMap<Check, number | undefined> };

const LONG_AGO_MS = 90 * 86_400_000;
const ONLINE = CONNECTIVITY_LABELS.indexOf('online');

/** Checks every device. `now` is in ms; `connectivity` is undefined while unknown. Interruptible at every yield. */
export function* checkDevices(
  fleet: Fleet,
  now: number,
  connectivity: (Joined & { codes: Uint8Array }) | undefined,
): Generator<void, Checked> {
  const bits = new Uint16Array(fleet.count);
  const test = recordTest(fleet, now);
  const unpairedOnline = BITS['unpaired yet online'];
  const paired = flagIn(fleet, 'paired');
  for (const [index, block] of fleet.blocks.entries()) {
    for (let row = 0; row < block.rows; row++) {
      const at = index * BLOCK_ROWS + row;
      bits[at] = test(block, row, at);
      if (connectivity?.codes[at] === ONLINE && paired(block, row) === false) (bits[at] as number) |= unpairedOnline;
      if ((row & 1023) === 1023) yield;
    }
  }
  yield* markRepeated(fleet, bits);
  const counts = new Map<Check, number | undefined>();
  for (const [place, check] of CHECKS.entries()) {
    counts.set(check, check === 'unpaired yet online' && !connectivity ? undefined : countOf(bits, 1 << place));
    yield;
  }
  return { joined: { labels: CHECKS, bits }, counts };
}

function recordTest(fleet: Fleet, now: number): (block: Block, row: number, at: number) => number {
  const paired = flagIn(fleet, 'paired');
  const noAdmin = emptyIn(fleet, 'admin');
  const noName = emptyIn(fleet, 'name');
  const noProduct = emptyIn(fleet, 'productID');
  const registeredAt = numberIn(fleet, fleet.columnOf('registeredAt'));
  const lastPairedAt = numberIn(fleet, fleet.columnOf('lastPairedAt'));
  return (block, row, at) => {
    const isPaired = paired(block, row);
    const registered = registeredAt(block, row, at);
    const last = lastPairedAt(block, row, at);
    const times = [registered, last].filter((time) => time !== undefined);
    let bits = 0;
    if (isPaired && noAdmin(block, row)) bits |= BITS['paired without admin'];
    if (registered !== undefined && last !== undefined && last < registered) {
      bits |= BITS['last paired before registered'];
    }
    if (times.some((time) => time > now)) bits |= BITS['time in the future'];
    if (times.some((time) => !isPlausible(time))) bits |= BITS['time before 2000 or unreadable'];
    if (noName(block, row)) bits |= BITS['name empty'];
    if (noProduct(block, row)) bits |= BITS['product empty'];
    const longAgo = registered !== undefined && isPlausible(registered) && registered < now - LONG_AGO_MS;
    if (longAgo && last === undefined && !isPaired) bits |= BITS['registered over 90 days ago, never paired'];
    return bits;
  };
}

function* markRepeated(fleet: Fleet, bits: Uint16Array): Generator<void> {
  const index = new IdIndex(fleet);
  yield* index.build();
  const column = fleet.columnOf('deviceID');
  const repeated = BITS['same ID more than once'];
  for (let row = 0; row < fleet.count; row++) {
    const first = index.findAs(fleet, column, row);
    if (first >= 0 && first !== row) {
      (bits[row] as number) |= repeated; // rows of this fleet
      (bits[first] as number) |= repeated;
    }
    if ((row & 1023) === 1023) yield;
  }
}
