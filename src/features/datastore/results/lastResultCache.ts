import type { PipelineResult } from '#api/fetchPipeline.ts';
import type { ChartReading } from '#pipeline/run/chartReading.ts';
import type { LoadedRows } from '#pipeline/run/loadedRows.ts';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createSessionStore, type SessionStore } from '#session/sessionStore.ts';
import type { ScrollState } from '#ui/grid/gridProps.ts';

export type LoadedResult = LoadedRows & {
  subject: string;
  response: PipelineResult;
  extent: LoadedExtent;
};

export type LoadedExtent = { until: number; more: boolean };

type CachedResult = { result?: LoadedResult | undefined; scrollState?: ScrollState };

type ChartReads = { now?: ChartReading; before?: ChartReading | undefined };

/**
 * Last displayed query and page, so that they are restored when the user returns from a device page. Cleared on
 * sign-out.
 */
export class LastResultCache {
  /** Data of the last chart. It identifies its query, so that other rows or another page do not read it again. */
  readonly lastChart: { current: ChartReads } = { current: {} };
  #last: (CachedResult & { key: string }) | undefined;

  constructor(session: SessionStore) {
    session.onEnd(() => {
      this.#last = undefined;
      this.lastChart.current = {};
    });
  }

  get(key: string): CachedResult | undefined {
    return this.#last?.key === key ? this.#last : undefined;
  }

  set(key: string, part: CachedResult): void {
    this.#last = { ...this.get(key), key, ...part };
  }
}

export function createLastResultCache(services: ServiceContainer): LastResultCache {
  return new LastResultCache(services.get(createSessionStore));
}
