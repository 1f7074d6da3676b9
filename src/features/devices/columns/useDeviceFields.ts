import { useMemo } from 'react';
import { useSame } from '#features/devices/useDevicesUrl.ts';
import { listedFields } from '#fields/deviceField.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { type ChosenColumns, columnsShown, usualColumns } from './columnChoice.ts';

/** What there is to know of a list's fields, and which of them are columns. */
export function useDeviceFields(fleet: Fleet, choice: ChosenColumns) {
  // columns are told anew with every part of a list that arrives, and are mostly the same
  const heads = useSame(fleet.columns.map(({ name, storage }) => ({ name, storage })));
  /** Every field, in the order offered. */
  const all = useMemo(() => listedFields(heads.map(({ name }) => name)), [heads]);
  /** The fields that are columns where nobody chose any. */
  const usual = useSame(usualColumns(all, fleet));
  return useMemo(
    () => ({ fleet, heads, all, usual, ...columnsShown(all, choice, usual) }),
    [fleet, heads, all, usual, choice],
  );
}
