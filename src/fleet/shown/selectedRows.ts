import { RowIndexBuffer, type RowIndices, toRowIndices } from '#fleet/filter/rowIndices.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { RowSelection } from './rowSelection.ts';
import type { ViewSnapshot } from './viewSnapshot.ts';

export function* listSelectedRowsInView(
  { rows }: ViewSnapshot,
  selection: Pick<RowSelection, 'snapshot'>,
): Generator<void, RowIndices> {
  const left = selection.snapshot();
  if (left.count === 0) return toRowIndices(new Uint32Array());
  const found = new RowIndexBuffer();
  for (let place = 0; place < rows.count && left.count > 0; place++) {
    const row = rows.at(place);
    if (left.has(row)) {
      left.set(row, false);
      found.add(row);
    }
    if ((place & 1023) === 1023) yield;
  }
  for (const row of left.values()) {
    found.add(row);
    if ((found.count & 1023) === 0) yield;
  }
  return found.toRowIndices();
}

export function* listSelectedIds(view: ViewSnapshot, selection: RowSelection): Generator<void, string[]> {
  return yield* listIds(view.fleet, yield* listSelectedRowsInView(view, selection));
}

export function* listIds(fleet: Fleet, rows: RowIndices): Generator<void, string[]> {
  const column = fleet.findColumn('deviceID');
  const ids: string[] = [];
  for (let place = 0; place < rows.count; place++) {
    const id = fleet.getValue(rows.at(place), column);
    if (typeof id === 'string' && id !== '') ids.push(id);
    if ((place & 1023) === 1023) yield;
  }
  return ids;
}
