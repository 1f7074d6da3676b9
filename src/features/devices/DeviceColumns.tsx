import { IconColumns3 } from '@tabler/icons-react';
import { lazy, memo, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';
import type { ColumnsProps } from './ColumnList.tsx';
import classes from './DevicesPage.module.css';
import { columnsShown } from './deviceColumns.ts';

const ColumnList = lazy(async () => ({ default: (await import('./ColumnList.tsx')).ColumnList }));

/** Opens the choice of columns, and says how many of them are shown. */
export const DeviceColumns = memo(function DeviceColumns(props: ColumnsProps) {
  const [opened, setOpened] = useState(false);
  const { fields, choice } = props;
  return (
    <Popover
      label="Columns"
      opened={opened}
      onToggle={setOpened}
      width={320}
      align="end"
      opener={(control) => (
        <Button
          {...control}
          look="plain"
          aria-label="Columns"
          icon={<IconColumns3 size={16} stroke={1.5} aria-hidden />}
        >
          <span className={classes['columnsWord']}>Columns</span>
          {choice.columns && <b>{`${columnsShown(fields, choice).shown.length} of ${fields.length}`}</b>}
        </Button>
      )}
    >
      {opened && <ColumnList {...props} />}
    </Popover>
  );
});
