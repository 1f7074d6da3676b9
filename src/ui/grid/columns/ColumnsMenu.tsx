import { IconColumns3 } from '@tabler/icons-react';
import { Button } from '#ui/controls/Button.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import type { ColumnOptions } from './ColumnChooser.tsx';
import classes from './ColumnsMenu.module.css';

const ColumnChooser = lazyComponent(async () => (await import('./ColumnChooser.tsx')).ColumnChooser);

export function ColumnsMenu({ columns }: { columns: ColumnOptions }) {
  const { shown, hidden } = columns;
  const count = hidden.length > 0 && `${shown.length} of ${shown.length + hidden.length}`;
  return (
    <Popover
      label="Columns"
      inPalette
      placement={{ width: 440, align: 'end' }}
      renderTrigger={(control) => (
        <Button
          {...control}
          variant="plain"
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
      <ColumnChooser columns={columns} />
    </Popover>
  );
}
