import type { QueryCache, QueryClient } from '@tanstack/react-query';
import { isJsonObject } from '#lib/json/json.ts';
import { createConnectionSettings, type Setting } from '#lib/setting.ts';
import { ApiError } from './apiError.ts';

/** An outage that some tab met: how often it was asked after since, and when that is due again, in ms of the epoch. */
type Outage = { asked: number; until: number };

const WAIT_MS = 3_000;
const WAIT_MAX_MS = 60_000;
/** Tabs whose turn comes at once ask one after the other, and all but the first find it taken. */
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

/** Whether something failed because its service is down, which passes. */
export function isDown(error: unknown): boolean {
  return error instanceof ApiError && error.recovers;
}

/**
 * Asks again by itself what a page shows as failed while its service was down. Only one of a connection's queries is asked,
 * in one of its tabs, ever more seldom; once it is answered, all are, in every tab that is looked at.
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

/** The outage of one connection, as this tab sees to it. */
class OutageHere {
  private readonly cache: QueryCache;
  private readonly id: string;
  private readonly shared: Setting<Outage | null>;
  /** Queries that met it: only their answers tell that it is over. */
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

  /** Asks when it is due, as far as anything is to be asked for. */
  plan(): void {
    clearTimeout(this.timer);
    if (this.waiting().length === 0) return;
    const outage = this.shared.get();
    const wait = outage ? outage.until - Date.now() : WAIT_MS;
    // a clock that was put back must not hold it up
    const most = Math.min(Math.max(wait, 0), WAIT_MAX_MS);
    this.timer = setTimeout(() => this.ask(), most + Math.random() * APART_MS);
  }

  private ask(): void {
    const waiting = this.waiting();
    if (waiting.length === 0 || document.visibilityState !== 'visible' || !navigator.onLine) return;
    const { asked, until } = this.shared.get() ?? { asked: 0, until: 0 };
    const now = Date.now();
    if (until > now && until <= now + WAIT_MAX_MS) {
      // another tab took the turn
      this.plan();
      return;
    }
    this.shared.set({ asked: asked + 1, until: now + Math.min(WAIT_MS * 2 ** (asked + 1), WAIT_MAX_MS) });
    // in turns, as one of them may fail for longer than the others; its outcome comes as an event
    const query = waiting[asked % waiting.length];
    query?.fetch({ ...query.options, retry: false }).catch(() => undefined);
  }

  /** What is shown as failed, and is not being asked for. */
  private waiting() {
    const idle = this.cache.findAll({ queryKey: [this.id], fetchStatus: 'idle', type: 'active' });
    return idle.filter(({ state }) => isDown(state.error));
  }
}
