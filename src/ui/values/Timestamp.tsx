import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatIsoTime, formatTime, isLikelySeconds, isNeverTimestamp } from '#lib/time/time.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './JsonValue.module.css';
import { JsonValue } from './JsonValue.tsx';
import { useTimeMode } from './timeModeStore.ts';

/** Shows a time in ms since 1970, with the exact time in the tooltip. Other values are shown unchanged. */
export function Timestamp({ value, format }: { value: unknown; format?: typeof formatTime | undefined }) {
  const mode = useTimeMode();
  if (isNeverTimestamp(value)) return <span className={classes['faint']}>never</span>;
  const text = typeof value === 'number' ? (format ?? formatTime)(value, mode, getServiceTime()) : undefined;
  if (typeof value !== 'number' || text === undefined) return <JsonValue value={value} />;
  const mark = isLikelySeconds(value);
  return (
    <time translate="no" dateTime={formatIsoTime(value)} title={`${formatIsoTime(value)} · ${value} ms`}>
      {text}
      {mark && (
        <span
          className={`${classes['mark']} ${shared['warningNote']}`}
          title="Too early for milliseconds: these may be seconds."
        >
          seconds?
        </span>
      )}
    </time>
  );
}
