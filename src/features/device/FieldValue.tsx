import { Time } from '#ui/Time.tsx';
import { Value } from '#ui/Value.tsx';
import classes from './FieldValue.module.css';

const IDENTIFIERS: readonly string[] = ['deviceID', 'productID'];
const TIMES: readonly string[] = ['registeredAt', 'lastPairedAt'];

/** A field's value shown as what the interface says it is: identifiers in monospace, times as times. */
export function FieldValue({ field, value }: { field: string; value: unknown }) {
  if (TIMES.includes(field)) return <Time value={value} />;
  if (IDENTIFIERS.includes(field) && typeof value === 'string') return <bdi className={classes['id']}>{value}</bdi>;
  return <Value value={value} />;
}
