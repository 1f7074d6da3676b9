import { Link } from 'react-router-dom';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { formatTime, MAX_DATE_MS } from '#lib/time/time.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Histogram } from '#ui/charts/Histogram.tsx';
import { formatBinLabel, type TimeBins } from '#ui/charts/timeBins.ts';
import { FilterChip } from '#ui/controls/FilterChip.tsx';
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { Skeleton } from '#ui/states/Skeleton.tsx';
import shared from '#ui/theme/shared.module.css';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import type { TimeField } from '#urls/overview.ts';
import { type FieldRange, findBarsInRange, getRangeOfBars } from '#urls/rangeParams.ts';
import {
  buildDevicesByChecksUrl,
  buildDevicesByRangeUrl,
  buildNewestDevicesUrl,
  IMPLAUSIBLE_TIME_CHECK,
  SEE_CHECK_LINK_TEXT,
} from './links.ts';
import { OverviewPaneMenu } from './OverviewPaneMenu.tsx';
import type { TimeSummary } from './summarizeFleet.ts';
import classes from './TimeHistogramPane.module.css';

type Props = {
  field: TimeField;
  time: TimeSummary | undefined;
  range: FieldRange | undefined;
  onRange: (range: FieldRange | undefined) => void;
  isTable: boolean;
  onTableChange: (asTable: boolean) => void;
};

const TITLES: Record<TimeField, string> = { registeredAt: 'Registered', lastPairedAt: 'Last paired' };

export function TimeHistogramPane({ field, time, range, onRange, isTable, onTableChange }: Props) {
  const title = TITLES[field];
  const scale = time?.scale;
  const brush = scale && findBarsInRange(scale.edges, range);
  return (
    <Pane
      title={title}
      count={scale?.unit}
      aside={
        <>
          {range && (
            <BrushedRange field={field} title={title} time={time} range={range} onClear={() => onRange(undefined)} />
          )}
          <SegmentedControl
            label={`${title} as`}
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            value={isTable ? 'table' : 'chart'}
            onValueChange={(view) => onTableChange(view === 'table')}
          />
          {time && (
            <OverviewPaneMenu
              title={title}
              pin={{ link: buildNewestDevicesUrl(field), show: 'rows' }}
              createTable={() => ({
                headings: [field, 'devices'],
                rows: createTimeRows(field, time).map(({ name, count }) => [name, count]),
              })}
            />
          )}
        </>
      }
    >
      {!time && <Skeleton label={`Counting ${field}`} rows={4} rowHeight={28} />}
      {time && !scale && <p className={`${classes['note']} ${shared['small']}`}>No device has a time here.</p>}
      {time && isTable && <TimeTable field={field} title={title} time={time} />}
      {time && scale && !isTable && (
        <Histogram
          label={title}
          counts={time.histogram.counts}
          getBarLabel={(bar) => formatBinLabel(scale, bar)}
          brush={brush}
          onBrushChange={(next) => onRange(next && getRangeOfBars(scale.edges, next))}
          neverBar={
            time.histogram.never > 0
              ? {
                  count: time.histogram.never,
                  chosen: range?.missing === 'only',
                  onChoose: () => onRange(range?.missing === 'only' ? undefined : { missing: 'only' }),
                }
              : undefined
          }
        />
      )}
      {time && !isTable && <TimesOutsideBars field={field} time={time} />}
    </Pane>
  );
}

type BrushedRangeProps = Pick<Props, 'field' | 'time'> & { title: string; range: FieldRange; onClear: () => void };

function BrushedRange({ field, title, time, range, onClear }: BrushedRangeProps) {
  const { first, operator, last } = describeRange(time?.scale, range);
  const count = time && countInRange(time, range);
  const words = [title, first, operator, last].filter(Boolean).join(' ');
  useAnnouncement(count === undefined ? words : `${words}: ${formatCountWithNoun(count, 'device')}`, title);
  return (
    <>
      <FilterChip
        field={first}
        operator={operator}
        value={
          <>
            {last}
            {count !== undefined && (
              <>
                : <b translate="no">{formatCount(count)}</b>
              </>
            )}
          </>
        }
        removeLabel={`Clear the range of ${title}`}
        onRemove={onClear}
      />
      <Link className={classes['show']} to={buildDevicesByRangeUrl(field, range)} aria-label={`Show them: ${title}`}>
        Show them
      </Link>
    </>
  );
}

