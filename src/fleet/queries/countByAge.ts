import { createRangePredicate, type ValueRange } from '#fleet/filter/predicates.ts';
import { BLOCK_ROWS } from '#fleet/model/cells.ts';
import { CONNECTIVITY_LABELS, type ConnectivityJoin } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedNumberField } from '#fleet/model/joinedField.ts';

type AgeJoins = {
  field: string;
  times: JoinedNumberField;
  connectivity: ConnectivityJoin | undefined;
};

export type AgeCounts = {
  source: string;
  counts: readonly number[];
  /** Number of devices whose time is unknown, and which are in no range. */
  unknown: number;
  /** Number of online devices in `silent`. Undefined while connectivity is unknown. */
  silentOnline: number | undefined;
};

const ONLINE = CONNECTIVITY_LABELS.indexOf('online');

/** Counts devices by age, with the conditions of the list's filters, so that a link to a range shows as many. */
export function* countByAge(
  fleet: Fleet,
  { field, times, connectivity }: AgeJoins,
  ranges: readonly ValueRange[],
  silent: ValueRange,
): Generator<void, AgeCounts> {
  const tests = ranges.map((range) => createRangePredicate(fleet, field, range, times));
  const isSilent = createRangePredicate(fleet, field, silent, times);
  const counts = ranges.map(() => 0);
  let [unknown, silentOnline] = [0, 0];
  for (const [index, block] of fleet.blocks.entries()) {
    for (let row = 0; row < block.rows; row++) {
      const at = index * BLOCK_ROWS + row;
      const range = tests.findIndex((test) => test(block, row, at));
      if (range < 0) unknown++;
      else counts[range] = (counts[range] ?? 0) + 1;
      if (connectivity?.codes[at] === ONLINE && isSilent(block, row, at)) silentOnline++;
      if ((row & 1023) === 1023) yield;
    }
    yield;
  }
  return { source: times.source, counts, unknown, silentOnline: connectivity && silentOnline };
}
