import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { RequestQueue } from '#dashboard/requestQueue.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import type { Alert, Outbox } from './checkState.ts';
import { describeNetworkError } from './describeNetworkError.ts';

const ATTEMPTS_MAX = 3;
const RETRY_MS = 1_000;
const ATTEMPT_TIMEOUT_MS = 10_000;
const REDIRECTS_MAX = 3;

/** Time limit for all alerts of one check. Others stay for the next check. */
const POSTING_TIMEOUT_MS = 45_000;

/** Maximum number of alerts posted at the same time, so that one without an answer delays few others. */
const CONCURRENCY_MAX = 4;

/** Maximum number of alerts that wait for the webhook. */
const WAITING_MAX = 100;

/** Number of checks after which an alert is dropped that the receiver rejects. */
const REJECTIONS_MAX = 3;

/** Longest time that `Retry-After` can ask for, and that a check waits for. */
const RETRY_AFTER_MAX_MS = 3_600_000;
const PAUSE_MAX_MS = 10_000;

const TITLES_MAX = 5;

export type WebhookTarget = { url: URL; secret: string };

type PostOptions = { signal: AbortSignal; retryMs?: number; timeoutMs?: number };

/**
 * Posts alerts, critical ones first, each independently of the others. Those that are not accepted stay for the next
 * check, unless the receiver rejected them in three checks. The requests contain neither the API key nor the token.
 */
export async function sendAlerts(
  target: WebhookTarget,
  { alerts, retryAt }: Outbox,
  { signal, ...options }: PostOptions,
): Promise<Outbox & { problems: readonly string[] }> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), POSTING_TIMEOUT_MS);
  const receiver = new Receiver(target, retryAt, { ...options, signal: AbortSignal.any([signal, late.signal]) });
  const queue = new RequestQueue(CONCURRENCY_MAX);
  const unsent: UnsentAlert[] = [];
  const post = async (alert: Alert) => {
    const { reason, isRejection } = await queue.run(() => receiver.post(alert));
    if (reason === undefined) return;
    const rejections = (alert.rejections ?? 0) + (isRejection ? 1 : 0);
    const isDropped = rejections >= REJECTIONS_MAX;
    unsent.push({ alert: { ...alert, ...(rejections > 0 && { rejections }) }, reason, isDropped });
  };
  for (const severity of ['critical', 'warning'])
    await Promise.all(alerts.filter(({ state }) => state === severity).map(post));
  clearTimeout(timer);
  const waiting = unsent.flatMap(({ alert, isDropped }) => (isDropped ? [] : [alert]));
  // critical ones come first; of the others, the newest stay
  const order = (alert: Alert) => (alert.state === 'critical' ? 0 : 1);
  const surplus = waiting.sort((one, other) => order(one) - order(other) || other.at - one.at).splice(WAITING_MAX);
  const { host } = target.url;
  const problems = [
    ...describeUnsent(unsent, host),
    ...(surplus.length > 0 ? [`Dropped ${listAlerts(surplus)}: too many wait for the webhook at ${host}.`] : []),
  ];
  return { alerts: waiting.sort((one, other) => one.at - other.at), retryAt: receiver.retryAt, problems };
}

type UnsentAlert = { alert: Alert; reason: string; isDropped: boolean };

