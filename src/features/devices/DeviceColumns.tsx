import { memo } from 'react';
import { ColumnsMenu } from '#ui/grid/ColumnsMenu.tsx';
import { type ColumnChoice, choiceOf, columnsShown } from './deviceColumns.ts';

type Props = {
  /** Every field that may be a column, in the order offered. */
  fields: readonly string[];
  choice: ColumnChoice;
  onChoice: (choice: ColumnChoice) => void;
};

/** Which fields are columns. The device's ID leads to its page and always is one. */
export const DeviceColumns = memo(function DeviceColumns({ fields, choice, onChoice }: Props) {
  const { shown, pinned } = columnsShown(fields, choice);
  const { columns, pins } = choice;
  return (
    <ColumnsMenu
      shown={shown}
      others={fields.filter((field) => !shown.includes(field))}
      pinned={pinned}
      fixed="deviceID"
      onShown={(next) => onChoice(choiceOf(fields, next, choice))}
      onPinned={(next) => onChoice({ columns, pins: next })}
      onReset={columns || pins ? () => onChoice({ columns: undefined, pins: undefined }) : undefined}
    />
  );
});
