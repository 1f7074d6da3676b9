import { FIELDS_FROM_DOCUMENTS, LAST_SEEN_FIELD, PASTED_LIST_FIELD } from '#contract/device.ts';
import { type FieldKind, getFieldKind, isApiField, listFieldsApiFirst } from '#fields/deviceField.ts';
import { formatFieldValue, GLYPH_WIDTH_PX, hasValueLabels, renderValueLabel } from '#fields/renderValueLabel.tsx';
import type { ColumnSchema } from '#fleet/model/cells.ts';
import { computeMissingShare } from '#fleet/model/countMissingValues.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import type { CellType, GridColumn } from '#ui/grid/gridColumn.ts';
import type { DevicesState } from '#urls/devices.ts';

const CELL_TYPES: Record<FieldKind, CellType> = {
  id: 'id',
  text: 'text',
  email: 'email',
  pairing: 'boolean',
  yesNo: 'boolean',
  connectivity: 'text',
  time: 'time',
  number: 'number',
  json: 'json',
};

const SAMPLE_TIME_MS = Date.UTC(2020, 11, 31, 12);

export type DeviceColumnChoice = Pick<DevicesState, 'columns' | 'pins'>;

export function listColumnFields(recorded: readonly string[]): string[] {
  return [...new Set([...listFieldsApiFirst(recorded), ...FIELDS_FROM_DOCUMENTS])];
}

/** Share of devices that must lack a field for it not to be a default column, in lists of `DEVICES_MIN` or more. */
const MISSING_SHARE_MAX = 0.95;
const DEVICES_MIN = 20;

/** Returns the default columns: all fields except members of objects and fields that nearly all devices lack. */
export function getDefaultColumns(fields: readonly string[], fleet: Fleet): readonly string[] {
  const nested = new Set(fleet.columns.flatMap((column) => (column.nested ? [column.name] : [])));
  const few = fleet.count < DEVICES_MIN;
  const usual = fields.filter(
    (field) =>
      isApiField(field) || (!nested.has(field) && (few || computeMissingShare(fleet, field) < MISSING_SHARE_MAX)),
  );
  return usual.length === fields.length ? fields : usual;
}

/** Returns the visible columns, pinned ones first, and the pinned columns. Skips fields that no device has. */
export function resolveDeviceColumns(
  fields: readonly string[],
  { columns, pins }: DeviceColumnChoice,
  defaultColumns: readonly string[] = fields,
) {
  const known = columns?.filter((field) => fields.includes(field)) ?? [];
  const chosen = known.length > 0 ? known : defaultColumns;
  const pinned = pins ? pins.filter((field) => chosen.includes(field)) : chosen.slice(0, 1);
  return { shown: [...pinned, ...chosen.filter((field) => !pinned.includes(field))], pinned };
}

export function getSortableFields(fields: readonly string[], view: ViewSnapshot): readonly string[] {
  return view.getJoined(PASTED_LIST_FIELD) ? [...new Set([...fields, PASTED_LIST_FIELD])] : fields;
}

export function describeUnknownFields(
  fields: readonly string[],
  { sort, columns = [] }: Pick<DevicesState, 'sort' | 'columns'>,
) {
  const parts = [
    ...sort.map(({ field, descending }) => ({ name: descending ? 'desc' : 'asc', field })),
    ...columns.map((field) => ({ name: 'column', field })),
  ];
  return parts.filter(({ field }) => !fields.includes(field)).map(({ name, field }) => `${name} ${field}`);
}

/**
 * Returns the column choice for a new order. `columns` is undefined if the order equals the default. Chosen columns
 * that this list lacks are kept for other lists.
 */
export function createDeviceColumnChoice(
  defaultColumns: readonly string[],
  shown: readonly string[],
  { columns = [], pins }: DeviceColumnChoice,
  fields: readonly string[] = defaultColumns,
): DeviceColumnChoice {
  const chosen = [...shown, ...columns.filter((field) => !fields.includes(field))];
  const same =
    chosen.length === defaultColumns.length && chosen.every((field, index) => field === defaultColumns[index]);
  return { columns: same ? undefined : chosen, pins: pins && chosen.filter((field) => pins.includes(field)) };
}

export function createDeviceColumn(field: string, columns: readonly ColumnSchema[], width?: number): GridColumn {
  const kind = getFieldKind(field, columns.find(({ name }) => name === field)?.storage);
  return {
    key: field,
    label: field || '(no name)',
    type: CELL_TYPES[kind],
    ...(field === 'name' && { fill: true }),
    ...(field === LAST_SEEN_FIELD && { sampleValue: SAMPLE_TIME_MS }),
    ...(width !== undefined && { width }),
    ...(hasValueLabels(kind)
      ? {
          render: (value) => renderValueLabel(kind, value),
          getText: (value) => formatFieldValue(kind, value),
          iconWidthPx: GLYPH_WIDTH_PX,
        }
      : { renderBoolean: renderFlag }),
  };
}

function renderFlag(value: boolean) {
  return renderValueLabel('yesNo', value);
}
