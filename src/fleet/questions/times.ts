import { bisectRight } from 'd3-array';
import { allRows, type RowList } from '#fleet/find/rowList.ts';
import { numberIn } from '#fleet/find/rowTests.ts';
import { BLOCK_MASK, BLOCK_SHIFT } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { MAX_DATE_MS } from '#lib/time/time.ts';

/** 2000-01-01: a device's time before it is no time. */
const EARLIEST_MS = 946_684_800_000;

/** Whether a number can be the time of something that happened to a device, or will. NaN can not. */
export function isPlausible(time: number): boolean {
  return time >= EARLIEST_MS && time <= MAX_DATE_MS;
}

/** What the times of some rows lie between, in ms; `never` have none, `implausible` ones are before 2000 or no time. */
type TimeSpan = {
  earliest: number | undefined;
  latest: number | undefined;
  never: number;
  implausible: number;
};

/** What a field's times lie between, among all rows or some. May be interrupted at every yield. */
export function* timeSpan(fleet: Fleet, field: string, rows?: RowList): Generator<void, TimeSpan> {
  const span: TimeSpan = { earliest: undefined, latest: undefined, never: 0, implausible: 0 };
  yield* eachNumber(fleet, field, rows, (time) => {
    if (time === undefined) span.never++;
    else if (!isPlausible(time)) span.implausible++;
    else {
      span.earliest = Math.min(span.earliest ?? time, time);
      span.latest = Math.max(span.latest ?? time, time);
    }
  });
  return span;
}

/** `counts[i]` are the times from `edges[i]` up to, but not including, `edges[i + 1]`; plausible others are `outside`. */
export type TimeHistogram = { counts: Uint32Array; outside: number; never: number; implausible: number };

/**
 * Counts a field's times between ascending edges, in ms, among all rows or some: every row is counted once. May be
 * interrupted at every yield.
 */
export function* timeHistogram(
  fleet: Fleet,
  field: string,
  edges: readonly number[],
  rows?: RowList,
): Generator<void, TimeHistogram> {
  const counts = new Uint32Array(Math.max(0, edges.length - 1));
  const histogram: TimeHistogram = { counts, outside: 0, never: 0, implausible: 0 };
  yield* eachNumber(fleet, field, rows, (time) => {
    if (time === undefined) histogram.never++;
    else if (!isPlausible(time)) histogram.implausible++;
    else {
      const bucket = bisectRight(edges, time) - 1;
      if (bucket < 0 || bucket >= counts.length) histogram.outside++;
      else (counts[bucket] as number)++; // within bounds
    }
  });
  return histogram;
}

/** Calls `tell` with the number of each row as `numberIn` reads it. May be interrupted at every yield. */
export function* eachNumber(
  fleet: Fleet,
  field: string,
  rows: RowList | undefined,
  tell: (value: number | undefined) => void,
): Generator<void> {
  const number = numberIn(fleet, fleet.columnOf(field));
  const list = rows ?? allRows(fleet.count);
  for (let place = 0; place < list.count; place++) {
    const row = list.at(place);
    const block = fleet.blocks[row >> BLOCK_SHIFT];
    if (block) tell(number(block, row & BLOCK_MASK, row));
    if ((place & 1023) === 1023) yield;
  }
}
