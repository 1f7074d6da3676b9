import { type Cells, TAG } from './cells.ts';
import type { Fleet } from './fleet.ts';

/** Cache by cells, which are immutable. */
const counted = new WeakMap<Cells, number>();

/** Share of the rows so far in which a field is missing or null, 0 to 1. */
export function shareMissing(fleet: Fleet, field: string): number {
  return countMissing(fleet, field) / Math.max(1, fleet.count);
}

export function countMissing(fleet: Fleet, field: string): number {
  const column = fleet.columnOf(field);
  let missing = 0;
  for (const { rows, cells } of fleet.blocks) missing += cells[column] ? missingIn(cells[column]) : rows;
  return missing;
}

function missingIn(cells: Cells): number {
  const known = counted.get(cells);
  if (known !== undefined) return known;
  let missing = 0;
  for (const tag of cells.tags ?? []) if (tag === TAG.missing || tag === TAG.null) missing++;
  counted.set(cells, missing);
  return missing;
}
