import { stringify } from '#lib/json.ts';
import { LongText } from '#ui/PlainText.tsx';
import { Time } from '#ui/Time.tsx';
import { Value } from '#ui/Value.tsx';
import classes from './FieldValue.module.css';

const IDENTIFIERS: readonly string[] = ['deviceID', 'productID'];
const TIMES: readonly string[] = ['registeredAt', 'lastPairedAt'];

/** A field's value shown as what the interface says it is: identifiers in monospace, times as times. */
export function FieldValue({ field, value }: { field: string; value: unknown }) {
  if (TIMES.includes(field)) return <Time value={value} />;
  if (typeof value === 'string' && value !== '') {
    return (
      <span className={IDENTIFIERS.includes(field) ? classes['id'] : undefined}>
        <LongText text={value} />
      </span>
    );
  }
  if (typeof value === 'object' && value !== null) {
    return (
      <code className={classes['json']}>
        <LongText text={stringify(value)} />
      </code>
    );
  }
  return <Value value={value} />;
}
