import { IconColumns3 } from '@tabler/icons-react';
import { Button } from '#ui/controls/Button.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import type { ColumnOptions } from './ColumnChooser.tsx';
import classes from './ColumnsMenu.module.css';
import { gridColumnsMessages } from './messages.ts';

const ColumnChooser = lazyComponent(async () => (await import('./ColumnChooser.tsx')).ColumnChooser);

export function ColumnsMenu({ columns }: { columns: ColumnOptions }) {
  const { shown, hidden } = columns;
  const count = hidden.length > 0 && gridColumnsMessages.shownOfAll(shown.length, shown.length + hidden.length);
  return (
    <Popover
      label={gridColumnsMessages.columns}
      inPalette
      placement={{ width: 440, align: 'end' }}
      renderTrigger={(control) => (
        <Button
          {...control}
          variant="plain"
          aria-label={count ? gridColumnsMessages.columnsWithCount(count) : gridColumnsMessages.columns}
          data-tip={gridColumnsMessages.columns}
          data-tip-narrow
          Icon={IconColumns3}
        >
          <span className={classes['word']} data-word>
            {gridColumnsMessages.columns}
          </span>{' '}
          {count && <b className={classes['count']}>{count}</b>}
        </Button>
      )}
    >
      <ColumnChooser columns={columns} />
    </Popover>
  );
}
