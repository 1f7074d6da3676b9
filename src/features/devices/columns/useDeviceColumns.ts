import { useCallback, useMemo } from 'react';
import { useDevices } from '#features/devices/DevicesPlace.tsx';
import { useClaimedSort } from '#features/devices/list/useClaimedSort.ts';
import type { ColumnHead } from '#fleet/model/cells.ts';
import { countMissing } from '#fleet/model/missing.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { LazyModule } from '#lib/lazyModule.ts';
import type { DevicesState } from '#paths/devices.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import type { ColumnsOffered } from '#ui/grid/columns/ColumnsList.tsx';
import type { NarrowForm } from '#ui/grid/columns/twoLines.tsx';
import { nextSort } from '#ui/grid/gridColumn.ts';
import { useLater } from '#ui/states/loaded.tsx';
import { choiceOf, gridColumn } from './columnChoice.ts';
import { columnWidths, setColumnWidth, useTwoLines } from './gridSettings.ts';

const twoLines = new LazyModule(() => import('#features/devices/list/lineColumns.tsx'));

export function useDeviceColumns() {
  // by saved connection: its settings survive a new key or token
  const { savedId, choice, fields, go } = useDevices();
  const claimed = useClaimedSort();
  const { heads, all, usual, shown, pinned } = fields;
  const [widths] = useSetting(columnWidths(savedId));
  const columns = useMemo(
    () =>
      shown.map((field) => ({
        ...gridColumn(field, heads, Object.hasOwn(widths, field) ? widths[field] : undefined),
        heading: field === 'deviceID',
        pinned: pinned.includes(field),
      })),
    [heads, shown, pinned, widths],
  );
  const { lines, awaited } = useLines(heads, all, claimed);
  const sort = useMemo(() => claimed.map(({ field, descending }) => ({ key: field, descending })), [claimed]);
  const onSort = useCallback(
    (key: string, further: boolean) =>
      go.replace({ sort: nextSort(sort, key, further).map(({ key: field, descending }) => ({ field, descending })) }),
    [go, sort],
  );
  const onReorder = useCallback(
    (order: readonly string[]) => go.replace(choiceOf(usual, order, choice, all)),
    [go, usual, choice, all],
  );
  const onResize = useCallback(
    (field: string, width: number | undefined) => setColumnWidth(savedId, field, width),
    [savedId],
  );
  return { awaited, drawn: { all: columns, lines, sort, onSort, onReorder, onResize } };
}

/** Columns for rows of two lines on a phone; `awaited` while their code loads. If loading fails, the table is shown. */
function useLines(
  heads: readonly ColumnHead[],
  fields: readonly string[],
  sort: DevicesState['sort'],
): { lines: NarrowForm | undefined; awaited: boolean } {
  const wanted = useTwoLines();
  const { code, failure } = useLater(twoLines, wanted);
  const lines = useMemo(() => {
    if (!wanted || !code) return undefined;
    const known = sort.filter(({ field }) => fields.includes(field));
    return code.deviceLines(heads, known);
  }, [wanted, code, heads, fields, sort]);
  return { lines, awaited: wanted && !code && !failure };
}

/** Options of the columns menu. deviceID is always a column, because it links to the device's page. */
export function useColumnsOffered(): ColumnsOffered {
  const { choice, go, savedId } = useDevices();
  const { fleet, all, usual, shown, pinned } = useDevices().fields;
  const { columns, pins } = choice;
  const [widths] = useSetting(columnWidths(savedId));
  return {
    shown,
    others: all.filter((field) => !shown.includes(field)),
    noteOf: (field) => {
      const missing = fleet.columnOf(field) < 0 ? 0 : countMissing(fleet, field);
      return missing > 0 ? `in ${formatCount(fleet.count - missing)} of ${formatCount(fleet.count)}` : undefined;
    },
    widthOf: (field) => (Object.hasOwn(widths, field) ? widths[field] : undefined),
    onWidth: (field, width) => setColumnWidth(savedId, field, width),
    onWidthsReset: () => columnWidths(savedId).set({}),
    pinned,
    fixed: 'deviceID',
    onShown: (next) => go.replace(choiceOf(usual, next, choice, all)),
    onPinned: (next) => go.replace({ columns, pins: next }),
    onReset: columns || pins ? () => go.replace({ columns: undefined, pins: undefined }) : undefined,
  };
}
