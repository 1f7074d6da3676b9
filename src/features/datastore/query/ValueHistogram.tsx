import { bisectLeft, bisectRight, median, nice, ticks } from 'd3-array';
import { useMemo, useState } from 'react';
import { useChangeDraft, useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { formatCountWithNoun, formatNumber } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import type { ObservedField } from '#pipeline/documents/observedFields.ts';
import { setFieldRangeConditions } from '#pipeline/draft/queryDraft.ts';
import { setTimeRangeStage } from '#pipeline/draft/timeRange.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Histogram } from '#ui/charts/Histogram.tsx';
import { createTimeBins, formatBinLabel, getAxisTimeZone } from '#ui/charts/timeBins.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import classes from './FieldValuesPanel.module.css';

const BINS_MAX = 24;

type Props = { field: ObservedField; numbers: Float64Array; isFilterable: boolean; onClose: () => void };

export function ValueHistogram({ field: { name, time }, numbers, isFilterable, onClose }: Props) {
  const { extensions } = useDatastore();
  const change = useChangeDraft();
  const mode = useTimeMode();
  const [brush, setBrush] = useState<readonly [first: number, last: number]>();
  const { counts, edges, nameOf, whole } = useHistogramBins(numbers, time !== undefined);
  const [from, end] = brush ? [edges[brush[0]] ?? 0, edges[brush[1] + 1] ?? 0] : [];
  // for integers and times the range ends before the next bar begins
  const to = end === undefined ? undefined : whole ? end - 1 : end;
  const matchingCount =
    from === undefined || to === undefined ? 0 : bisectRight(numbers, to) - bisectLeft(numbers, from);
  const brushText =
    brush && to !== undefined
      ? `${nameOf(brush[0])} to ${time ? nameOf(brush[1]) : formatNumber(to)}: ${formatCountWithNoun(matchingCount, 'document')}`
      : '';
  useAnnouncement(brushText, name);
  const filterByRange = (least: number, most: number) => {
    onClose();
    change((draft) => {
      if (!time) return setFieldRangeConditions(draft, name, least, most);
      const span = { zone: mode === 'utc' ? 'utc' : 'local', from: least, to: most } as const;
      return setTimeRangeStage(draft, { field: name, unit: time, span });
    });
  };
  return (
    <>
      <div className={classes['spread']}>
        <Histogram label={name} counts={counts} getBarLabel={nameOf} brush={brush} onBrushChange={setBrush} />
      </div>
      <p className={`${shared['wrap']} ${shared['hint']}`}>
        {brushText && from !== undefined && to !== undefined ? (
          <>
            <span>{brushText}</span>
            {isFilterable && extensions.includes('operators') && (
              <Button
                variant="link"
                size="row"
                aria-label={`Only this range of ${toVisibleText(name)}`}
                onClick={() => filterByRange(from, to)}
              >
                only
              </Button>
            )}
          </>
        ) : (
          <span>{time ? 'Drag across the bars to select a time range.' : describeValueRange(numbers)}</span>
        )}
      </p>
    </>
  );
}

function useHistogramBins(numbers: Float64Array, isTime: boolean) {
  const zone = getAxisTimeZone(useTimeMode());
  return useMemo(() => {
    const [least, greatest] = [numbers[0] ?? 0, numbers.at(-1) ?? 0];
    const scale = isTime ? createTimeBins(least, greatest, zone, BINS_MAX) : undefined;
    const hasIntegerEdges = scale !== undefined || numbers.every(Number.isInteger);
    const edges = scale ? [...scale.edges] : ticks(...nice(least, greatest, BINS_MAX), BINS_MAX);
    const [before = 0, end = 0] = edges.slice(-2);
    if (hasIntegerEdges && end <= greatest) edges.push(2 * end - before);
    const last = edges.length - 2;
    const counts = edges.slice(0, -1).map((edge, bar) => {
      const next = edges[bar + 1] ?? 0;
      const end = bar === last ? bisectRight(numbers, next) : bisectLeft(numbers, next);
      return end - bisectLeft(numbers, edge);
    });
    const formatBin = (bar: number) => (scale ? formatBinLabel(scale, bar) : formatNumber(edges[bar] ?? 0));
    return { counts, edges, nameOf: formatBin, whole: hasIntegerEdges };
  }, [numbers, isTime, zone]);
}

function describeValueRange(numbers: Float64Array): string {
  const middle = median(numbers) ?? 0;
  return `${formatNumber(numbers[0] ?? 0)} to ${formatNumber(numbers.at(-1) ?? 0)}, median ${formatNumber(middle)}`;
}
