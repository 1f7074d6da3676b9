import { type Cells, TAG } from './cells.ts';
import type { Fleet } from './fleet.ts';

/** Cells never change once they are there. */
const counted = new WeakMap<Cells, number>();

/** The share of the rows so far whose record lacks a field, or says null of it: 0 to 1. */
export function shareMissing(fleet: Fleet, field: string): number {
  return countMissing(fleet, field) / Math.max(1, fleet.count);
}

/** The number of rows so far whose record lacks a field, or says null of it. */
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
