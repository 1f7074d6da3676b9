import { truncate, truncateJson } from '#lib/truncate.ts';
import { PlainText } from './PlainText.tsx';
import classes from './Value.module.css';

/** Maximum characters on one line. */
const SHOWN_MAX = 500;

const MISSING = (
  <span className={classes['missing']} title="Not in this record">
    <span data-spoken>missing</span>
  </span>
);

/** A JSON value on one line; missing, null and '' look different. */
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
