import { useEffect } from 'react';
import type { DeviceResult } from '#api/fetchDevice.ts';
import type { DeviceRecord } from '#features/device/RecordPane.tsx';
import { isDeepEqual } from '#fields/deviceField.ts';
import { FieldValue } from '#fields/FieldValue.tsx';
import { formatBytes } from '#lib/formatNumber.ts';
import { announceProgress } from '#lib/tasks/announce.ts';
import { formatTimeOfDay } from '#lib/time/time.ts';
import { formatTruncatedJson } from '#lib/truncate.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { ErrorDetails } from '#ui/states/ErrorDetails.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { describeValueType, formatFieldResult, getFieldResult, isFieldPathRejection } from './fieldWatch.ts';
import classes from './SingleFieldPane.module.css';

type Props = {
  path: string;
  response: DeviceResult | undefined;
  error: Error | null;
  record: DeviceRecord;
};

const JSON_LENGTH_MAX = 80;

export function FieldResponse({ path, response, error, record }: Props) {
  if (error) {
    const title = isFieldPathRejection(error)
      ? `The service rejected the field “${path}”`
      : `Could not fetch the field “${path}”`;
    return <ErrorDetails title={title} error={error} />;
  }
  if (!response) return null;
  const { fetchedAt, latency, bytes } = response;
  const outcome = getFieldResult(path, response);
  return (
    <div className={`${classes['answer']} ${shared['wrap']}`}>
      <p className={`${classes['value']} ${shared['breakWords']}`}>
        <span className={`${classes['name']} ${shared['small']}`}>{path}</span>{' '}
        {outcome.kind === 'value' ? <FieldValue field={path} value={outcome.value} /> : <span>absent</span>}
      </p>
      <div className={`${classes['facts']} ${shared['breakWords']} ${shared['small']}`}>
        {outcome.kind === 'value' ? (
          <p>
            {typeof outcome.value !== 'string' && (
              <>
                <code translate="no">{formatTruncatedJson(outcome.value, JSON_LENGTH_MAX)}</code>,{' '}
              </>
            )}
            {describeValueType(outcome.value)}
          </p>
        ) : (
          <p>absent: the response does not contain this field</p>
        )}
        <RecordDifference path={path} response={response} record={record} />
        <p>{`fetched ${formatTimeOfDay(fetchedAt)} in ${Math.round(latency)} ms · ${formatBytes(bytes)}`}</p>
      </div>
    </div>
  );
}

type FieldResponseState = {
  path: string | undefined;
  response: DeviceResult | undefined;
  error: Error | null;
  isFetching: boolean;
  fetchCount: number;
  isWatching: boolean;
};

/**
 * Announces every manually fetched response, even if it is unchanged. For a watched field, announces only changes, at
 * most every 10 s.
 */
export function useResponseAnnouncement({
  path,
  response,
  error,
  isFetching,
  fetchCount,
  isWatching,
}: FieldResponseState): void {
  const mode = useTimeMode();
  const isAnswered = path !== undefined && response !== undefined && !error && !isFetching;
  const words = isAnswered ? `${path}: ${formatFieldResult(path, getFieldResult(path, response), mode)}` : undefined;
  useAnnouncement(isWatching ? undefined : words, 'field', fetchCount);
  // the live region is outside React
  useEffect(() => {
    if (isWatching && words) announceProgress(words, 'field');
  }, [isWatching, words]);
}

function RecordDifference({ path, response, record }: { path: string; response: DeviceResult; record: DeviceRecord }) {
  const mode = useTimeMode();
  const { device, fetchedAt } = record;
  const isSame =
    Object.hasOwn(response.device, path) === Object.hasOwn(device, path) &&
    isDeepEqual(response.device[path], device[path]);
  if (isSame) return null;
  const outcome = getFieldResult(path, { ...response, device });
  const difference =
    outcome.kind === 'absent' ? 'does not have this field' : `shows ${formatFieldResult(path, outcome, mode)}`;
  return <p className={shared['attention']}>{`the record from ${formatTimeOfDay(fetchedAt)} ${difference}`}</p>;
}
