import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { COMPARISON_LABELS, type DashboardTile, isKnownTile, type Tile } from '#dashboard/dashboard.ts';
import type { DeviceRows, DocumentRows, TileBars } from '#dashboard/tileContent.ts';
import type { HistoryPoint } from '#dashboard/tileHistory.ts';
import { formatNearLimit, getLimitedNumber, listLimitBounds, roundNearLimit } from '#dashboard/tileLimit.ts';
import { parseTileLink } from '#dashboard/tileLink.ts';
import type { TileReading } from '#dashboard/tileReader.ts';
import { computeShare } from '#dashboard/tileResult.ts';
import type { TrackedTile } from '#dashboard/tileTracker.ts';
import { FieldValue } from '#fields/FieldValue.tsx';
import { formatCount, formatNumber, formatShare } from '#lib/formatNumber.ts';
import { formatTime, formatTimeOfDay } from '#lib/time/time.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { isDeviceIdField } from '#pipeline/documents/resultGrouping.ts';
import { WarningIcon } from '#ui/notices/WarningIcon.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import { Skeleton } from '#ui/states/Skeleton.tsx';
import shared from '#ui/theme/shared.module.css';
import { JsonValue } from '#ui/values/JsonValue.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import { Timestamp } from '#ui/values/Timestamp.tsx';
import { buildDeviceUrl } from '#urls/device.ts';
import classes from './DashboardPage.module.css';
import type { TileSnapshot } from './dashboardMonitor.ts';

const Chart = lazyComponent(async () => (await import('./TileChart.tsx')).TileChart);

type Props = {
  tile: DashboardTile;
  snapshot: TileSnapshot | undefined;
  tracked: TrackedTile | undefined;
  history: readonly HistoryPoint[];
};

export function TileContentView({ tile, snapshot, tracked, history }: Props) {
  if (!snapshot) return <Skeleton label="Loading" rows={isKnownTile(tile) && tile.show === 'number' ? 1 : 4} />;
  const { reading, failure } = snapshot;
  return (
    <>
      {reading && isKnownTile(tile) && (
        <TileReadingView tile={tile} reading={reading} tracked={tracked} history={history} />
      )}
      {failure !== undefined && (
        <p className={`${shared['small']} ${shared['breakWords']} ${classes['failure']}`}>
          <WarningIcon className={shared['attention']} /> {failure}
          {reading?.asOf !== undefined && ` Shown is the value of ${formatTimeOfDay(reading.asOf)}.`}
        </p>
      )}
    </>
  );
}

type ReadingProps = Pick<Props, 'tracked' | 'history'> & { tile: Tile; reading: TileReading };

function TileReadingView({ tile, reading, tracked, history }: ReadingProps) {
  const { content, message } = reading;
  if (content?.kind === 'bars') return <Bars content={content} comparesTotals={tile.of !== undefined} />;
  if (content?.kind === 'chart') return <Chart data={content.data} />;
  if (content) return <Rows content={content} />;
  const { value, text } = reading;
  const bounds = listLimitBounds(tile.limit, tracked?.compared).filter((bound) => bound !== undefined);
  const isShareLimited = tile.limit?.unit === '%';
  return (
    <>
      {(value !== undefined || text !== undefined) && (
        <p className={classes['figure']}>
          <b className={shared['breakWords']} translate="no">
            {value === undefined ? (
              <PlainText text={text ?? ''} />
            ) : (
              formatNearLimit(value, isShareLimited ? [] : bounds)
            )}
          </b>{' '}
          <span className={shared['muted']}>{describeNumber(tile, reading, isShareLimited ? bounds : [])}</span>
        </p>
      )}
      {message !== undefined && <p className={`${shared['small']} ${shared['breakWords']}`}>{message}</p>}
      {value !== undefined && (
        <>
          <Sparkline tile={tile} history={history} />
          <Comparison tile={tile} reading={reading} tracked={tracked} history={history} />
        </>
      )}
    </>
  );
}

/** `bounds` are those of the share. */
function describeNumber(tile: Tile, { value, total }: TileReading, bounds: readonly number[]): string {
  const { unit } = tile;
  if (value === undefined) return unit ?? '';
  if (total !== undefined) {
    const share = computeShare(value, total);
    const whole = `of ${[formatNumber(total), describeTotal(tile.of)].filter(Boolean).join(' ')}`;
    if (share === undefined) return whole;
    return `${whole} · ${bounds.length > 0 ? `${roundNearLimit(share, bounds, 1)} %` : formatShare(share / 100)}`;
  }
  if (unit) return unit;
  const own = parseTileLink(tile.link);
  if (!('link' in own) || own.link.page === 'device' || tile.value !== undefined) return '';
  const noun = own.link.page === 'devices' ? 'device' : 'document';
  return value === 1 ? noun : `${noun}s`;
}

/** Words for the devices of a total, such as "paired". */
function describeTotal(of: string | undefined): string {
  const parsed = of === undefined ? undefined : parseTileLink(of);
  if (!parsed || !('link' in parsed) || parsed.link.page !== 'devices') return '';
  const { type, filter, productID } = parsed.link.state.request;
  return [type, filter, productID].filter((part) => part && part !== 'registered').join(' ');
}

