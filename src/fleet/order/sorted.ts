import type { Order } from './order.ts';

/** One key of a sort. Rows without a value come last in either direction. */
export type SortKey = { field: string; descending: boolean };

/** Rows in the order of one column; a direction does not change the order of equal rows, nor where empty ones are. */
export function sortedBy(order: Order, descending: boolean): Uint32Array {
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
export function sortedFurther(rows: Uint32Array, order: Order, descending: boolean): Uint32Array {
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
