import type { ReactNode } from 'react';
import { describePeriodBefore } from '#features/datastore/groups/usePeriodBefore.ts';
import { useResultGroups } from '#features/datastore/groups/useResultGroups.ts';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { formatExactDuration } from '#lib/time/duration.ts';
import { SERIES_MAX } from '#pipeline/documents/chartData.ts';
import { BUCKET_WIDTH_OPTIONS } from '#pipeline/documents/chartOptions.ts';
import { Button } from '#ui/controls/Button.tsx';
import { StatusBar } from '#ui/page/Bars.tsx';
import { LinearProgress } from '#ui/states/LinearProgress.tsx';
import classes from './ResultChart.module.css';
import type { useChartData } from './useChartData.ts';

type Props = {
  data: ReturnType<typeof useChartData>;
  rankingLabel: string | undefined;
  showsBars: boolean;
  hiddenCount: number;
  children: ReactNode;
};

export function ChartStatus({ data, rankingLabel, showsBars, hiddenCount, children }: Props) {
  const noun = useResultGroups() ? 'group' : 'document';
  const { periodBefore } = useResults();
  const { reading, shown, running, paused, isReading, total, error, outdated } = data;
  const { by } = shown.aggregator.spec;
  const parts = shown.aggregator.groups.length;
  const limitText = by && parts > SERIES_MAX ? `showing the six with the highest mean of ${rankingLabel}` : '';
  const hiddenText = [limitText, hiddenCount > 0 ? `${formatCount(hiddenCount)} hidden` : '']
    .filter(Boolean)
    .join(', ');
  return (
    <>
      {running && !paused && <LinearProgress label="Loading chart data" />}
      <StatusBar
        wraps
        aside={
          <>
            {children}
            {outdated && 'The data has changed since. '}
            {running && !paused ? (
              <Button variant="link" size="row" aria-label="Pause loading" onClick={data.pause}>
                Pause
              </Button>
            ) : !reading.isDone ? (
              <Button variant="link" size="row" aria-label="Resume loading" onClick={data.resume}>
                Resume
              </Button>
            ) : (
              outdated && (
                <Button variant="link" size="row" onClick={data.restart}>
                  Reload
                </Button>
              )
            )}
            {hiddenText && <span className={classes['left']}>{hiddenText}</span>}
          </>
        }
      >
        {error && <span>{`Could not load all documents: ${error.message}`} </span>}
        {isReading ? (
          <span>{`${paused ? 'paused' : 'loading'}: ${describeReadProgress(reading, total)}`}</span>
        ) : (
          reading.pageCount > 0 && (
            <span>{describeResult(shown, noun, showsBars) + describePeriodBefore(periodBefore)}</span>
          )
        )}
      </StatusBar>
    </>
  );
}

type ChartDataSet = ReturnType<typeof useChartData>['reading'];

function describeReadProgress(
  { documentCount, requestCount, sample }: ChartDataSet,
  total: number | undefined,
): string {
  if (sample) {
    const part = `${formatCount(sample.reading.documentCount)} of ${formatCountWithNoun(sample.total, 'document')}`;
    return `the service groups all documents. The chart shows a sample of ${part}.`;
  }
  const share = total
    ? ` of ${formatCount(total)}, ${Math.floor((100 * documentCount) / Math.max(total, documentCount))} %`
    : '';
  return `${formatCountWithNoun(documentCount, 'document')}${share} · ${formatCountWithNoun(requestCount, 'request')}`;
}

function describeBucketWidth({ spec: { step, dayZone }, buckets }: ChartDataSet['aggregator']): string {
  if (!step) return 'pixel';
  const [name] = BUCKET_WIDTH_OPTIONS.find(([, ms]) => ms === step) ?? [];
  if (name === undefined) return formatBucketWidth(buckets.width);
  const word = name === 'day' && !dayZone ? 'UTC day' : name;
  return buckets.width === step ? word : formatCountWithNoun(buckets.width / step, word);
}

function formatBucketWidth(ms: number): string {
  const unit = ms % 1000 > 0 ? 'ms' : 's';
  return ms % 60_000 === 0 ? formatExactDuration(ms) : `${formatCount(unit === 'ms' ? ms : ms / 1000)} ${unit}`;
}

function describeResult(
  { aggregator, retainedDocuments, documentCount, requestCount, isDone, isGrouped }: ChartDataSet,
  noun: 'group' | 'document',
  showsBars: boolean,
): string {
  const { by, axis, groupUnit } = aggregator.spec;
  const zone = axis?.zone;
  const subject = by?.label === 'deviceID' ? 'device' : undefined;
  const of = by
    ? ` of ${
        subject
          ? formatCountWithNoun(aggregator.groups.length, subject)
          : formatCountWithNoun(aggregator.groups.length, `value of ${by.label}`, `values of ${by.label}`)
      }`
    : '';
  const aggregation =
    showsBars && groupUnit
      ? `, a bar per ${groupUnit}`
      : retainedDocuments
        ? ''
        : `, mean, minimum and maximum per ${describeBucketWidth(aggregator)}`;
  const unplaced =
    aggregator.skippedCount > 0 ? ` · ${formatCountWithNoun(aggregator.skippedCount, noun)} without a time` : '';
  const first = isDone ? '' : 'the first ';
  return `${first}${formatCountWithNoun(documentCount, noun)}${of}${aggregation} · ${
    isGrouped
      ? `grouped in ${formatCountWithNoun(requestCount, 'request')}`
      : `loaded in ${formatCountWithNoun(requestCount, 'request')}`
  }${unplaced}${zone === undefined ? '' : ` · times in ${zone}`}`;
}
