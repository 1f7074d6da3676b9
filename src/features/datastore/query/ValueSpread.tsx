import { bisectLeft, bisectRight, median, nice, ticks } from 'd3-array';
import { useMemo, useState } from 'react';
import { useChange, useDatastore } from '#features/datastore/DatastorePlace.tsx';
import { formatNumber, pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import type { SeenField } from '#pipeline/documents/fieldsSeen.ts';
import { withRange } from '#pipeline/draft/draft.ts';
import { withTimeRange } from '#pipeline/draft/timeRange.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Histogram } from '#ui/charts/Histogram.tsx';
import { barName, timeScale, zoneOf } from '#ui/charts/timeScale.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './FieldValues.module.css';

const BARS_MAX = 24;

type Props = { field: SeenField; numbers: Float64Array; askable: boolean; onClose: () => void };

export function ValueSpread({ field: { name, time }, numbers, askable, onClose }: Props) {
  const { extensions } = useDatastore();
  const change = useChange();
  const mode = useTimeMode();
  const [brush, setBrush] = useState<readonly [first: number, last: number]>();
  const { counts, edges, nameOf, whole } = useBars(numbers, time !== undefined);
  const [from, end] = brush ? [edges[brush[0]] ?? 0, edges[brush[1] + 1] ?? 0] : [];
  // for integers and times the range ends before the next bar begins
  const to = end === undefined ? undefined : whole ? end - 1 : end;
  const within = from === undefined || to === undefined ? 0 : bisectRight(numbers, to) - bisectLeft(numbers, from);
  const words =
    brush && to !== undefined
      ? `${nameOf(brush[0])} to ${time ? nameOf(brush[1]) : formatNumber(to)}: ${pluralize(within, 'document')}`
      : '';
  useAnnouncement(words, name);
  const keep = (least: number, most: number) => {
    onClose();
    change((draft) => {
      if (!time) return withRange(draft, name, least, most);
      const span = { zone: mode === 'utc' ? 'utc' : 'local', from: least, to: most } as const;
      return withTimeRange(draft, { field: name, unit: time, span });
    });
  };
  return (
    <>
      <div className={classes['spread']}>
        <Histogram label={name} counts={counts} nameOf={nameOf} brush={brush} onBrush={setBrush} />
      </div>
      <p className={`${shared['wrap']} ${shared['hint']}`}>
        {words && from !== undefined && to !== undefined ? (
          <>
            <span>{words}</span>
            {askable && extensions.includes('operators') && (
              <Button
                look="link"
                size="row"
                aria-label={`Only this range of ${toPlainText(name)}`}
                onClick={() => keep(from, to)}
              >
                only
              </Button>
            )}
          </>
        ) : (
          <span>{time ? 'Drag over the bars for a part of the time.' : spanWords(numbers)}</span>
        )}
      </p>
    </>
  );
}

function useBars(numbers: Float64Array, isTime: boolean) {
  const zone = zoneOf(useTimeMode());
  return useMemo(() => {
    const [least, greatest] = [numbers[0] ?? 0, numbers.at(-1) ?? 0];
    const scale = isTime ? timeScale(least, greatest, zone, BARS_MAX) : undefined;
    const whole = scale !== undefined || numbers.every(Number.isInteger);
    const edges = scale ? [...scale.edges] : ticks(...nice(least, greatest, BARS_MAX), BARS_MAX);
    const [before = 0, end = 0] = edges.slice(-2);
    if (whole && end <= greatest) edges.push(2 * end - before);
    const last = edges.length - 2;
    const counts = edges.slice(0, -1).map((edge, bar) => {
      const next = edges[bar + 1] ?? 0;
      const end = bar === last ? bisectRight(numbers, next) : bisectLeft(numbers, next);
      return end - bisectLeft(numbers, edge);
    });
    const nameOf = (bar: number) => (scale ? barName(scale, bar) : formatNumber(edges[bar] ?? 0));
    return { counts, edges, nameOf, whole };
  }, [numbers, isTime, zone]);
}

function spanWords(numbers: Float64Array): string {
  const middle = median(numbers) ?? 0;
  return `${formatNumber(numbers[0] ?? 0)} to ${formatNumber(numbers.at(-1) ?? 0)}, median ${formatNumber(middle)}`;
}
