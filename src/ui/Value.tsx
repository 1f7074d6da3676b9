import { stringify } from '#lib/json.ts';
import { PlainText } from './PlainText.tsx';
import classes from './Value.module.css';

/** Any JSON value on one line; a missing field, null and an empty text each look like what they are. */
export function Value({ value }: { value: unknown }) {
  if (value === undefined) return <span className={classes['faint']}>missing</span>;
  if (value === null) return <span className={classes['word']}>null</span>;
  if (value === '') return <span className={classes['faint']}>empty</span>;
  if (typeof value === 'boolean') return <span className={classes['word']}>{String(value)}</span>;
  if (typeof value === 'string') return <PlainText text={value} />;
  if (typeof value === 'number') return <>{value}</>;
  return <code className={classes['json']}>{stringify(value)}</code>;
}
