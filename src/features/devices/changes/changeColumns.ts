import { getFieldKind } from '#fields/deviceField.ts';
import { formatFieldValue } from '#fields/renderValueLabel.tsx';
import type { DeviceFieldChange } from '#fleet/queries/fieldChangeList.ts';
import { formatTime, type TimeMode } from '#lib/time/time.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { buildDeviceUrl } from '#urls/device.ts';

export const CHANGE_COLUMNS: readonly GridColumn[] = [
  { key: 'deviceID', label: 'deviceID', type: 'id', isRowHeader: true, sortable: false },
  { key: 'field', label: 'field', type: 'text', sortable: false },
  { key: 'was', label: 'was', type: 'text', sortable: false },
  { key: 'is', label: 'is', type: 'text', sortable: false, fill: true },
];

const NO_VALUE = '–';

export function getChangeCellValue(change: DeviceFieldChange | undefined, column: string, mode: TimeMode): unknown {
  if (!change) return undefined;
  if (column === 'deviceID') return change.id;
  if (column === 'field') return change.kind === 'changed' ? change.field : change.kind;
  if (change.kind === (column === 'was' ? 'new' : 'gone')) return NO_VALUE;
  const field = change.kind === 'changed' ? change.field : 'name';
  return formatChangedValue(field, column === 'was' ? change.was : change.is, mode);
}

export function buildChangedDeviceUrl(change: DeviceFieldChange | undefined): string | undefined {
  const { id, kind } = change ?? {};
  return typeof id === 'string' && id !== '' && kind !== 'gone' ? buildDeviceUrl(id) : undefined;
}

function formatChangedValue(field: string, value: unknown, mode: TimeMode): unknown {
  const kind = getFieldKind(field);
  if (kind === 'time' && typeof value === 'number') {
    return value === 0 ? 'never' : (formatTime(value, mode, Date.now()) ?? value);
  }
  return typeof value === 'boolean' || kind === 'connectivity' ? formatFieldValue(kind, value) : value;
}
