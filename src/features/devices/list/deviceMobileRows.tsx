import { CONNECTIVITY_FIELD, LAST_SEEN_FIELD } from '#contract/device.ts';
import { createDeviceColumn } from '#features/devices/columns/deviceColumns.ts';
import { type FieldKind, getFieldKind } from '#fields/deviceField.ts';
import type { ColumnSchema } from '#fleet/model/cells.ts';
import { isNeverTimestamp } from '#lib/time/time.ts';
import { createMobileRows, type MobileRowColumns, type MobileRows } from '#ui/grid/columns/mobileRows.tsx';
import { formatCellText, isSuspectedSeconds } from '#ui/grid/formatCellText.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { renderCellContent } from '#ui/grid/renderCellContent.tsx';

const LAST_PAIRED_FIELD = 'lastPairedAt';

const FIXED_FIELDS: readonly string[] = ['name', CONNECTIVITY_FIELD, 'deviceID'];

const TIME_LABELS = new Map([
  [LAST_PAIRED_FIELD, 'paired'],
  ['registeredAt', 'registered'],
  [LAST_SEEN_FIELD, 'seen'],
]);

const LABELLED_KINDS: readonly FieldKind[] = ['time', 'number', 'yesNo'];

const TEXT_LENGTH_MAX = 250;

/**
 * Columns of two-line rows: name and connectivity on the first line, ID and either last pairing or sort field on the
 * second.
 */
export function createDeviceMobileRowColumns(
  heads: readonly ColumnSchema[],
  sort: readonly { field: string }[],
): MobileRowColumns {
  const by = sort.find(({ field }) => !FIXED_FIELDS.includes(field))?.field ?? LAST_PAIRED_FIELD;
  return [
    createDeviceColumn('name', heads),
    createDeviceColumn(CONNECTIVITY_FIELD, heads),
    { ...createDeviceColumn('deviceID', heads), isRowHeader: true },
    addFieldLabel(createDeviceColumn(by, heads), getFieldKind(by, heads.find(({ name }) => name === by)?.storage)),
  ];
}

export function createDeviceMobileRows(heads: readonly ColumnSchema[], sort: readonly { field: string }[]): MobileRows {
  return createMobileRows(createDeviceMobileRowColumns(heads, sort));
}

/** Prefixes values with the field's name. Times are relative; a time that may be in seconds is marked instead. */
function addFieldLabel(column: GridColumn, kind: FieldKind): GridColumn {
  if (!LABELLED_KINDS.includes(kind)) return column;
  const { key } = column;
  const word = TIME_LABELS.get(key) ?? key;
  const isNeverTime = (value: unknown) => kind === 'time' && isNeverTimestamp(value);
  const formatPrefix = (value: unknown) => (kind === 'time' && isSuspectedSeconds(value, column) ? '' : `${word} `);
  return {
    ...column,
    getText: (value) =>
      isNeverTime(value)
        ? `never ${word}`
        : formatPrefix(value) + formatCellText(value, column, 'relative', TEXT_LENGTH_MAX),
    render: (value) => {
      if (isNeverTime(value)) return `never ${word}`;
      const { content, title } = renderCellContent(value, { ...column, width: 0 }, 'relative');
      return (
        <span title={title}>
          {formatPrefix(value)}
          {content}
        </span>
      );
    },
  };
}