/** Returns a sentence for each reason. */
function describeUnsent(unsent: readonly UnsentAlert[], host: string): string[] {
  const groups = new Map<string, UnsentAlert[]>();
  for (const one of unsent) {
    const key = `${one.isDropped} ${one.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => {
    const [{ reason = '', isDropped = false } = {}] = group;
    const alerts = listAlerts(group.map(({ alert }) => alert));
    return isDropped
      ? `Dropped ${alerts}: the webhook at ${host} rejected this in three checks (${reason}).`
      : `The webhook at ${host} did not accept ${alerts}: ${reason}. The next check tries again.`;
  });
}

/** Formats alerts, such as "2 alerts (Offline, Errors)". */
function listAlerts(alerts: readonly Alert[]): string {
  const titles = alerts.slice(0, TITLES_MAX).map(({ tile }) => tile);
  if (alerts.length > TITLES_MAX) titles.push('…');
  return `${formatCountWithNoun(alerts.length, 'alert')} (${titles.join(', ')})`;
}

class Receiver {
  readonly #target: WebhookTarget;
  readonly #signal: AbortSignal;
  readonly #retryMs: number;
  readonly #timeoutMs: number;
  /** Time in ms since 1970 before which nothing is posted, as the receiver asked for. */
  retryAt: number | undefined;

  constructor(target: WebhookTarget, retryAt: number | undefined, options: PostOptions) {
    const { signal, retryMs = RETRY_MS, timeoutMs = ATTEMPT_TIMEOUT_MS } = options;
    this.#target = target;
    this.#signal = signal;
    this.#retryMs = retryMs;
    this.#timeoutMs = timeoutMs;
    // a later time was computed by a clock that was wrong
    if (retryAt !== undefined && retryAt <= Date.now() + RETRY_AFTER_MAX_MS) this.retryAt = retryAt;
  }

  async post(alert: Alert): Promise<PostOutcome> {
    let outcome: PostOutcome = { reason: 'it asked for a pause' };
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      if (attempt > 1) await this.#wait(this.#retryMs * 4 ** (attempt - 2));
      const pauseMs = (this.retryAt ?? 0) - Date.now();
      if (pauseMs > PAUSE_MAX_MS) return outcome;
      if (pauseMs > 0) await this.#wait(pauseMs);
      outcome = await this.#postOnce(alert);
      if (!outcome.isRetryable || this.#signal.aborted) return outcome;
    }
    return outcome;
  }

  #wait(ms: number): Promise<void> {
    return wait(ms, undefined, { signal: this.#signal }).catch(() => undefined);
  }

  async #postOnce(alert: Alert): Promise<PostOutcome> {
    const { url, secret } = this.#target;
    const body = JSON.stringify(toWebhookBody(alert));
    let to = url;
    for (let redirects = 0; ; redirects++) {
      let response: Response;
      try {
        response = await this.#fetch(to, createHeaders(alert, body, secret), body);
      } catch (error) {
        const isLate = error instanceof Error && error.name === 'AbortError';
        // another attempt would keep others waiting
        return isLate ? { reason: 'no answer in time' } : { reason: describeNetworkError(error), isRetryable: true };
      }
      const { status, ok, headers } = response;
      if (ok) return {};
      const reason = `HTTP ${status}`;
      const isRetryable = status === 408 || status === 429 || status >= 500;
      if (isRetryable) this.#noteRetryAfter(headers.get('retry-after'));
      // only these repeat the request as it is
      if (status !== 307 && status !== 308) return { reason, isRetryable, isRejection: status >= 400 && !isRetryable };
      const next = findRedirectTarget(headers.get('location'), to);
      if (next?.origin !== url.origin) return { reason: 'it redirects to another origin' };
      if (redirects === REDIRECTS_MAX) return { reason };
      to = next;
    }
  }

  async #fetch(to: URL, headers: Record<string, string>, body: string): Promise<Response> {
    // setTimeout, because Node 20 may collect the signal of AbortSignal.timeout before it fires
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.#timeoutMs);
    try {
      const signal = AbortSignal.any([this.#signal, late.signal]);
      const response = await fetch(to, { method: 'POST', headers, body, redirect: 'manual', signal });
      await response.body?.cancel();
      return response;
    } finally {
      clearTimeout(timer);
    }
  }

  /** `text` is a number of seconds or a date. */
  #noteRetryAfter(text: string | null): void {
    const ms = /^\d+$/.test(text ?? '') ? Number(text) * 1000 : Date.parse(text ?? '') - Date.now();
    if (ms > 0) this.retryAt = Math.max(this.retryAt ?? 0, Date.now() + Math.min(ms, RETRY_AFTER_MAX_MS));
  }
}

/** `reason` is undefined if the alert was accepted. `isRejection` is true if the same request will never be accepted. */
type PostOutcome = { reason?: string; isRetryable?: boolean; isRejection?: boolean };

function findRedirectTarget(location: string | null, from: URL): URL | undefined {
  return location !== null && URL.canParse(location, from) ? new URL(location, from) : undefined;
}

function createHeaders({ id }: Alert, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'content-type': 'application/json',
    'user-agent': 'fleetlens-check',
    // equal in all attempts, so that a receiver can ignore a repeated alert
    'x-fleetlens-delivery': id,
    'x-fleetlens-timestamp': timestamp,
    'x-fleetlens-signature': `sha256=${signature}`,
  };
}

function toWebhookBody({ id, dashboard, tile, state, limit, value, share, at }: Alert) {
  return { event: 'crossing', id, dashboard, tile, state, limit, value, share, at: new Date(at).toISOString() };
}
