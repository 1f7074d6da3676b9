import type { Fleet } from '#fleet/model/fleet.ts';
import { JOINED_LABELS_MAX, type JoinedField } from '#fleet/model/joinedField.ts';
import type { RowOrder } from './computeRowOrder.ts';

/**
 * Sorted rows. `rows` is undefined for the original order; `isPending` is true while the sort order is being computed.
 */
type SortResult = { rows: Uint32Array | undefined; isPending: boolean };

export class RowSorter {
  private readonly fleet: Fleet;
  private readonly joined: ReadonlyMap<string, JoinedField>;
  private cached: { key: string; rows: Uint32Array | undefined } | undefined;

  constructor(fleet: Fleet, joined: ReadonlyMap<string, JoinedField>) {
    this.fleet = fleet;
    this.joined = joined;
  }

  clearCache(): void {
    this.cached = undefined;
  }

  sort(sort: readonly FieldSort[]): SortResult {
    const key = JSON.stringify(sort);
    if (key === this.cached?.key) return { rows: this.cached.rows, isPending: false };
    const orders = sort.map(({ field, descending }) => ({ order: this.getOrder(field), descending }));
    if (orders.some(({ order }) => order === undefined)) return { rows: undefined, isPending: true };
    let rows: Uint32Array | undefined;
    for (const { order, descending } of orders.reverse()) {
      if (!order) continue;
      rows = rows ? sortStably(rows, order, descending) : applyOrder(order, descending);
    }
    if (sort.length > 0) this.cached = { key, rows };
    return { rows, isPending: false };
  }

  /** Returns the sort order of a field. Undefined if it is not computed yet, null if no record has the field. */
  private getOrder(field: string): RowOrder | null | undefined {
    const joined = this.joined.get(field);
    if (joined) return computeJoinedOrder(joined, this.fleet.count);
    const column = this.fleet.findColumn(field);
    if (column >= 0) return this.fleet.getRowOrder(column);
    return this.fleet.state === 'reading' ? undefined : null;
  }
}

function computeJoinedOrder(joined: JoinedField, count: number): RowOrder {
  if ('values' in joined) return joined.rowOrder;
  if (joined.order) return createOrderWithFirstRows(joined.order, count);
  const [codes, highest] =
    'codes' in joined
      ? [joined.codes, joined.labels.length - 1]
      : [Uint8Array.from(joined.bits, countSetBits), JOINED_LABELS_MAX];
  const rows = new Uint32Array(count);
  const ties = new Uint8Array(count).fill(1);
  // start of each code's rows; code 0 comes last
  const places = new Uint32Array(highest + 2);
  for (let row = 0; row < count; row++) (places[(codes[row] || highest + 1) as number] as number)++; // at most `highest`
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
  return { rows, ties, emptyCount: empties };
}

function createOrderWithFirstRows(first: readonly number[], count: number): RowOrder {
  const rows = new Uint32Array(count);
  const ties = new Uint8Array(count).fill(1, first.length);
  rows.set(first);
  const named = new Uint8Array(count);
  for (const row of first) named[row] = 1;
  let place = first.length;
  for (let row = 0; row < count; row++) if (!named[row]) rows[place++] = row;
  return { rows, ties, emptyCount: count - first.length };
}

function countSetBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

export type FieldSort = { field: string; descending: boolean };

function applyOrder(order: RowOrder, descending: boolean): Uint32Array {
  if (!descending) return order.rows;
  const { rows, ties, emptyCount } = order;
  const filled = rows.length - emptyCount;
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

function sortStably(rows: Uint32Array, order: RowOrder, descending: boolean): Uint32Array {
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

function rankRows(order: RowOrder, descending: boolean): { ranks: Uint32Array; starts: Uint32Array } {
  const { rows, ties, emptyCount } = order;
  const filled = rows.length - emptyCount;
  const ranks = new Uint32Array(rows.length);
  const starts = new Uint32Array(rows.length);
  let rank = -1;
  let first = 0;
  for (let at = 0; at <= rows.length; at++) {
    if (at < rows.length && at > 0 && ties[at] && at !== filled) {
      ranks[rows[at] as number] = rank;
      continue;
    }
    // end of a group: in descending order its start is mirrored
    if (rank >= 0 && descending && first < filled) starts[rank] = filled - at;
    if (at === rows.length) break;
    rank++;
    first = at;
    starts[rank] = at;
    ranks[rows[at] as number] = rank;
  }
  return { ranks, starts };
}
