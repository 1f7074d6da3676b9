import type { QueryCache, QueryClient } from '@tanstack/react-query';
import { isJsonObject } from '#lib/json/json.ts';
import { createConnectionSettings, type Setting } from '#lib/setting.ts';
import { ApiError } from './apiError.ts';

/** An outage shared by all tabs: number of retries, and time of the next one, in ms since 1970. */
type Outage = { asked: number; until: number };

const WAIT_MS = 3_000;
const WAIT_MAX_MS = 60_000;
/** Random delay range, so that of several tabs due at once only the first retries. */
const APART_MS = 400;

const outageOf = createConnectionSettings<Outage | null>({
  name: 'outage',
  fallback: null,
  read: (kept) => {
    if (!isJsonObject(kept)) return null;
    const { asked, until } = kept;
    return typeof asked === 'number' && typeof until === 'number' ? { asked, until } : undefined;
  },
});

export function isDown(error: unknown): boolean {
  return error instanceof ApiError && error.recovers;
}

/**
 * Retries failed queries while the service is down: one query per connection, in one tab, with increasing intervals. After a
 * success, all visible tabs repeat their failed queries.
 */
export function recover(client: QueryClient): void {
  const outages = new Map<string, OutageHere>();
  const outageOn = (id: string) => {
    const known = outages.get(id) ?? new OutageHere(client.getQueryCache(), id);
    outages.set(id, known);
    return known;
  };
  client.getQueryCache().subscribe((event) => {
    const [id] = event.query.queryKey;
    if (event.type !== 'updated' || typeof id !== 'string') return;
    const { action, query } = event;
    if (action.type === 'error' && isDown(action.error)) outageOn(id).failed(query.queryHash);
    else if (action.type === 'success') outages.get(id)?.answered(query.queryHash);
  });
  const planAll = () => {
    for (const outage of outages.values()) outage.plan();
  };
  document.addEventListener('visibilitychange', planAll);
  addEventListener('online', planAll);
}

class OutageHere {
  private readonly cache: QueryCache;
  private readonly id: string;
  private readonly shared: Setting<Outage | null>;
  /** Failed queries; only their success ends the outage. */
  private readonly down = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(cache: QueryCache, id: string) {
    this.cache = cache;
    this.id = id;
    this.shared = outageOf(id);
    this.shared.subscribe(() => {
      if (this.shared.get()) this.plan();
      else for (const query of this.waiting()) query.fetch().catch(() => undefined);
    });
  }

  failed(queryHash: string): void {
    this.down.add(queryHash);
    this.plan();
  }

  answered(queryHash: string): void {
    if (this.down.delete(queryHash)) this.shared.set(null);
  }

  plan(): void {
    clearTimeout(this.timer);
    if (this.waiting().length === 0) return;
    const outage = this.shared.get();
    const wait = outage ? outage.until - Date.now() : WAIT_MS;
    // a clock set back must not delay it
    const most = Math.min(Math.max(wait, 0), WAIT_MAX_MS);
    this.timer = setTimeout(() => this.ask(), most + Math.random() * APART_MS);
  }

  private ask(): void {
    const waiting = this.waiting();
    if (waiting.length === 0 || document.visibilityState !== 'visible' || !navigator.onLine) return;
    const { asked, until } = this.shared.get() ?? { asked: 0, until: 0 };
    const now = Date.now();
    if (until > now && until <= now + WAIT_MAX_MS) {
      // another tab retried
      this.plan();
      return;
    }
    this.shared.set({ asked: asked + 1, until: now + Math.min(WAIT_MS * 2 ** (asked + 1), WAIT_MAX_MS) });
    // rotate, as one query may fail longer than the others; its result arrives as a cache event
    const query = waiting[asked % waiting.length];
    query?.fetch({ ...query.options, retry: false }).catch(() => undefined);
  }

  private waiting() {
    const idle = this.cache.findAll({ queryKey: [this.id], fetchStatus: 'idle', type: 'active' });
    return idle.filter(({ state }) => isDown(state.error));
  }
}
