import { useCallback, useMemo } from 'react';
import { isFieldFromDocuments } from '#contract/device.ts';
import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import type { ColumnSchema } from '#fleet/model/cells.ts';
import { countMissingValues } from '#fleet/model/countMissingValues.ts';
import { LazyDocumentSourceForm } from '#lastSeen/ChooseDocumentsPopover.tsx';
import { formatCount } from '#lib/formatNumber.ts';
import { LazyModule } from '#lib/lazyModule.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import type { ColumnOptions } from '#ui/grid/columns/ColumnChooser.tsx';
import type { MobileRows } from '#ui/grid/columns/mobileRows.tsx';
import { type GridColumn, toggleSort } from '#ui/grid/gridColumn.ts';
import type { GridColumns } from '#ui/grid/gridProps.ts';
import { useLazyModule } from '#ui/states/lazyComponent.tsx';
import type { DevicesState } from '#urls/devices.ts';
import { createDeviceColumn, createDeviceColumnChoice } from './deviceColumns.ts';
import { getColumnWidthsSetting, saveColumnWidth, useHasMobileRows } from './gridSettings.ts';

const mobileRowsModule = new LazyModule(() => import('#features/devices/list/deviceMobileRows.tsx'));

export function useDeviceColumns(): { awaited: boolean; gridColumns: GridColumns } {
  // by saved connection: its settings survive a new key or token
  const { savedConnectionId, choice, fields, go } = useDevicesPage();
  const effectiveSort = useEffectiveSort();
  const { heads, all, usual, shown, pinned } = fields;
  const [widths] = useSetting(getColumnWidthsSetting(savedConnectionId));
  const columns = useMemo(
    () =>
      shown.map(
        (field): GridColumn => ({
          ...createDeviceColumn(field, heads, Object.hasOwn(widths, field) ? widths[field] : undefined),
          isRowHeader: field === 'deviceID',
          pinned: pinned.includes(field),
        }),
      ),
    [heads, shown, pinned, widths],
  );
  const { mobileRows, awaited } = useMobileRowColumns(heads, all, effectiveSort);
  const sort = useMemo(
    () => effectiveSort.map(({ field, descending }) => ({ key: field, descending })),
    [effectiveSort],
  );
  const onSort = useCallback(
    (key: string, further: boolean) =>
      go.replace({ sort: toggleSort(sort, key, further).map(({ key: field, descending }) => ({ field, descending })) }),
    [go, sort],
  );
  const onReorder = useCallback(
    (order: readonly string[]) => go.replace(createDeviceColumnChoice(usual, order, choice, all)),
    [go, usual, choice, all],
  );
  const onResize = useCallback(
    (field: string, width: number | undefined) => saveColumnWidth(savedConnectionId, field, width),
    [savedConnectionId],
  );
  return { awaited, gridColumns: { all: columns, mobileRows, sort, onSort, onReorder, onResize } };
}

/** Columns of two-line rows on a phone; `awaited` while their code loads. If loading fails, the table is shown. */
function useMobileRowColumns(
  heads: readonly ColumnSchema[],
  fields: readonly string[],
  sort: DevicesState['sort'],
): { mobileRows: MobileRows | undefined; awaited: boolean } {
  const isMobile = useHasMobileRows();
  const { code, failure } = useLazyModule(mobileRowsModule, isMobile);
  const mobileRows = useMemo(() => {
    if (!isMobile || !code) return undefined;
    const known = sort.filter(({ field }) => fields.includes(field));
    return code.createDeviceMobileRows(heads, known);
  }, [isMobile, code, heads, fields, sort]);
  return { mobileRows, awaited: isMobile && !code && !failure };
}

/** Options of the columns menu. deviceID is always a column, because it links to the device's page. */
export function useDeviceColumnOptions(): ColumnOptions {
  const { choice, go, savedConnectionId } = useDevicesPage();
  const { fleet, all, usual, shown, pinned } = useDevicesPage().fields;
  const { lastSeen } = useDeviceList();
  const { columns, pins } = choice;
  const [widths] = useSetting(getColumnWidthsSetting(savedConnectionId));
  return {
    shown,
    hidden: all.filter((field) => !shown.includes(field)),
    getNote: (field) => {
      const missing = fleet.findColumn(field) < 0 ? 0 : countMissingValues(fleet, field);
      return missing > 0 ? `in ${formatCount(fleet.count - missing)} of ${formatCount(fleet.count)}` : undefined;
    },
    getWidth: (field) => (Object.hasOwn(widths, field) ? widths[field] : undefined),
    onWidthChange: (field, width) => saveColumnWidth(savedConnectionId, field, width),
    onResetWidths: () => getColumnWidthsSetting(savedConnectionId).set({}),
    pinned,
    renderDetails: (field) =>
      lastSeen.isWanted && !lastSeen.spec && field === shown.find(isFieldFromDocuments) && <LazyDocumentSourceForm />,
    requiredColumn: 'deviceID',
    onShownChange: (next) => go.replace(createDeviceColumnChoice(usual, next, choice, all)),
    onPinnedChange: (next) => go.replace({ columns, pins: next }),
    onReset: columns || pins ? () => go.replace({ columns: undefined, pins: undefined }) : undefined,
  };
}

/** Sort order of the link without computed fields that are unavailable, because the rows are not sorted by them. */
export function useEffectiveSort(): DevicesState['sort'] {
  const { sort } = useDevicesPage();
  const { unavailable } = useDeviceList();
  return useMemo(
    () => (unavailable.length > 0 ? sort.filter(({ field }) => !unavailable.includes(field)) : sort),
    [sort, unavailable],
  );
}
