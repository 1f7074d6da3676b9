import { useEffect } from 'react';
import type { DeviceAnswer } from '#api/device.ts';
import type { DeviceRecord } from '#features/device/RecordPane.tsx';
import { sameValue } from '#fields/deviceField.ts';
import { FieldValue } from '#fields/FieldValue.tsx';
import { formatBytes } from '#lib/formatNumber.ts';
import { announceProgress } from '#lib/tasks/announce.ts';
import { formatClock } from '#lib/time/time.ts';
import { truncateJson } from '#lib/truncate.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Problem } from '#ui/states/Problem.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './FieldPicker.module.css';
import { isRejected, outcomeOf, outcomeWords, typeWord } from './fieldWatch.ts';

type Props = {
  path: string;
  answer: DeviceAnswer | undefined;
  error: Error | null;
  record: DeviceRecord;
};

const JSON_MAX = 80;

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
    <div className={`${classes['answer']} ${shared['wrap']}`}>
      <p className={`${classes['value']} ${shared['breaks']}`}>
        <span className={`${classes['name']} ${shared['small']}`}>{path}</span>{' '}
        {outcome.kind === 'value' ? <FieldValue field={path} value={outcome.value} /> : <span>absent</span>}
      </p>
      <div className={`${classes['facts']} ${shared['breaks']} ${shared['small']}`}>
        {outcome.kind === 'value' ? (
          <p>
            {typeof outcome.value !== 'string' && (
              <>
                <code>{truncateJson(outcome.value, JSON_MAX)}</code>,{' '}
              </>
            )}
            {typeWord(outcome.value)}
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

type AnswerState = {
  path: string | undefined;
  answer: DeviceAnswer | undefined;
  error: Error | null;
  fetching: boolean;
  /** Number of times the field was fetched by hand. */
  fetches: number;
  watching: boolean;
};

/** Announces every answer fetched by hand, even if unchanged; of a watched field only changes, at most every 10 s. */
export function useAnswerAnnouncement({ path, answer, error, fetching, fetches, watching }: AnswerState): void {
  const mode = useTimeMode();
  const isAnswered = path !== undefined && answer !== undefined && !error && !fetching;
  const words = isAnswered ? `${path}: ${outcomeWords(path, outcomeOf(path, answer), mode)}` : undefined;
  useAnnouncement(watching ? undefined : words, 'field', fetches);
  // the live region is outside React
  useEffect(() => {
    if (watching && words) announceProgress(words, 'field');
  }, [watching, words]);
}

function Difference({ path, answer, record }: { path: string; answer: DeviceAnswer; record: DeviceRecord }) {
  const mode = useTimeMode();
  const { device, fetchedAt } = record;
  const same =
    Object.hasOwn(answer.device, path) === Object.hasOwn(device, path) && sameValue(answer.device[path], device[path]);
  if (same) return null;
  const outcome = outcomeOf(path, { ...answer, device });
  const says = outcome.kind === 'absent' ? 'has no such field' : `says ${outcomeWords(path, outcome, mode)}`;
  return <p className={shared['attention']}>{`the record of ${formatClock(fetchedAt)} ${says}`}</p>;
}
