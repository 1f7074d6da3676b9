import { memo } from 'react';
import classes from './CellValue.module.css';
import type { CellType } from './gridColumn.ts';
import { Time } from './Time.tsx';
import { Value } from './Value.tsx';

/** IDs longer than this are cut in the middle when there is no room; their last characters always stay. */
const ID_WHOLE = 12;
const ID_TAIL = 6;

/** A value as its type is shown; a value of another type is shown as what it is. */
export const CellValue = memo(function CellValue({ value, type }: { value: unknown; type: CellType }) {
  if (type === 'time') return <Time value={value} />;
  if (type === 'id' && typeof value === 'string' && value !== '') return <IdValue id={value} />;
  return <Value value={value} />;
});

function IdValue({ id }: { id: string }) {
  if (id.length <= ID_WHOLE) return <span className={classes['id']}>{id}</span>;
  return (
    <span className={classes['id']} title={id}>
      <span className={classes['head']}>{id.slice(0, -ID_TAIL)}</span>
      <span>{id.slice(-ID_TAIL)}</span>
    </span>
  );
}
