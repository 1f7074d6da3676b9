import { sum } from 'd3-array';
import { useState } from 'react';
import { useChangeDraft, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { formatCountWithNoun, formatNumber } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import type { ObservedField } from '#pipeline/documents/observedFields.ts';
import { setFieldRangeConditions } from '#pipeline/draft/queryDraft.ts';
import { setTimeRangeStage } from '#pipeline/draft/timeRange.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Histogram } from '#ui/charts/Histogram.tsx';
import { formatBinLabel } from '#ui/charts/timeBins.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import classes from './FieldValuesPanel.module.css';
import type { ValueBins } from './valueBins.ts';

/** `isWhole`: values are integers or times, so that a range ends before the next bar begins. */
type Props = { field: ObservedField; bins: ValueBins; isWhole: boolean; isFilterable: boolean; onClose: () => void };

export function ValueHistogram({ field: { name, time }, bins, isWhole, isFilterable, onClose }: Props) {
  const { extensions } = useQueryService();
  const change = useChangeDraft();
  const mode = useTimeMode();
  const [brush, setBrush] = useState<readonly [first: number, last: number]>();
  const { counts, edges, scale, range } = bins;
  const nameOf = (bar: number) => (scale ? formatBinLabel(scale, bar) : formatNumber(edges[bar] ?? 0));
  const [from, end] = brush ? [edges[brush[0]] ?? 0, edges[brush[1] + 1] ?? 0] : [];
  const to = end === undefined ? undefined : isWhole ? end - 1 : end;
  const matchingCount = brush ? sum(counts.slice(brush[0], brush[1] + 1)) : 0;
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
          <span>{time ? 'Drag across the bars to select a time range.' : range}</span>
        )}
      </p>
    </>
  );
}
