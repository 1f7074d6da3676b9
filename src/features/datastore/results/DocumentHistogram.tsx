import { useState } from 'react';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { HideOldTimesButton, useTimeRangeFilter } from '#features/datastore/query/useTimeRangeFilter.tsx';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { getGroupedTimeUnit, type ObservedField } from '#pipeline/documents/observedFields.ts';
import type { DocumentTimeCounts } from '#pipeline/run/fetchTimeHistogram.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Histogram } from '#ui/charts/Histogram.tsx';
import { formatBinEnd, formatBinLabel, type TimeBins } from '#ui/charts/timeBins.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Results.module.css';
import { useTimeHistogram } from './useTimeHistogram.ts';

/** Documents of the query by time, above the table. Its height is reserved while it loads. */
export function DocumentHistogram({ field }: { field: ObservedField }) {
  const { data, error } = useTimeHistogram(field);
  return (
    <section className={classes['histogram']} aria-label={`Documents by ${toVisibleText(field.name)}`}>
      {data && <BrushableHistogram key={data.bins.edges.join()} field={field} data={data} />}
      {data === null && (
        <p className={shared['hint']}>{`No document of this query has a time in ${toVisibleText(field.name)}.`}</p>
      )}
      {error && !data && <p className={shared['hint']}>{`Could not count the documents by time: ${error.message}`}</p>}
    </section>
  );
}

type BrushableHistogramProps = { field: ObservedField; data: DocumentTimeCounts<TimeBins> };

function BrushableHistogram({ field, data: { bins, counts, untimed } }: BrushableHistogramProps) {
  const filterByTimeRange = useTimeRangeFilter(useDatastore().observedFields.fields);
  const source = { path: field.path, time: getGroupedTimeUnit(field) };
  const [brush, setBrush] = useState<readonly [first: number, last: number]>();
  const getLabel = (bar: number) => formatBinLabel(bins, bar);
  const [first, last] = brush ?? [0, counts.length - 1];
  const count = counts.slice(first, last + 1).reduce((sum, one) => sum + one, 0);
  const [from, to] = [getLabel(first), formatBinEnd(bins, last)];
  const text = `${from === to ? from : `${from} to ${to}`}: ${formatCountWithNoun(count, 'document')}`;
  useAnnouncement(brush && text, 'time histogram');
  const filterByBrush = () => {
    setBrush(undefined);
    filterByTimeRange?.(source, { from: bins.edges[first] ?? 0, to: (bins.edges[last + 1] ?? 0) - 1 });
  };
  return (
    <>
      <Histogram label={field.name} counts={counts} getBarLabel={getLabel} brush={brush} onBrushChange={setBrush} />
      <p className={`${shared['wrap']} ${shared['hint']}`}>
        <span translate="no">
          {text}
          {!brush && `, ${bins.unit} of ${toVisibleText(field.name)}`}
          {untimed > 0 && `, ${formatCountWithNoun(untimed, 'document')} without a time`}
        </span>
        {!brush && filterByTimeRange && (
          <HideOldTimesButton
            extent={[bins.edges[0] ?? 0, bins.edges.at(-1) ?? 0]}
            onFilter={(bounds) => filterByTimeRange(source, bounds)}
          />
        )}
        {brush && filterByTimeRange && (
          <Button variant="link" size="row" onClick={filterByBrush}>
            Filter by this range
          </Button>
        )}
      </p>
    </>
  );
}
