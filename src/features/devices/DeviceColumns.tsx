import { memo } from 'react';
import { ColumnsMenu } from '#ui/grid/ColumnsMenu.tsx';
import { type ColumnChoice, choiceOf, columnsShown } from './deviceColumns.ts';

type Props = {
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
export const DeviceColumns = memo(function DeviceColumns({ fields, usual, missing, choice, onChoice }: Props) {
  const { shown, pinned } = columnsShown(fields, choice, usual);
  const { columns, pins } = choice;
  return (
    <ColumnsMenu
      shown={shown}
      others={fields.filter((field) => !shown.includes(field))}
      noteOf={(field) => (usual.includes(field) ? undefined : `missing in ${Math.floor(100 * missing(field))} %`)}
      pinned={pinned}
      fixed="deviceID"
      onShown={(next) => onChoice(choiceOf(usual, next, choice))}
      onPinned={(next) => onChoice({ columns, pins: next })}
      onReset={columns || pins ? () => onChoice({ columns: undefined, pins: undefined }) : undefined}
    />
  );
});
