import { IdIndex, idAt } from '#fleet/join/idIndex.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { RowSet } from './rowSet.ts';

/**
 * The rows of `to` that have the IDs of `rows` of `from`. Where an ID repeats, its second row in one list stands for its
 * second row in the other, and so on; a row without an ID has no counterpart. May be interrupted at every yield.
 */
export function* carriedRows(from: Fleet, rows: RowSet, to: Fleet): Generator<void, RowSet> {
  const index = new IdIndex(from, rows);
  yield* index.build();
  /** Rows that the index gives for an ID, where the ID's first row is wanted. */
  const wanted = new RowSet();
  /** The same for an ID's further rows, of which there are few: by what the index gives, which of them are wanted. */
  const further = new Map<number, RowSet>();
  const carried = new RowSet();
  yield* occurrences(from, index, (row, known, nth) => {
    if (!rows.has(row)) return;
    if (nth === 0) wanted.set(known, true);
    else {
      const ranks = further.get(known) ?? new RowSet();
      ranks.set(nth, true);
      further.set(known, ranks);
    }
  });
  yield* occurrences(to, index, (row, known, nth) => {
    carried.set(row, nth === 0 ? wanted.has(known) : (further.get(known)?.has(nth) ?? false));
  });
  return carried;
}

/** Tells of every row whose ID the index knows: what the index gives for it, and how many rows before had that ID. */
function* occurrences(
  fleet: Fleet,
  index: IdIndex,
  tell: (row: number, known: number, nth: number) => void,
): Generator<void> {
  const column = fleet.columnOf('deviceID');
  const seen = new Uint32Array(index.rowCount);
  for (let row = 0; row < fleet.count; row++) {
    const id = idAt(fleet, column, row);
    const known = id && id.end > id.start ? index.find(id) : -1;
    if (known >= 0) tell(row, known, (seen[known] as number)++); // a row of the index's own fleet
    if ((row & 1023) === 1023) yield;
  }
}
