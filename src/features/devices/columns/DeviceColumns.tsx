import { useDevices } from '#features/devices/DevicesPlace.tsx';
import { shareMissing } from '#fleet/model/missing.ts';
import type { ColumnsOffered } from '#ui/grid/columns/ColumnsList.tsx';
import { ColumnsMenu } from '#ui/grid/columns/ColumnsMenu.tsx';
import { choiceOf } from './columnChoice.ts';

/** Which fields are columns. The device's ID leads to its page and always is one. */
export function DeviceColumns() {
  return <ColumnsMenu columns={useColumnsOffered()} />;
}

/** Every field, those that are columns, and what a choice among them needs. */
export function useColumnsOffered(): ColumnsOffered {
  const { choice, go } = useDevices();
  const { fleet, all, usual, shown, pinned } = useDevices().fields;
  const { columns, pins } = choice;
  return {
    shown,
    others: all.filter((field) => !shown.includes(field)),
    // the share of the devices that lack it
    noteOf: (field) =>
      usual.includes(field) ? undefined : `missing in ${Math.floor(100 * shareMissing(fleet, field))} %`,
    pinned,
    fixed: 'deviceID',
    onShown: (next) => go.replace(choiceOf(usual, next, choice)),
    onPinned: (next) => go.replace({ columns, pins: next }),
    onReset: columns || pins ? () => go.replace({ columns: undefined, pins: undefined }) : undefined,
  };
}
