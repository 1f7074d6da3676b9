import { isFieldFromDocuments } from '#contract/device.ts';
import { useDeviceColumnOptions } from '#features/devices/columns/useDeviceColumns.tsx';
import { useDeviceList, useDevicesPage, useDevicesSearch } from '#features/devices/DevicesProvider.tsx';
import { findFieldStorageType, formatIsoDay, parseDayBound } from '#features/devices/filter/describeFilters.ts';
import { formatValueLabel, getFieldKind } from '#fields/deviceField.ts';
import { getColumnValueType } from '#fleet/queries/facets.ts';
import { addBasePath } from '#lib/basePath.ts';
import { formatTypePrefixedText } from '#lib/json/typePrefixedText.ts';
import { isNeverTimestamp } from '#lib/time/time.ts';
import { formatCellText } from '#ui/grid/formatCellText.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { copyToClipboard } from '#ui/notices/copyToClipboard.ts';
import { ContextMenu } from '#ui/overlays/Menu.tsx';
import type { MenuRow } from '#ui/overlays/popovers.tsx';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import type { FieldRange } from '#urls/rangeParams.ts';

export type DeviceGridMenuTarget = {
  element: HTMLElement;
  column: GridColumn;
  cell: { value: unknown; position: number; id: string | undefined } | undefined;
};

export function DeviceGridMenu({ target, onClose }: { target: DeviceGridMenuTarget; onClose: () => void }) {
  const ofCell = useCellMenuRows(target);
  const ofColumn = useColumnMenuRows(target.column.key);
  const { element, column, cell } = target;
  return <ContextMenu target={{ element, label: column.label, rows: cell ? ofCell : ofColumn }} onClose={onClose} />;
}

const SEARCHABLE_FIELD = /^[\p{L}_$][\p{L}\p{N}_$.]*$/u;

const LABEL_LENGTH_MAX = 40;

function useCellMenuRows({ column, cell }: DeviceGridMenuTarget): MenuRow[] {
  const { preview } = useDeviceList();
  const conditions = useFilterMenuRows(column, cell?.value);
  const mode = useTimeMode();
  if (!cell) return [];
  const { value, position, id } = cell;
  const shown = formatCellText(value, column, mode, Number.POSITIVE_INFINITY);
  // objects have a single text form; a missing value has nothing to copy
  const copied =
    toFilterText(value) === '' ? [] : [...new Set(typeof value === 'object' ? [shown] : [shown, toFilterText(value)])];
  return [
    ...conditions,
    ...copied.map((text) => ({
      label: copied.length > 1 ? `Copy ${text.slice(0, LABEL_LENGTH_MAX)}` : 'Copy value',
      run: () => void copyToClipboard(text),
    })),
    { label: 'Preview', aside: 'P', run: () => preview.toggle(position) },
    ...(id === undefined
      ? []
      : [
          {
            label: 'Open in a new tab',
            run: () => void window.open(addBasePath(buildDeviceUrl(id)), '_blank', 'noopener'),
          },
        ]),
  ];
}

/** Menu entries that filter by a value. Facets and ranges cannot exclude values, so the search is used for that. */
function useFilterMenuRows({ key: field, type }: GridColumn, value: unknown): MenuRow[] {
  const { filters, go, setSearch, fields } = useDevicesPage();
  const { view } = useDeviceList();
  const { search } = useDevicesSearch();
  const mode = useTimeMode();
  if (type === 'time') {
    const day = typeof value === 'number' && !isNeverTimestamp(value) ? formatIsoDay(value, mode) : undefined;
    const [from, to] = day === undefined ? [] : [parseDayBound(day, false, mode), parseDayBound(day, true, mode)];
    const isDay = from !== undefined && to !== undefined;
    // an invalid time belongs to no day, and is not "never"
    if (!isDay && !isNeverTimestamp(value)) return [];
    const range: FieldRange = isDay ? { from, to } : { missing: 'only' };
    const run = () => go.toFilters({ ...filters, ranges: { ...filters.ranges, [field]: range } });
    return [{ label: `Only ${field} = ${day ?? 'never'}`, run }];
  }
  // objects cannot be filtered by
  if (typeof value === 'object' && value !== null) return [];
  const text = toFilterText(value);
  const storage = findFieldStorageType(fields.heads, field);
  // the grid shows a word in place of an unknown number
  const filtered = isFieldFromDocuments(field) && value === 'unknown' ? undefined : value;
  const typed = formatTypePrefixedText(filtered, getColumnValueType(view.fleet, field, view.getJoined(field)));
  const word = formatValueLabel(getFieldKind(field, storage), typed).slice(0, LABEL_LENGTH_MAX);
  const filterByValue = () => go.toFilters({ ...filters, facets: { ...filters.facets, [field]: [typed] } });
  const canExclude = typeof value === 'string' && value !== '' && !value.includes('"') && SEARCHABLE_FIELD.test(field);
  return [
    { label: `Only ${field} = ${word}`, run: filterByValue },
    ...(canExclude
      ? [{ label: `Exclude ${field} = ${word}`, run: () => setSearch(`${search} -${field}:"${text}"`.trim()) }]
      : []),
  ];
}

function toFilterText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

function useColumnMenuRows(field: string): MenuRow[] {
  const { setFacet, sort, go } = useDevicesPage();
  const { shown, pinned, requiredColumn, onShownChange, onPinnedChange } = useDeviceColumnOptions();
  const sorted = sort.find((one) => one.field === field);
  const sortBy = (descending: boolean) => () => go.replace({ sort: [{ field, descending }] });
  const isPinned = pinned.includes(field);
  return [
    ...(sorted && !sorted.descending ? [] : [{ label: 'Sort ascending', run: sortBy(false) }]),
    ...(sorted?.descending ? [] : [{ label: 'Sort descending', run: sortBy(true) }]),
    ...(sorted
      ? [
          {
            label: 'Clear sort',
            run: () => go.replace({ sort: sort.filter((one) => one !== sorted) }),
          },
        ]
      : []),
    { label: `Filter by ${field}`, run: () => setFacet(field) },
    {
      label: isPinned ? 'Unpin column' : 'Pin column',
      run: () => onPinnedChange(isPinned ? pinned.filter((one) => one !== field) : [...pinned, field]),
    },
    ...(field === requiredColumn
      ? []
      : [{ label: 'Hide column', run: () => onShownChange(shown.filter((one) => one !== field)) }]),
  ];
}
