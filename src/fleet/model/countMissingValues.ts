import { CELL_TAG, type ColumnCells } from './cells.ts';
import type { Fleet } from './fleet.ts';

export function computeMissingShare(fleet: Fleet, field: string): number {
  return countMissingValues(fleet, field) / Math.max(1, fleet.count);
}

export function countMissingValues(fleet: Fleet, field: string): number {
  const column = fleet.findColumn(field);
  let missing = 0;
  for (const { rows, cells } of fleet.blocks) missing += cells[column] ? countMissingCells(fleet, cells[column]) : rows;
  return missing;
}

function countMissingCells({ missingCounts }: Fleet, cells: ColumnCells): number {
  const known = missingCounts.get(cells);
  if (known !== undefined) return known;
  let missing = 0;
  for (const tag of cells.tags ?? []) if (tag === CELL_TAG.missing || tag === CELL_TAG.null) missing++;
  missingCounts.set(cells, missing);
  return missing;
}
