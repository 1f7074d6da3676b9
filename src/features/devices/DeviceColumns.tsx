import { memo, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CheckList } from '#ui/CheckList.tsx';
import { Dropdown } from '#ui/Dropdown.tsx';
import classes from './DevicesPage.module.css';

type Props = {
  /** Every field that may be a column, in the order offered. */
  fields: readonly string[];
  /** Fields shown; all of them when left out. */
  columns: readonly string[] | undefined;
  onColumns: (columns: readonly string[] | undefined) => void;
};

/** Which fields are columns. The device's ID leads to its page and always is one. */
export const DeviceColumns = memo(function DeviceColumns({ fields, columns, onColumns }: Props) {
  const [opened, setOpened] = useState(false);
  const shown = columns ?? fields;
  return (
    <Dropdown
      label="Columns"
      note={columns && `${shown.length} of ${fields.length}`}
      opened={opened}
      onToggle={setOpened}
    >
      <CheckList
        items={fields
          .filter((field) => field !== 'deviceID')
          .map((field) => ({ value: field, label: field, checked: shown.includes(field) }))}
        onCheck={(field, checked) =>
          onColumns(fields.filter((one) => (one === field ? checked : shown.includes(one) || one === 'deviceID')))
        }
      />
      {columns && (
        <Button className={classes['reset'] ?? ''} variant="subtle" size="xs" onClick={() => onColumns(undefined)}>
          Show all
        </Button>
      )}
    </Dropdown>
  );
});