function TimesOutsideBars({ field, time: { scale, histogram } }: { field: TimeField; time: TimeSummary }) {
  const { outside, implausible } = histogram;
  if (outside + implausible === 0) return null;
  return (
    <p className={`${classes['note']} ${shared['small']}`}>
      {outside > 0 && <Link to={laterPath(field, scale, implausible)}>{`${formatCount(outside)} in the future`}</Link>}
      {outside > 0 && implausible > 0 && ', '}
      {implausible > 0 && (
        <>
          {formatCount(implausible)} before 2000 or unreadable,{' '}
          <Link to={buildDevicesByChecksUrl([IMPLAUSIBLE_TIME_CHECK])}>{SEE_CHECK_LINK_TEXT}</Link>
        </>
      )}
    </p>
  );
}

/**
 * Creates a link to devices with times after the last bar. Excludes numbers beyond any valid date, which count as
 * unreadable.
 */
function laterPath(field: TimeField, scale: TimeBins | undefined, implausible: number): string {
  const from = scale?.edges.at(-1) ?? 0;
  return buildDevicesByRangeUrl(field, { from, ...(implausible > 0 && { to: MAX_DATE_MS }) });
}

/** Returns the number of devices in a range. Undefined if a limit is within a bar. */
function countInRange({ scale, histogram }: TimeSummary, range: FieldRange): number | undefined {
  if (range.missing === 'only') return histogram.never;
  const brush = scale && findBarsInRange(scale.edges, range);
  if (!brush) return undefined;
  const { from, to } = getRangeOfBars(scale.edges, brush);
  if (from !== range.from || to !== range.to || range.missing) return undefined;
  return histogram.counts.slice(brush[0], brush[1] + 1).reduce((sum, count) => sum + count, 0);
}

function describeRange(scale: TimeBins | undefined, range: FieldRange) {
  const { from, to, missing } = range;
  if (missing === 'only') return { first: '', operator: '', last: 'never' };
  const brush = scale && findBarsInRange(scale.edges, range);
  const exact = brush && getRangeOfBars(scale.edges, brush);
  const formatLimit = (time: number | undefined, bar: number | undefined, same: boolean) => {
    if (scale && bar !== undefined && same) return formatBinLabel(scale, bar);
    return time === undefined ? '…' : (formatTime(time, scale?.zone ?? 'local', 0)?.slice(0, 16) ?? '…');
  };
  const [first, last] = [
    formatLimit(from, brush?.[0], exact?.from === from),
    formatLimit(to, brush?.[1], exact?.to === to),
  ];
  return first === last ? { first: '', operator: '', last } : { first, operator: 'to', last };
}

type TimeRow = { name: string; count: number; to: string; link?: string };

function createTimeRows(field: TimeField, { scale, histogram }: TimeSummary): TimeRow[] {
  const { counts, never, outside, implausible } = histogram;
  const edges = scale?.edges ?? [];
  return [
    ...(never > 0 ? [{ name: 'never', count: never, to: buildDevicesByRangeUrl(field, { missing: 'only' }) }] : []),
    ...Array.from(counts, (count, bar) => ({
      name: scale ? formatBinLabel(scale, bar) : '',
      count,
      to: buildDevicesByRangeUrl(field, { from: edges[bar] ?? 0, to: (edges[bar + 1] ?? 0) - 1 }),
    })),
    ...(outside > 0 ? [{ name: 'in the future', count: outside, to: laterPath(field, scale, implausible) }] : []),
    ...(implausible > 0
      ? [
          {
            name: 'before 2000 or unreadable',
            count: implausible,
            to: buildDevicesByChecksUrl([IMPLAUSIBLE_TIME_CHECK]),
            link: SEE_CHECK_LINK_TEXT,
          },
        ]
      : []),
  ];
}

function TimeTable({ field, title, time }: { field: TimeField; title: string; time: TimeSummary }) {
  const { scale } = time;
  const rows = createTimeRows(field, time);
  const sum = rows.reduce((all, { count }) => all + count, 0);
  return (
    <ScrollRegion className={`${classes['table']} ${shared['maxHeightScroll']}`} aria-label={`${title}, all rows`}>
      <table translate="no" aria-label={`${title}${scale ? `, ${scale.unit}` : ''}`}>
        <thead>
          <tr>
            <th scope="col">{field}</th>
            <th scope="col">devices</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count, to, link }) => (
            // keyed by target: the hour repeated when clocks are set back has the same name
            <tr key={to}>
              <th scope="row">
                {link && `${name}, `}
                {count > 0 ? <Link to={to}>{link ?? name}</Link> : name}
              </th>
              <td>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">sum</th>
            <td>{formatCount(sum)}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}
