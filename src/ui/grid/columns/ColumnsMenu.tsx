import { IconColumns3 } from '@tabler/icons-react';
import { Button } from '#ui/controls/Button.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import type { ColumnsOffered } from './ColumnsList.tsx';
import classes from './ColumnsMenu.module.css';

const ColumnsList = loaded(async () => (await import('./ColumnsList.tsx')).ColumnsList);

export function ColumnsMenu({ columns }: { columns: ColumnsOffered }) {
  const { shown, others } = columns;
  const count = others.length > 0 && `${shown.length} of ${shown.length + others.length}`;
  return (
    <Popover
      label="Columns"
      found
      place={{ width: 440, align: 'end' }}
      opener={(control) => (
        <Button
          {...control}
          look="plain"
          aria-label={count ? `Columns ${count}` : 'Columns'}
          data-tip="Columns"
          data-tip-narrow
          Icon={IconColumns3}
        >
          <span className={classes['word']} data-word>
            Columns
          </span>{' '}
          {count && <b className={classes['count']}>{count}</b>}
        </Button>
      )}
    >
      <ColumnsList columns={columns} />
    </Popover>
  );
}
