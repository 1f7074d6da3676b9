import type { QueryClient } from '@tanstack/react-query';
import { isJsonObject } from '#lib/json/json.ts';
import { settingByConnection } from '#lib/setting.ts';
import { ApiError } from './apiError.ts';

/** An outage that some tab met: how often it was asked after since, and when that is due again, in ms of the epoch. */
type Outage = { asked: number; until: number };

const WAIT_MS = 3_000;
const WAIT_MAX_MS = 60_000;
/** Tabs whose turn comes at once ask one after the other, and all but the first find it taken. */
const APART_MS = 400;

const outageOf = settingByConnection<Outage | null>({
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
  const cache = client.getQueryCache();
  const heard = new Set<string>();
  /** Queries that met the outage: only their answers tell that it is over. */
  const down = new Set<string>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const failedOf = (id: string) =>
    cache.findAll({ queryKey: [id], fetchStatus: 'idle', type: 'active' }).filter(({ state }) => isDown(state.error));

  const plan = (id: string) => {
    clearTimeout(timers.get(id));
    if (failedOf(id).length === 0) return;
    const outage = outageOf(id).get();
    const wait = outage ? outage.until - Date.now() : WAIT_MS;
    // a clock that was put back must not hold it up
    const most = Math.min(Math.max(wait, 0), WAIT_MAX_MS);
    timers.set(
      id,
      setTimeout(() => askAfter(id), most + Math.random() * APART_MS),
    );
  };

  const askAfter = (id: string) => {
    const failed = failedOf(id);
    if (failed.length === 0 || document.visibilityState !== 'visible' || !navigator.onLine) return;
    const { asked, until } = outageOf(id).get() ?? { asked: 0, until: 0 };
    const now = Date.now();
    // another tab took the turn
    if (until > now && until <= now + WAIT_MAX_MS) return plan(id);
    outageOf(id).set({ asked: asked + 1, until: now + Math.min(WAIT_MS * 2 ** (asked + 1), WAIT_MAX_MS) });
    // in turns, as one of them may fail for longer than the others; its outcome comes as an event
    const query = failed[asked % failed.length];
    query?.fetch({ ...query.options, retry: false }).catch(() => undefined);
  };

  const hear = (id: string) => {
    if (heard.has(id)) return;
    heard.add(id);
    outageOf(id).subscribe(() => {
      if (outageOf(id).get()) return plan(id);
      for (const query of failedOf(id)) query.fetch().catch(() => undefined);
    });
  };

  cache.subscribe((event) => {
    const [id] = event.query.queryKey;
    if (event.type !== 'updated' || typeof id !== 'string') return;
    const { action, query } = event;
    if (action.type === 'error' && isDown(action.error)) {
      down.add(query.queryHash);
      hear(id);
      plan(id);
    } else if (action.type === 'success' && down.delete(query.queryHash)) {
      outageOf(id).set(null);
    }
  });
  for (const [event, target] of [
    ['visibilitychange', document],
    ['online', window],
  ] as const) {
    target.addEventListener(event, () => heard.forEach(plan));
  }
}
