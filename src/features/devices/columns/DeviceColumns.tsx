import { memo } from 'react';
import type { ColumnsOffered } from '#ui/grid/columns/ColumnsList.tsx';
import { ColumnsMenu } from '#ui/grid/columns/ColumnsMenu.tsx';
import { type ColumnChoice, choiceOf, columnsShown } from './columnChoice.ts';

type DeviceColumnsOffered = {
  /** Every field that may be a column, in the order offered. */
  fields: readonly string[];
  /** The fields that are columns where nobody chose any. */
  usual: readonly string[];
  /** The share of the devices that lack a field. */
  missing: (field: string) => number;
  choice: ColumnChoice;
  onChoice: (choice: ColumnChoice) => void;
};

/** Which fields are columns. The device's ID leads to its page and always is one. */
export const DeviceColumns = memo(function DeviceColumns(props: DeviceColumnsOffered) {
  return <ColumnsMenu columns={columnsOffered(props)} />;
});

export function columnsOffered({ fields, usual, missing, choice, onChoice }: DeviceColumnsOffered): ColumnsOffered {
  const { shown, pinned } = columnsShown(fields, choice, usual);
  const { columns, pins } = choice;
  return {
    shown,
    others: fields.filter((field) => !shown.includes(field)),
    noteOf: (field) => (usual.includes(field) ? undefined : `missing in ${Math.floor(100 * missing(field))} %`),
    pinned,
    fixed: 'deviceID',
    onShown: (next) => onChoice(choiceOf(usual, next, choice)),
    onPinned: (next) => onChoice({ columns, pins: next }),
    onReset: columns || pins ? () => onChoice({ columns: undefined, pins: undefined }) : undefined,
  };
}
