import type { PipelineResult } from '#api/pipeline.ts';
import type { ChartDataLoader } from '#pipeline/run/chartDataLoader.ts';
import type { LoadedRows } from '#pipeline/run/loadedRows.ts';
import { getSession, subscribeToSession } from '#session/session.ts';
import type { GridSort } from '#ui/grid/gridColumn.ts';
import type { ScrollState } from '#ui/grid/gridProps.ts';

export type LoadedResult = LoadedRows & {
  subject: string;
  response: PipelineResult;
  extent: LoadedExtent;
};

export type LoadedExtent = { until: number; more: boolean };

type CachedResult = { result?: LoadedResult | undefined; sort?: readonly GridSort[]; scrollState?: ScrollState };

/** State of the last query and page displayed, so that returning from a device page restores it. */
let lastResult: (CachedResult & { of: string }) | undefined;

/** The last read of the chart, and the one before it. */
const lastChart: { current: { now?: ChartDataLoader; before?: ChartDataLoader | undefined } } = { current: {} };

subscribeToSession(() => {
  if (getSession().connection) return;
  lastResult = undefined;
  lastChart.current = {};
});

/** Each read identifies its query, so that a change of rows or page does not start another read. */
export function getLastChart(): typeof lastChart {
  return lastChart;
}

export function getCachedResult(key: string): CachedResult | undefined {
  return lastResult?.of === key ? lastResult : undefined;
}

export function cacheResult(key: string, part: CachedResult): void {
  lastResult = { ...getCachedResult(key), of: key, ...part };
}
