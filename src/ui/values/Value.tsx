import { truncate, truncateJson } from '#lib/truncate.ts';
import { PlainText } from './PlainText.tsx';
import classes from './Value.module.css';

/** On one line no more characters are of use. */
const SHOWN_MAX = 500;

const MISSING = (
  <span className={classes['missing']} title="Not in this record">
    <span data-spoken>missing</span>
  </span>
);

/** Any JSON value on one line; a missing field, null and an empty text each look like what they are. */
export function Value({ value }: { value: unknown }) {
  if (value === undefined) return MISSING;
  if (value === null) return <span className={classes['faint']}>null</span>;
  if (value === '') return <span className={classes['faint']}>empty</span>;
  if (typeof value === 'boolean') return <span className={classes['word']}>{String(value)}</span>;
  if (typeof value === 'string') return <PlainText text={truncate(value, SHOWN_MAX)} />;
  if (typeof value === 'number') return <>{value}</>;
  return (
    <code className={classes['json']}>
      <PlainText text={truncateJson(value, SHOWN_MAX)} />
    </code>
  );
}
