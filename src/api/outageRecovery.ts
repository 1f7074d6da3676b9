import type { QueryCache, QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { createParser } from '#lib/schema.ts';
import { createPerConnectionSetting, type Setting } from '#lib/setting.ts';
import type { BrowserPage, Environment } from '#services/environment.ts';
import { ApiError } from './apiError.ts';

/** Outage shared by all tabs: number of retries, and time of the next retry in ms since 1970. */
const outageSchema = z.object({ asked: z.number(), until: z.number() });

type Outage = z.infer<typeof outageSchema>;

const RETRY_DELAY_MS = 3_000;
const MAX_RETRY_DELAY_MS = 60_000;
/** Maximum random delay in ms. It makes only the first of several tabs retry. */
const RETRY_JITTER_MS = 400;

const getOutageSetting = createPerConnectionSetting<Outage | null>({
  name: 'outage',
  fallback: null,
  parse: createParser(z.nullable(outageSchema)),
});

export function isOutageError(error: unknown): boolean {
  return error instanceof ApiError && error.isOutage;
}

/**
 * Retries failed queries while the service is down: one query per connection, in one tab, at increasing intervals.
 * After a success, all visible tabs repeat their failed queries.
 */
export function startOutageRecovery(client: QueryClient, { page }: Pick<Environment, 'page'>): void {
  const outages = new Map<string, OutageRecovery>();
  const outageOn = (id: string) => {
    const known = outages.get(id) ?? new OutageRecovery(client.getQueryCache(), page, id);
    outages.set(id, known);
    return known;
  };
  client.getQueryCache().subscribe((event) => {
    const [id] = event.query.queryKey;
    if (event.type !== 'updated' || typeof id !== 'string') return;
    const { action, query } = event;
    if (action.type === 'error' && isOutageError(action.error)) outageOn(id).handleFailure(query.queryHash);
    else if (action.type === 'success') outages.get(id)?.handleSuccess(query.queryHash);
  });
  const planAll = () => {
    for (const outage of outages.values()) outage.scheduleRetry();
  };
  // the first event targets the document
  page.events.addEventListener('visibilitychange', planAll, { capture: true });
  page.events.addEventListener('online', planAll);
}

class OutageRecovery {
  private readonly cache: QueryCache;
  private readonly page: BrowserPage;
  private readonly id: string;
  private readonly shared: Setting<Outage | null>;
  private readonly down = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(cache: QueryCache, page: BrowserPage, id: string) {
    this.cache = cache;
    this.page = page;
    this.id = id;
    this.shared = getOutageSetting(id);
    this.shared.subscribe(() => {
      if (this.shared.get()) this.scheduleRetry();
      else for (const query of this.waiting()) query.fetch().catch(() => undefined);
    });
  }

  handleFailure(queryHash: string): void {
    this.down.add(queryHash);
    this.scheduleRetry();
  }

  handleSuccess(queryHash: string): void {
    if (this.down.delete(queryHash)) this.shared.set(null);
  }

  scheduleRetry(): void {
    clearTimeout(this.timer);
    if (this.waiting().length === 0) return;
    const outage = this.shared.get();
    const wait = outage ? outage.until - Date.now() : RETRY_DELAY_MS;
    // a clock set back must not delay it
    const most = Math.min(Math.max(wait, 0), MAX_RETRY_DELAY_MS);
    this.timer = setTimeout(() => this.retryOneQuery(), most + Math.random() * RETRY_JITTER_MS);
  }

  private retryOneQuery(): void {
    const findFailedQueries = this.waiting();
    if (findFailedQueries.length === 0 || !this.page.isVisible() || !this.page.isOnline()) return;
    const { asked, until } = this.shared.get() ?? { asked: 0, until: 0 };
    const now = Date.now();
    if (until > now && until <= now + MAX_RETRY_DELAY_MS) {
      // another tab retried
      this.scheduleRetry();
      return;
    }
    this.shared.set({ asked: asked + 1, until: now + Math.min(RETRY_DELAY_MS * 2 ** (asked + 1), MAX_RETRY_DELAY_MS) });
    // rotate, as one query may fail longer than the others; its result arrives as a cache event
    const query = findFailedQueries[asked % findFailedQueries.length];
    query?.fetch({ ...query.options, retry: false }).catch(() => undefined);
  }

  private waiting() {
    const idle = this.cache.findAll({ queryKey: [this.id], fetchStatus: 'idle', type: 'active' });
    return idle.filter(({ state }) => isOutageError(state.error));
  }
}
