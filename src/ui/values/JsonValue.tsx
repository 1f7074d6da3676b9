import { formatTruncatedJson, truncate } from '#lib/truncate.ts';
import classes from './JsonValue.module.css';
import { PlainText } from './PlainText.tsx';

const MAX_SHOWN_LENGTH = 500;

const MISSING_VALUE = (
  <span className={classes['missing']} title="Not in this record">
    <span data-spoken>missing</span>
  </span>
);

/** JSON value on one line. Missing values, null and '' look different. */
export function JsonValue({ value }: { value: unknown }) {
  if (value === undefined) return MISSING_VALUE;
  if (value === null)
    return (
      <span translate="no" className={classes['faint']}>
        null
      </span>
    );
  if (value === '') return <span className={classes['faint']}>empty</span>;
  if (typeof value === 'boolean')
    return (
      <span translate="no" className={classes['word']}>
        {String(value)}
      </span>
    );
  if (typeof value === 'string') return <PlainText text={truncate(value, MAX_SHOWN_LENGTH)} />;
  if (typeof value === 'number') return <span translate="no">{value}</span>;
  return (
    <code translate="no" className={classes['json']}>
      <PlainText text={formatTruncatedJson(value, MAX_SHOWN_LENGTH)} />
    </code>
  );
}
