import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { PARTS_MAX } from '#pipeline/documents/chartLines.ts';
import { Button } from '#ui/controls/Button.tsx';
import { StatusLine } from '#ui/page/Bars.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import { STEPS } from './chartChoice.ts';
import classes from './ResultChart.module.css';
import type { useChartReading } from './useChartReading.ts';

type Props = {
  of: ReturnType<typeof useChartReading>;
  /** Label of the field whose means decide which groups get a line. */
  ranking: string | undefined;
  off: number;
};

export function ChartStatus({ of, ranking, off }: Props) {
  const { reading, shown, running, paused, total, error, outdated } = of;
  const { by } = shown.sums.wish;
  const parts = shown.sums.parts.length;
  const most = by && parts > PARTS_MAX ? `six with the highest mean of ${ranking} shown` : '';
  const left = [most, off > 0 ? `${formatCount(off)} hidden` : ''].filter(Boolean).join(', ');
  return (
    <>
      {running && !paused && <ProgressLine label="Reading for the chart" />}
      <StatusLine
        wraps
        aside={
          <>
            {outdated && 'The first page has changed since. '}
            {running && !paused ? (
              <Button look="link" size="row" aria-label="Stop reading" onClick={of.stop}>
                Stop
              </Button>
            ) : !reading.done ? (
              <Button look="link" size="row" aria-label="Go on reading" onClick={of.goOn}>
                Go on
              </Button>
            ) : (
              outdated && (
                <Button look="link" size="row" onClick={of.again}>
                  Read again
                </Button>
              )
            )}
            {left && <span className={classes['left']}>{left}</span>}
          </>
        }
      >
        {error && <span>Not all was read: {error.message} </span>}
        <span>
          {running || reading.pages === 0
            ? `${paused ? 'paused' : 'reading'}: ${progress(reading, total)}`
            : summary(shown)}
        </span>
      </StatusLine>
    </>
  );
}

type Reading = ReturnType<typeof useChartReading>['reading'];

function progress({ documents, requests }: Reading, total: number | undefined): string {
  const share = total
    ? ` of ${formatCount(total)}, ${Math.floor((100 * documents) / Math.max(total, documents))} %`
    : '';
  return `${pluralize(documents, 'document')}${share} · ${pluralize(requests, 'request')}`;
}

/** Describes the bucket width of the chart: the requested step, or a multiple of it if there would be too many buckets. */
function stretch({ wish: { step, isLocalDay }, buckets }: Reading['sums']): string {
  if (!step) return 'pixel';
  const [name = 'stretch'] = STEPS.find(([, ms]) => ms === step) ?? [];
  const word = name === 'day' && !isLocalDay ? 'UTC day' : name;
  return buckets.width === step ? word : pluralize(buckets.width / step, word);
}

function summary({ sums, few, documents, requests, done }: Reading): string {
  const { by } = sums.wish;
  const what = by?.label === 'deviceID' ? 'device' : undefined;
  const of = by
    ? ` of ${what ? pluralize(sums.parts.length, what) : pluralize(sums.parts.length, `value of ${by.label}`, `values of ${by.label}`)}`
    : '';
  const how = few ? '' : `, mean, least and most of each ${stretch(sums)}`;
  const unplaced = sums.unplaced > 0 ? ` · ${formatCount(sums.unplaced)} without a time` : '';
  const first = done ? '' : 'the first ';
  return `${first}${pluralize(documents, 'document')}${of}${how} · read in ${pluralize(requests, 'request')}${unplaced}`;
}
