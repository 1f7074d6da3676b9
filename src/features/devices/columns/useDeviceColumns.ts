import { useCallback, useMemo } from 'react';
import { useLines } from '#features/devices/list/useLines.ts';
import { useSame } from '#features/devices/useDevicesUrl.ts';
import { listedFields } from '#fields/deviceField.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { DevicesState } from '#paths/devices.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { nextSort } from '#ui/grid/gridColumn.ts';
import { choiceOf, columnsShown, gridColumn, usualColumns } from './columnChoice.ts';
import { columnWidths, setColumnWidth } from './gridSettings.ts';

/** The columns of the device grid and its sort as the link has them, and the ways to choose others. */
export function useDeviceColumns(
  connectionId: string,
  fleet: Fleet,
  state: DevicesState,
  onState: (state: Partial<DevicesState>) => void,
) {
  const [widths] = useSetting(columnWidths(connectionId));
  // columns are told anew with every part of a list that arrives, and are mostly the same
  const heads = useSame(fleet.columns.map(({ name, storage }) => ({ name, storage })));
  const fields = useMemo(() => listedFields(heads.map(({ name }) => name)), [heads]);
  const usual = useSame(usualColumns(fields, fleet));
  const choice = useMemo(() => ({ columns: state.columns, pins: state.pins }), [state.columns, state.pins]);
  const columns = useMemo(() => {
    const { shown, pinned } = columnsShown(fields, choice, usual);
    return shown.map((field) => ({
      ...gridColumn(field, heads, Object.hasOwn(widths, field) ? widths[field] : undefined),
      heading: field === 'deviceID',
      pinned: pinned.includes(field),
    }));
  }, [heads, fields, usual, choice, widths]);
  const { lines, awaited } = useLines(heads, fields, state.sort);
  const sort = useMemo(() => state.sort.map(({ field, descending }) => ({ key: field, descending })), [state.sort]);
  const onSort = useCallback(
    (key: string, further: boolean) =>
      onState({ sort: nextSort(sort, key, further).map(({ key: field, descending }) => ({ field, descending })) }),
    [onState, sort],
  );
  const onReorder = useCallback(
    (shown: readonly string[]) => onState(choiceOf(usual, shown, choice)),
    [onState, usual, choice],
  );
  const onResize = useCallback(
    (field: string, width: number | undefined) => setColumnWidth(connectionId, field, width),
    [connectionId],
  );
  return { awaited, drawn: { all: columns, lines, sort, onSort, onReorder, onResize } };
}
