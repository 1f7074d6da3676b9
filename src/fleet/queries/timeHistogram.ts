import { bisectRight } from 'd3-array';
import { createJoinedOrCellNumberReader } from '#fleet/filter/predicates.ts';
import { createAllRowIndices, type RowIndices } from '#fleet/filter/rowIndices.ts';
import { BLOCK_MASK, BLOCK_SHIFT } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedField } from '#fleet/model/joinedField.ts';
import { MAX_DATE_MS, Y2000_MS } from '#lib/time/time.ts';

export function isPlausibleTime(time: number): boolean {
  return time >= Y2000_MS && time <= MAX_DATE_MS;
}

/**
 * Range of the times of a field, in ms. `never` counts rows without a time; `implausible` counts invalid times and
 * times before 2000.
 */
type FieldTimeSummary = {
  earliest: number | undefined;
  latest: number | undefined;
  never: number;
  implausible: number;
};

/** Field to read numbers from, of the records or computed. `rows` defaults to all rows. */
export type FieldNumbers = {
  fleet: Fleet;
  field: string;
  joined?: JoinedField | undefined;
  rows?: RowIndices | undefined;
};

/** Numbers of chosen rows. */
export type RowNumbers = FieldNumbers & { rows: RowIndices };

export function* computeTimeSummary(numbers: FieldNumbers): Generator<void, FieldTimeSummary> {
  const span: FieldTimeSummary = { earliest: undefined, latest: undefined, never: 0, implausible: 0 };
  yield* forEachNumber(numbers, (time) => {
    if (time === undefined) span.never++;
    else if (!isPlausibleTime(time)) span.implausible++;
    else {
      span.earliest = Math.min(span.earliest ?? time, time);
      span.latest = Math.max(span.latest ?? time, time);
    }
  });
  return span;
}

/**
 * Time histogram. `counts[i]` is the number of times in [edges[i], edges[i + 1]); `outside` counts other plausible
 * times.
 */
export type TimeHistogram = { counts: Uint32Array; outside: number; never: number; implausible: number };

export function* computeTimeHistogram(numbers: FieldNumbers, edges: readonly number[]): Generator<void, TimeHistogram> {
  const counts = new Uint32Array(Math.max(0, edges.length - 1));
  const histogram: TimeHistogram = { counts, outside: 0, never: 0, implausible: 0 };
  yield* forEachNumber(numbers, (time) => {
    if (time === undefined) histogram.never++;
    else if (!isPlausibleTime(time)) histogram.implausible++;
    else {
      const bucket = bisectRight(edges, time) - 1;
      if (bucket < 0 || bucket >= counts.length) histogram.outside++;
      else (counts[bucket] as number)++; // within bounds
    }
  });
  return histogram;
}

export function* forEachNumber(
  { fleet, field, joined, rows: list = createAllRowIndices(fleet.count) }: FieldNumbers,
  visit: (value: number | undefined) => void,
): Generator<void> {
  const number = createJoinedOrCellNumberReader(fleet, field, joined);
  for (let place = 0; place < list.count; place++) {
    const row = list.at(place);
    const block = fleet.blocks[row >> BLOCK_SHIFT];
    if (block) visit(number(block, row & BLOCK_MASK, row));
    if ((place & 1023) === 1023) yield;
  }
}
