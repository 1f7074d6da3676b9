import type { DashboardTile } from '#dashboard/dashboard.ts';
import { isKnownTile } from '#dashboard/dashboard.ts';
import { describeLimit, getLimitedNumber } from '#dashboard/tileLimit.ts';
import { findWorstState, getStateCode, type TileResult, type TileState } from '#dashboard/tileResult.ts';
import { getLimitBound, type TrackedTile } from '#dashboard/tileTracker.ts';
import { formatNumber } from '#lib/formatNumber.ts';
import { CHECK_MESSAGES } from './messages.ts';

const STATES_WORST_FIRST: readonly TileState[] = ['critical', 'warning', 'unknown', 'ok'];

/** Result of a check, ready to print. Titles are unique. */
export type CheckReport = { dashboard: string; asOf: number; tiles: readonly CheckedTile[] };

export type CheckedTile = TrackedTile & { title: string; tile: DashboardTile };

export function getReportState({ tiles }: CheckReport): TileState {
  return findWorstState(tiles.map(({ result }) => result.state));
}

/** Formats a report as the output of a monitoring plugin. Performance data follows `|` on the first line. */
export function formatTextReport(report: CheckReport): string {
  const counts = STATES_WORST_FIRST.flatMap((state) => {
    const count = report.tiles.filter(({ result }) => result.state === state).length;
    return count > 0 ? [`${count} ${state}`] : [];
  });
  const summary = `${getReportState(report).toUpperCase()}: ${counts.join(', ') || CHECK_MESSAGES.noTiles}`;
  const data = report.tiles.flatMap((tile) => formatPerformanceData(tile) ?? []);
  return [data.length > 0 ? `${summary} | ${data.join(' ')}` : summary, ...report.tiles.map(formatTileLine)].join('\n');
}

export function formatJsonReport(report: CheckReport): string {
  const { asOf, tiles } = report;
  const content = {
    state: getReportState(report),
    asOf: toIso(asOf),
    tiles: tiles.map(({ title, tile, result: { state, number, text, asOf: answeredAt, message } }) => ({
      title,
      state,
      value: number?.value ?? text ?? null,
      share: number?.share ?? null,
      limit: describeTileLimit(tile) ?? null,
      asOf: toIso(answeredAt) ?? null,
      message: message ?? null,
    })),
  };
  return JSON.stringify(content, null, 2);
}

/** Formats a report in the text format of Prometheus, for the textfile collector of the node exporter. */
export async function formatPrometheusReport({ dashboard, tiles }: CheckReport): Promise<string> {
  const { Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  const createGauge = (name: string, help: string) =>
    new Gauge({ name: `fleetlens_board_${name}`, help, labelNames: ['dashboard', 'tile'], registers: [registry] });
  const value = createGauge('value', 'Number of the tile, or its share in percent if its limit is a share.');
  const limit = createGauge('limit', 'Limit of the tile.');
  const state = createGauge('state', 'State of the tile: 0 ok, 1 warning, 2 critical, 3 unknown.');
  const timestamp = createGauge('timestamp_seconds', 'Time of the last successful response, in seconds since 1970.');
  for (const { title, tile, result } of tiles) {
    const labels = { dashboard, tile: title };
    const number = getMeasuredNumber(tile, result);
    const bound = isKnownTile(tile) ? getLimitBound(tile) : undefined;
    if (number !== undefined) value.set(labels, number);
    if (bound !== undefined) limit.set(labels, bound);
    state.set(labels, getStateCode(result.state));
    if (result.asOf !== undefined) timestamp.set(labels, result.asOf / 1000);
  }
  return (await registry.metrics()).trimEnd();
}

/** Makes titles unique and printable on one line. */
export function createUniqueTitles(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    const clean = cleanLine(title) || '-';
    let unique = clean;
    for (let count = 2; taken.has(unique); count++) unique = `${clean} ${count}`;
    taken.add(unique);
    return unique;
  });
}

function formatTileLine({ title, tile, result }: CheckedTile): string {
  const { state, number, total, text, since, message } = result;
  const unit = isKnownTile(tile) && tile.unit ? ` ${tile.unit}` : '';
  const value = number ? formatNumber(number.value) + unit : text;
  const share =
    number?.share === undefined || total === undefined
      ? undefined
      : CHECK_MESSAGES.ofTotal(formatShare(number.share), formatNumber(total));
  const limit = describeTileLimit(tile);
  const parts = [
    value,
    share,
    limit && CHECK_MESSAGES.limit(limit),
    since !== undefined && CHECK_MESSAGES.since(toIso(since) ?? ''),
  ];
  const facts = parts.filter(Boolean).join(', ');
  return `${state.toUpperCase()} ${title}: ${cleanLine(message ? `${facts}. ${message}` : facts)}`;
}

/** Formats `'label'=value[%];warning;critical`. Undefined for a tile without a number. */
function formatPerformanceData({ title, tile, result, compared }: CheckedTile): string | undefined {
  if (!isKnownTile(tile) || tile.show !== 'number') return undefined;
  const { limit } = tile;
  const label = `'${title.replaceAll("'", "''").replaceAll('=', ':')}'`;
  const number = getMeasuredNumber(tile, result);
  if (number === undefined) return `${label}=U`;
  const isShare = limit?.unit === '%';
  const value = isShare ? `${formatShare(number)}%` : formatPlain(number);
  if (!limit) return `${label}=${value}`;
  const { over, under, change } = limit;
  const before = compared && getLimitedNumber(limit, compared);
  const range =
    over !== undefined
      ? formatPlain(over)
      : under !== undefined
        ? `${formatPlain(under)}:`
        : change !== undefined && before !== undefined
          ? `${formatPlain(before - change)}:${formatPlain(before + change)}`
          : '';
  if (range === '') return `${label}=${value}`;
  return `${label}=${value};${limit.severity === 'critical' ? ';' : ''}${range}`;
}

function getMeasuredNumber(tile: DashboardTile, { number }: TileResult): number | undefined {
  if (!isKnownTile(tile) || !number) return undefined;
  return tile.limit ? getLimitedNumber(tile.limit, number) : number.value;
}

function describeTileLimit(tile: DashboardTile): string | undefined {
  return isKnownTile(tile) && tile.limit ? describeLimit(tile.limit, tile.compare) : undefined;
}

/** Replaces what would end the line or the text before the performance data. */
function cleanLine(text: string): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('|', '/')
    .trim();
}

function formatShare(share: number): string {
  return String(Number(share.toFixed(1)));
}

/** Formats a number without exponent and separators. */
function formatPlain(number: number): string {
  const text = String(number);
  return text.includes('e') ? number.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : text;
}

function toIso(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
