import type { Fleet } from '#fleet/model/fleet.ts';
import { BITS_MAX, type Joined } from '#fleet/model/joined.ts';
import type { Order } from './order.ts';

/** `rows` is nothing while they are in the order they came; `waiting` when that is for want of an order. */
type Sorted = { rows: Uint32Array | undefined; waiting: boolean };

/** All rows of a fleet, sorted; kept until another sort is asked for. */
export class SortedRows {
  private readonly fleet: Fleet;
  private readonly joined: ReadonlyMap<string, Joined>;
  private known: { key: string; rows: Uint32Array | undefined } | undefined;

  constructor(fleet: Fleet, joined: ReadonlyMap<string, Joined>) {
    this.fleet = fleet;
    this.joined = joined;
  }

  /** Says that joined values changed. */
  forget(): void {
    this.known = undefined;
  }

  by(sort: readonly SortKey[]): Sorted {
    const key = JSON.stringify(sort);
    if (key === this.known?.key) return { rows: this.known.rows, waiting: false };
    const orders = sort.map(({ field, descending }) => ({ order: this.orderBy(field), descending }));
    if (orders.some(({ order }) => order === undefined)) return { rows: undefined, waiting: true };
    let rows: Uint32Array | undefined;
    for (const { order, descending } of orders.reverse()) {
      if (!order) continue;
      rows = rows ? sortedFurther(rows, order, descending) : sortedBy(order, descending);
    }
    if (sort.length > 0) this.known = { key, rows };
    return { rows, waiting: false };
  }

  /** The order by a field; `undefined` when it is not there yet, `null` when no record has the field. */
  private orderBy(field: string): Order | null | undefined {
    const joined = this.joined.get(field);
    if (joined) return orderOfJoined(joined, this.fleet.count);
    const column = this.fleet.columnOf(field);
    if (column >= 0) return this.fleet.order(column);
    return this.fleet.state === 'reading' ? undefined : null;
  }
}

/**
 * Rows by label, in the order of the labels; those with the first label, which says that nothing is known, last. Where
 * rows have several, by how many.
 */
function orderOfJoined(joined: Joined, count: number): Order {
  if (joined.order) return orderWith(joined.order, count);
  const [codes, highest] =
    'codes' in joined ? [joined.codes, joined.labels.length - 1] : [Uint8Array.from(joined.bits, bitsSet), BITS_MAX];
  const rows = new Uint32Array(count);
  const ties = new Uint8Array(count).fill(1);
  // where rows of each code begin, those of code 0 behind all others
  const places = new Uint32Array(highest + 2);
  for (let row = 0; row < count; row++) (places[(codes[row] || highest + 1) as number] as number)++; // codes are no higher
  let place = 0;
  for (let code = 1; code < places.length; code++) {
    const own = places[code] as number; // within bounds
    if (place < count) ties[place] = 0;
    places[code] = place;
    place += own;
  }
  const empties = count - (places[highest + 1] as number);
  for (let row = 0; row < count; row++) {
    const code = codes[row] || highest + 1;
    rows[places[code] as number] = row;
    (places[code] as number)++;
  }
  return { rows, ties, empties };
}

/** Some rows in their order, then the others as those without a value. */
function orderWith(first: readonly number[], count: number): Order {
  const rows = new Uint32Array(count);
  const ties = new Uint8Array(count).fill(1, first.length);
  rows.set(first);
  const named = new Uint8Array(count);
  for (const row of first) named[row] = 1;
  let place = first.length;
  for (let row = 0; row < count; row++) if (!named[row]) rows[place++] = row;
  return { rows, ties, empties: count - first.length };
}

function bitsSet(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** One key of a sort. Rows without a value come last in either direction. */
export type SortKey = { field: string; descending: boolean };

/** Rows in the order of one column; a direction does not change the order of equal rows, nor where empty ones are. */
function sortedBy(order: Order, descending: boolean): Uint32Array {
  if (!descending) return order.rows;
  const { rows, ties, empties } = order;
  const filled = rows.length - empties;
  const sorted = new Uint32Array(rows.length);
  sorted.set(rows.subarray(filled), filled);
  let place = 0;
  for (let end = filled; end > 0; ) {
    let start = end - 1;
    while (ties[start]) start--;
    for (let at = start; at < end; at++) sorted[place++] = rows[at] as number; // within bounds
    end = start;
  }
  return sorted;
}

/** Sorts rows that are in the order of the lesser keys by one more column, keeping their order where it is equal. */
function sortedFurther(rows: Uint32Array, order: Order, descending: boolean): Uint32Array {
  const { ranks, starts } = rankRows(order, descending);
  const sorted = new Uint32Array(rows.length);
  for (const row of rows) {
    const rank = ranks[row] as number; // every row has a rank, every rank a start
    const place = starts[rank] as number;
    sorted[place] = row;
    starts[rank] = place + 1;
  }
  return sorted;
}

/** For each row the number of its group of equal values, and where each group starts in the sorted list. */
function rankRows(order: Order, descending: boolean): { ranks: Uint32Array; starts: Uint32Array } {
  const { rows, ties, empties } = order;
  const filled = rows.length - empties;
  const ranks = new Uint32Array(rows.length);
  const starts = new Uint32Array(rows.length);
  let rank = -1;
  let first = 0;
  for (let at = 0; at <= rows.length; at++) {
    if (at < rows.length && at > 0 && ties[at] && at !== filled) {
      ranks[rows[at] as number] = rank;
      continue;
    }
    // a group ends here: from the other end, it starts as far from the top as it ended from the bottom
    if (rank >= 0 && descending && first < filled) starts[rank] = filled - at;
    if (at === rows.length) break;
    rank++;
    first = at;
    starts[rank] = at;
    ranks[rows[at] as number] = rank;
  }
  return { ranks, starts };
}
