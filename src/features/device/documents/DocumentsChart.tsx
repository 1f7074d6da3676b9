import { useMemo } from 'react';
import { formatNumber } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { formatElapsedTime, formatTime } from '#lib/time/time.ts';
import { createChartPoints, createChartSeries, formatPointValue } from '#pipeline/documents/chartSeries.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { LineChart } from '#ui/charts/LineChart.tsx';
import { createTimeTicks, getAxisTimeZone } from '#ui/charts/timeBins.ts';
import { createValueTicks } from '#ui/charts/valueTicks.ts';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import classes from './DocumentsPane.module.css';

type Props = {
  documents: readonly JsonObject[];
  column: DocumentColumn;
  time: DocumentColumn | undefined;
};

const TICK_COUNT = 4;

export function DocumentsChart({ documents, column, time }: Props) {
  const mode = useTimeMode();
  const isOverTime = time?.time !== undefined;
  const { xs, line } = useMemo(() => {
    const points = createChartPoints(documents, time);
    return { xs: points.xs, line: createChartSeries(documents, points, column) };
  }, [documents, column, time]);
  if (line.values === 0) return <p>{`No document has a number in ${column.label}.`}</p>;
  const [from, to] = [xs[0] ?? 0, xs[xs.length - 1] ?? 0];
  const facts = `min ${formatNumber(line.min)} · median ${formatNumber(line.median)} · max ${formatNumber(line.max)}`;
  const formatX = (x: number) => formatTime(x, mode === 'relative' ? 'local' : mode, 0) ?? '';
  return (
    <>
      <p className={`${classes['facts']} ${shared['small']}`}>
        <span>
          {isOverTime
            ? `${formatElapsedTime(to - from)}, ${xs.length} documents`
            : `${xs.length} documents, in their order`}
        </span>
        <span>{facts}</span>
      </p>
      <LineChart
        label={`${column.label} of this device’s documents: ${facts}`}
        line={{ xs, ys: line.ys }}
        yTicks={createValueTicks(line.min, line.max)}
        xTicks={isOverTime ? createTimeTicks(from, to, TICK_COUNT, getAxisTimeZone(mode)) : []}
        height={260}
        formatReadout={(at) =>
          `${isOverTime ? formatX(xs[at] ?? 0) : `document ${xs[at]}`} · ${formatPointValue(line, at)}`
        }
      />
    </>
  );
}
