import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { DatastoreState } from '#paths/datastore.ts';
import { Button } from '#ui/Button.tsx';
import classes from './Results.module.css';

type Props = {
  state: DatastoreState;
  /** Documents on this page. */
  rows: number;
  total: number | undefined;
  more: 'yes' | 'no' | 'unknown';
  onShow: (change: Partial<DatastoreState>) => void;
};

/** Previous and next, without a total where the service gives none; next is never an empty page. */
export function Pager({ state, rows, total, more, onShow }: Props) {
  const { page } = state;
  return (
    <nav className={classes['pager']} aria-label="Pages of documents">
      <p className={classes['rows']} role="status">
        {`Page ${page} · ${rows} ${rows === 1 ? 'document' : 'documents'}`}
        {total !== undefined && ` of ${total.toLocaleString('en')}`}
        {more === 'no' && ' · the end'}
      </p>
      <div className={classes['buttons']}>
        <Button
          icon={<IconChevronLeft size={14} aria-hidden />}
          disabled={page === 1}
          onClick={() => onShow({ page: page - 1 })}
        >
          Previous
        </Button>
        <Button
          end={<IconChevronRight size={14} aria-hidden />}
          disabled={more !== 'yes'}
          onClick={() => onShow({ page: page + 1 })}
        >
          Next
        </Button>
      </div>
    </nav>
  );
}
