import type { DeviceAnswer } from '#api/device.ts';
import { FieldValue } from '#fields/FieldValue.tsx';
import { sameValue } from '#fields/sameValue.ts';
import { jsonBeginning } from '#lib/beginning.ts';
import { formatBytes } from '#lib/bytes.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { formatClock } from '#lib/time/time.ts';
import { Problem } from '#ui/states/Problem.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './FieldAnswer.module.css';
import { isRejected, outcomeOf, outcomeWords, typeWord } from './outcomeWords.ts';

type Props = {
  path: string;
  answer: DeviceAnswer | undefined;
  error: Error | null;
  /** The whole record, which the answer is compared with and never changes. */
  record: { device: JsonObject; fetchedAt: number };
};

const JSON_MAX = 80;

/** What the service said about one field: its value, absent, null, rejected or failed, and how the answer came. */
export function FieldAnswer({ path, answer, error, record }: Props) {
  if (error) {
    const title = isRejected(error)
      ? `The service rejects the field “${path}”`
      : `The field “${path}” could not be fetched`;
    return <Problem title={title} error={error} />;
  }
  if (!answer) return null;
  const { fetchedAt, latency, bytes } = answer;
  const outcome = outcomeOf(path, answer);
  return (
    <div className={classes['answer']}>
      <p className={classes['value']} aria-live="polite">
        <span className={classes['name']}>{path}</span>{' '}
        {outcome.kind === 'value' ? <FieldValue field={path} value={outcome.value} /> : <span>absent</span>}
      </p>
      <div className={classes['facts']}>
        {outcome.kind === 'value' ? (
          <p>
            <code>{jsonBeginning(outcome.value, JSON_MAX)}</code>, {typeWord(outcome.value)}
          </p>
        ) : (
          <p>absent from the answer: the service sent no such field</p>
        )}
        <Difference path={path} answer={answer} record={record} />
        <p>{`fetched ${formatClock(fetchedAt)} in ${Math.round(latency)} ms · ${formatBytes(bytes)}`}</p>
      </div>
    </div>
  );
}

/** What the record says otherwise; it may be older. */
function Difference({ path, answer, record }: { path: string; answer: DeviceAnswer; record: Props['record'] }) {
  const mode = useTimeMode();
  const { device, fetchedAt } = record;
  const same =
    Object.hasOwn(answer.device, path) === Object.hasOwn(device, path) && sameValue(answer.device[path], device[path]);
  if (same) return null;
  const outcome = outcomeOf(path, { ...answer, device });
  const says = outcome.kind === 'absent' ? 'has no such field' : `says ${outcomeWords(path, outcome, mode)}`;
  return <p className={classes['differs']}>{`the record of ${formatClock(fetchedAt)} ${says}`}</p>;
}