function Comparison({ tile, reading: { value = 0 }, tracked, history }: ReadingProps) {
  const compared = tracked?.compared;
  if (!tile.compare) {
    const shown = listSparklinePoints(history);
    const [least, most] = extent(shown, (point) => point.value);
    if (least === undefined || most === undefined || shown.length < 2) return null;
    return (
      <p className={shared['small']}>
        least {formatNumber(least)}, most {formatNumber(most)} since {formatTimeOfDay(shown[0]?.at ?? 0)}
      </p>
    );
  }
  if (!compared && tile.compare === 'opened') return <p className={shared['small']}>This is the first value.</p>;
  if (!compared) {
    const [first] = history;
    return (
      <p className={shared['small']}>
        No number of {COMPARISON_LABELS[tile.compare]} yet.
        {first && ` Counted in this browser since ${formatTime(first.at, 'local', first.at)?.slice(0, 16)}.`}
      </p>
    );
  }
  const difference = value - compared.value;
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±';
  return (
    <p className={shared['small']}>
      {COMPARISON_LABELS[tile.compare]} {formatTimeOfDay(compared.at).slice(0, 5)}: {formatNumber(compared.value)} (
      {sign}
      {formatNumber(Math.abs(difference))})
    </p>
  );
}

const SPARKLINE_AGE_MS = 86_400_000;
const [SPARKLINE_WIDTH, SPARKLINE_HEIGHT] = [280, 36];

function listSparklinePoints(history: readonly HistoryPoint[]): readonly HistoryPoint[] {
  const end = history.at(-1)?.at ?? 0;
  return history.filter(({ at }) => end - at <= SPARKLINE_AGE_MS);
}

/** Numbers of one day. The text below has the same content. */
function Sparkline({ tile: { limit }, history }: { tile: Tile; history: readonly HistoryPoint[] }) {
  const getNumber = (point: HistoryPoint) => (limit && getLimitedNumber(limit, point)) ?? point.value;
  const points = listSparklinePoints(history);
  if (points.length < 2) return null;
  const bound = limit?.over ?? limit?.under;
  const [least = 0, most = 1] = extent(points, getNumber);
  const margin = (most - least || 1) / 2;
  const showsBound = bound !== undefined && bound >= least - margin && bound <= most + margin;
  const bounds = showsBound ? [Math.min(least, bound), Math.max(most, bound)] : [least, most];
  const x = scaleLinear([points[0]?.at ?? 0, points.at(-1)?.at ?? 1], [0, SPARKLINE_WIDTH]);
  const y = scaleLinear(bounds, [SPARKLINE_HEIGHT - 1, 1]);
  const line = points.map((point) => `${x(point.at).toFixed(1)} ${y(getNumber(point)).toFixed(1)}`).join('L');
  return (
    <svg
      className={classes['sparkline']}
      viewBox={`0 0 ${SPARKLINE_WIDTH} ${SPARKLINE_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {showsBound && <path className={classes['bound']} d={`M0 ${y(bound)}H${SPARKLINE_WIDTH}`} />}
      <path d={`M${line}`} />
    </svg>
  );
}

function Bars({ content: { bars, others }, comparesTotals }: { content: TileBars; comparesTotals: boolean }) {
  if (bars.length === 0) return <p className={shared['muted']}>Nothing to count.</p>;
  const longest = Math.max(...bars.map(({ value }) => Math.abs(value))) || 1;
  return (
    <ol className={classes['bars']} translate="no">
      {bars.map(({ id, label, value, share, link }) => {
        const length = comparesTotals ? (share ?? 0) / 100 : Math.abs(value) / longest;
        return (
          <li key={id}>
            <span className={shared['truncated']} title={label}>
              {link === undefined ? (
                <PlainText text={label} />
              ) : (
                <Link className={classes['above']} to={link}>
                  <PlainText text={label} />
                </Link>
              )}
            </span>
            {/* CSSProperties has no custom properties */}
            <span
              className={shared['bar']}
              data-total={comparesTotals || undefined}
              style={{ '--share': length } as CSSProperties}
            />
            <span>{formatNumber(value)}</span>
            <span className={shared['muted']}>{share === undefined ? '' : formatShare(share / 100)}</span>
          </li>
        );
      })}
      {others && (
        <li className={shared['muted']}>
          <span>{others.count === undefined ? 'more' : `${formatCount(others.count)} others`}</span>
          <span />
          <span>{others.value === undefined ? '' : formatNumber(others.value)}</span>
          <span />
        </li>
      )}
    </ol>
  );
}

function Rows({ content }: { content: DeviceRows | DocumentRows }) {
  const columns = content.kind === 'devices' ? content.fields.map((key) => ({ key, label: key })) : content.columns;
  if (content.rows.length === 0) return <p className={shared['muted']}>Nothing found.</p>;
  return (
    <div className={classes['rows']}>
      <table translate="no">
        <thead>
          <tr>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {content.rows.map((row, at) => {
            // rows may be equal, and are replaced as a whole
            const place = `row ${at}`;
            return (
              <tr key={place}>
                {row.map((value, column) => (
                  <td key={columns[column]?.key}>
                    {content.kind === 'devices' ? (
                      <DeviceFieldCell field={content.fields[column] ?? ''} value={value} />
                    ) : (
                      <DocumentCell column={content.columns[column]} value={value} />
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function DeviceFieldCell({ field, value }: { field: string; value: unknown }) {
  if (field === 'deviceID' && typeof value === 'string') return <DeviceIdLink deviceID={value} />;
  return <FieldValue field={field} value={value} />;
}

function DocumentCell({ column, value }: { column: DocumentColumn | undefined; value: unknown }) {
  const ms = column?.toMs?.(value);
  if (ms !== undefined) return <Timestamp value={ms} format={column?.formatTime} />;
  if (column && typeof value === 'string' && isDeviceIdField(column.label)) return <DeviceIdLink deviceID={value} />;
  return <JsonValue value={value} />;
}

function DeviceIdLink({ deviceID }: { deviceID: string }) {
  return (
    <Link className={classes['above']} to={buildDeviceUrl(deviceID)}>
      <PlainText text={deviceID} />
    </Link>
  );
}
