import { useMemo } from 'react';
import type { JsonObject } from '#lib/json/json.ts';
import { formatSpan, formatTime, type TimeMode } from '#lib/time/time.ts';
import { type DocumentColumn, valueAt } from '#pipeline/documents/documentColumns.ts';
import { timeOf } from '#pipeline/documents/fieldsSeen.ts';
import { roundTicks, timeTicks } from '#ui/charts/chartTicks.ts';
import { type ChartPoint, LineChart } from '#ui/charts/LineChart.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './DocumentsPane.module.css';

type Props = {
  documents: readonly JsonObject[];
  column: DocumentColumn;
  /** The field of times; without one the documents stand in their order. */
  time: DocumentColumn | undefined;
};

/** A field's numbers over time, open where a document has none. */
export function DocumentsChart({ documents, column, time }: Props) {
  const mode = useTimeMode();
  const timed = time?.time !== undefined;
  const points = useMemo(() => pointsOf(documents, column, timed ? time : undefined), [documents, column, time, timed]);
  const values = points.flatMap(({ y }) => y ?? []).sort((one, other) => one - other);
  const [least, greatest] = [values[0], values.at(-1)];
  const [from, to] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  if (least === undefined || greatest === undefined) return <p>{`No document has ${column.label} as a number.`}</p>;
  const median = values[Math.floor(values.length / 2)];
  const facts = `min ${least} · median ${median} · max ${greatest}`;
  return (
    <>
      <p className={classes['facts']}>
        <span>
          {timed
            ? `${formatSpan(to - from)}, ${points.length} documents`
            : `${points.length} documents, in their order`}
        </span>
        <span>{facts}</span>
      </p>
      <LineChart
        label={`${column.label} of this device’s documents: ${facts}`}
        points={points}
        rows={roundTicks(least, greatest, 3).map((at) => ({ at, label: String(at) }))}
        columns={timed ? timeTicks(from, to, mode) : []}
        height={260}
        readout={({ x, y }) => `${timed ? timeWords(x, mode) : `document ${x + 1}`} · ${y}`}
      />
    </>
  );
}

function pointsOf(
  documents: readonly JsonObject[],
  column: DocumentColumn,
  time: DocumentColumn | undefined,
): ChartPoint[] {
  const points = documents.flatMap((document, index): ChartPoint[] => {
    const at = time?.time ? timeOf(valueAt(document, time.path), time.time) : index;
    const value = valueAt(document, column.path);
    return at === undefined ? [] : [{ x: at, y: typeof value === 'number' ? value : undefined }];
  });
  return points.sort((one, other) => one.x - other.x);
}

function timeWords(time: number, mode: TimeMode): string {
  return formatTime(time, mode === 'relative' ? 'local' : mode, 0) ?? '';
}
