import type { DashboardTile } from '#dashboard/dashboard.ts';
import { isKnownTile } from '#dashboard/dashboard.ts';
import {
  describeLimit,
  formatNearLimit,
  getLimitedNumber,
  listLimitBounds,
  roundNearLimit,
} from '#dashboard/tileLimit.ts';
import { findWorstState, getExitCode, type TileResult, type TileState } from '#dashboard/tileResult.ts';
import { getLimitBound, type TrackedTile } from '#dashboard/tileTracker.ts';
import { formatNumber } from '#lib/formatNumber.ts';

const STATES_WORST_FIRST: readonly TileState[] = ['critical', 'warning', 'unknown', 'ok'];

/** Result of a check, ready to print. Titles are unique. */
export type CheckReport = { dashboard: string; asOf: number; tiles: readonly CheckedTile[] };

type CheckedTile = TrackedTile & { title: string; tile: DashboardTile };

export function getReportState({ tiles }: CheckReport): TileState {
  return findWorstState(tiles.map(({ result }) => result.state));
}

/** Formats a report as the output of a monitoring plugin. Performance data follows `|` on the first line. */
export function formatPluginReport(report: CheckReport): string {
  const counts = STATES_WORST_FIRST.flatMap((state) => {
    const count = report.tiles.filter(({ result }) => result.state === state).length;
    return count > 0 ? [`${count} ${state}`] : [];
  });
  const summary = `${getReportState(report).toUpperCase()}: ${counts.join(', ') || 'no tiles'}`;
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
    state.set(labels, getExitCode(result.state));
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

function formatTileLine(checked: CheckedTile): string {
  const { title, tile, result, compared } = checked;
  const { state, number, total, text, since, message } = result;
  const { unit, limit } = isKnownTile(tile) ? tile : {};
  const bounds = listLimitBounds(limit, compared).filter((bound) => bound !== undefined);
  const [valueBounds, shareBounds] = limit?.unit === '%' ? [[], bounds] : [bounds, []];
  const facts = [
    number ? formatNearLimit(number.value, valueBounds) + (unit ? ` ${unit}` : '') : text,
    number?.share !== undefined &&
      total !== undefined &&
      `${formatPlain(roundNearLimit(number.share, shareBounds, 1))} % of ${formatNumber(total)}`,
    limit && `limit ${describeTileLimit(tile)}`,
    since !== undefined && `since ${toIso(since)}`,
  ]
    .filter(Boolean)
    .join(', ');
  return `${state.toUpperCase()} ${title}: ${cleanLine(message ? `${facts}. ${message}` : facts)}`;
}

/** Formats `'label'=value[%];warning;critical`. Undefined for a tile without a number. */
function formatPerformanceData(checked: CheckedTile): string | undefined {
  const { title, tile, result, compared } = checked;
  if (!isKnownTile(tile) || tile.show !== 'number') return undefined;
  const { limit } = tile;
  const label = `'${title.replaceAll("'", "''").replaceAll('=', ':')}'`;
  const number = getMeasuredNumber(tile, result);
  if (number === undefined) return `${label}=U`;
  const [least, most] = listLimitBounds(limit, compared);
  const bounds = [least, most].filter((bound) => bound !== undefined);
  const value = limit?.unit === '%' ? `${formatPlain(roundNearLimit(number, bounds, 1))}%` : formatPlain(number);
  if (bounds.length === 0) return `${label}=${value}`;
  const range = (least === undefined ? '' : `${formatPlain(least)}:`) + (most === undefined ? '' : formatPlain(most));
  return `${label}=${value};${limit?.severity === 'critical' ? ';' : ''}${range}`;
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

/** Formats a number without exponent and separators. */
function formatPlain(number: number): string {
  const text = String(number);
  return text.includes('e') ? number.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : text;
}

function toIso(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
