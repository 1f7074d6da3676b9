import type { FleetView } from './fleetView.ts';
import type { Selection } from './selection.ts';

/**
 * The IDs of the selected rows as text, one a line: those in the view in its order, then the others as they came. Rows
 * without an ID are left out. May be interrupted at every yield.
 */
export function* selectedIds(view: FleetView, selection: Selection): Generator<void, { text: string; count: number }> {
  const { fleet, rows } = view;
  const column = fleet.columnOf('deviceID');
  const left = selection.snapshot();
  const ids: string[] = [];
  const take = (row: number) => {
    const id = fleet.value(row, column);
    if (typeof id === 'string' && id !== '') ids.push(id);
  };
  for (let place = 0; place < rows.count && left.count > 0; place++) {
    const row = rows.at(place);
    if (left.has(row)) {
      left.set(row, false);
      take(row);
    }
    if ((place & 1023) === 1023) yield;
  }
  for (const row of left.rows()) {
    take(row);
    if ((ids.length & 1023) === 0) yield;
  }
  return { text: ids.join('\n'), count: ids.length };
}
