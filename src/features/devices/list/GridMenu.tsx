import { useColumnsOffered } from '#features/devices/columns/useDeviceColumns.ts';
import { useDeviceList, useDevices, useDevicesSearch } from '#features/devices/DevicesPlace.tsx';
import { dayOf, storageIn, timeOfDay } from '#features/devices/filter/filterWords.ts';
import { kindOf, wordOf } from '#fields/deviceField.ts';
import { addBasePath } from '#lib/basePath.ts';
import { formatTyped } from '#lib/json/typedText.ts';
import { isNever } from '#lib/time/time.ts';
import { devicePath } from '#paths/device.ts';
import type { RangeState } from '#paths/ranges.ts';
import { cellText } from '#ui/grid/cellText.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { copyText } from '#ui/notices/copyText.ts';
import type { MenuRow } from '#ui/overlays/hangingPanels.tsx';
import { ContextMenu } from '#ui/overlays/Menu.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';

/** Target of the menu: a cell with its value and device, or a column header. */
export type GridMenuAt = {
  element: HTMLElement;
  column: GridColumn;
  cell: { value: unknown; place: number; id: string | undefined } | undefined;
};

type Props = { at: GridMenuAt; onClose: () => void };

export function GridMenu({ at, onClose }: Props) {
  const ofCell = useCellRows(at);
  const ofColumn = useColumnRows(at.column.key);
  const { element, column, cell } = at;
  return <ContextMenu at={{ element, label: column.label, rows: cell ? ofCell : ofColumn }} onClose={onClose} />;
}

const SEARCHED = /^[\p{L}_$][\p{L}\p{N}_$.]*$/u;

const SHOWN_MAX = 40;

function useCellRows({ column, cell }: GridMenuAt): MenuRow[] {
  const { preview } = useDeviceList();
  const conditions = useConditions(column, cell?.value);
  const mode = useTimeMode();
  if (!cell) return [];
  const { value, place, id } = cell;
  const shown = cellText(value, column, mode, Number.POSITIVE_INFINITY);
  // objects have a single text form; a missing value has nothing to copy
  const copied = asText(value) === '' ? [] : [...new Set(typeof value === 'object' ? [shown] : [shown, asText(value)])];
  return [
    ...conditions,
    ...copied.map((text) => ({
      label: copied.length > 1 ? `Copy ${text.slice(0, SHOWN_MAX)}` : 'Copy value',
      run: () => void copyText(text),
    })),
    { label: 'Preview', aside: 'P', run: () => preview.toggle(place) },
    ...(id === undefined
      ? []
      : [
          {
            label: 'Open in a new tab',
            run: () => void window.open(addBasePath(devicePath(id)), '_blank', 'noopener'),
          },
        ]),
  ];
}

/** Menu entries that filter by a value: facets and ranges cannot exclude, the search can. */
function useConditions({ key: field, type }: GridColumn, value: unknown): MenuRow[] {
  const { filters, go, setSearch, fields } = useDevices();
  const { search } = useDevicesSearch();
  const mode = useTimeMode();
  if (type === 'time') {
    const day = typeof value === 'number' && !isNever(value) ? dayOf(value, mode) : undefined;
    const [from, to] = day === undefined ? [] : [timeOfDay(day, false, mode), timeOfDay(day, true, mode)];
    const isDay = from !== undefined && to !== undefined;
    // an invalid time belongs to no day, and is not "never"
    if (!isDay && !isNever(value)) return [];
    const range: RangeState = isDay ? { from, to } : { missing: 'only' };
    const run = () => go.toFilters({ ...filters, ranges: { ...filters.ranges, [field]: range } });
    return [{ label: `Only where ${field} is ${day ?? 'never'}`, run }];
  }
  // objects cannot be filtered by
  if (typeof value === 'object' && value !== null) return [];
  const text = asText(value);
  const storage = storageIn(fields.heads, field);
  const typed = formatTyped(value, storage === 'flag' ? 'boolean' : storage === 'number' ? 'number' : 'text');
  const word = wordOf(kindOf(field, storage), typed).slice(0, SHOWN_MAX);
  const only = () => go.toFilters({ ...filters, facets: { ...filters.facets, [field]: [typed] } });
  const sayable = typeof value === 'string' && value !== '' && !value.includes('"') && SEARCHED.test(field);
  return [
    { label: `Only where ${field} is ${word}`, run: only },
    ...(sayable
      ? [{ label: `Not where ${field} is ${word}`, run: () => setSearch(`${search} -${field}:"${text}"`.trim()) }]
      : []),
  ];
}

/** Text of a value as in filters and links; '' for a missing value. */
function asText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

function useColumnRows(field: string): MenuRow[] {
  const { setFacet, sort, go } = useDevices();
  const { shown, pinned, fixed, onShown, onPinned } = useColumnsOffered();
  const sorted = sort.find((one) => one.field === field);
  const sortBy = (descending: boolean) => () => go.replace({ sort: [{ field, descending }] });
  const isPinned = pinned.includes(field);
  return [
    ...(sorted && !sorted.descending ? [] : [{ label: 'Sort ascending', run: sortBy(false) }]),
    ...(sorted?.descending ? [] : [{ label: 'Sort descending', run: sortBy(true) }]),
    ...(sorted
      ? [{ label: 'Do not sort by this', run: () => go.replace({ sort: sort.filter((one) => one !== sorted) }) }]
      : []),
    { label: `Filter by ${field}`, run: () => setFacet(field) },
    {
      label: isPinned ? 'Unpin column' : 'Pin column',
      run: () => onPinned(isPinned ? pinned.filter((one) => one !== field) : [...pinned, field]),
    },
    ...(field === fixed ? [] : [{ label: 'Hide column', run: () => onShown(shown.filter((one) => one !== field)) }]),
  ];
}
