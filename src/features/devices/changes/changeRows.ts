import { kindOf } from '#fields/deviceField.ts';
import { textOf } from '#fields/FieldWord.tsx';
import type { FieldChange } from '#fleet/questions/changeList.ts';
import { formatTime, type TimeMode } from '#lib/time/time.ts';
import { devicePath } from '#paths/device.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';

export const CHANGE_COLUMNS: readonly GridColumn[] = [
  { key: 'deviceID', label: 'deviceID', type: 'id', heading: true, sortable: false },
  { key: 'field', label: 'field', type: 'text', sortable: false },
  { key: 'was', label: 'was', type: 'text', sortable: false },
  { key: 'is', label: 'is', type: 'text', sortable: false, fill: true },
];

const NOWHERE = '–';

export function changeCell(change: FieldChange | undefined, column: string, mode: TimeMode): unknown {
  if (!change) return undefined;
  if (column === 'deviceID') return change.id;
  if (column === 'field') return change.kind === 'changed' ? change.field : change.kind;
  if (change.kind === (column === 'was' ? 'new' : 'gone')) return NOWHERE;
  const field = change.kind === 'changed' ? change.field : 'name';
  return inWords(field, column === 'was' ? change.was : change.is, mode);
}

/** Returns the link to the device; undefined if it is gone. */
export function changePath(change: FieldChange | undefined): string | undefined {
  const { id, kind } = change ?? {};
  return typeof id === 'string' && id !== '' && kind !== 'gone' ? devicePath(id) : undefined;
}

function inWords(field: string, value: unknown, mode: TimeMode): unknown {
  const kind = kindOf(field);
  if (kind === 'time' && typeof value === 'number') {
    return value === 0 ? 'never' : (formatTime(value, mode, Date.now()) ?? value);
  }
  return typeof value === 'boolean' || kind === 'connectivity' ? textOf(kind, value) : value;
}
