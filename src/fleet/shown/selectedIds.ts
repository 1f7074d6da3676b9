import { listOf, RowBuffer, type RowList } from '#fleet/find/rowList.ts';
import type { Selection } from './selection.ts';
import type { ViewSnapshot } from './viewSnapshot.ts';

/** Lists the selected rows: first those in the view, in its order, then the others. Interruptible at every yield. */
export function* selectedRows(
  { rows }: ViewSnapshot,
  selection: Pick<Selection, 'snapshot'>,
): Generator<void, RowList> {
  const left = selection.snapshot();
  if (left.count === 0) return listOf(new Uint32Array());
  const found = new RowBuffer();
  for (let place = 0; place < rows.count && left.count > 0; place++) {
    const row = rows.at(place);
    if (left.has(row)) {
      left.set(row, false);
      found.add(row);
    }
    if ((place & 1023) === 1023) yield;
  }
  for (const row of left.rows()) {
    found.add(row);
    if ((found.count & 1023) === 0) yield;
  }
  return found.list();
}

/** IDs of the selected rows as text, one per line; rows without an ID are omitted. Interruptible at every yield. */
export function* selectedIds(
  view: ViewSnapshot,
  selection: Selection,
): Generator<void, { text: string; count: number }> {
  const { fleet } = view;
  const column = fleet.columnOf('deviceID');
  const rows = yield* selectedRows(view, selection);
  const ids: string[] = [];
  for (let place = 0; place < rows.count; place++) {
    const id = fleet.value(rows.at(place), column);
    if (typeof id === 'string' && id !== '') ids.push(id);
    if ((place & 1023) === 1023) yield;
  }
  return { text: ids.join('\n'), count: ids.length };
}
