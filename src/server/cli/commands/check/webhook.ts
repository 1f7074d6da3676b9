import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Crossing } from './checkState.ts';
import { CHECK_MESSAGES } from './messages.ts';

const ATTEMPTS_MAX = 3;
const RETRY_MS = 1_000;
const ATTEMPT_TIMEOUT_MS = 10_000;
const REDIRECTS_MAX = 3;

/** Maximum number of crossings that wait for the webhook. */
const WAITING_MAX = 100;

export type WebhookTarget = { url: URL; secret: string };

type PostOptions = { signal: AbortSignal; retryMs?: number; timeoutMs?: number };

/** Result of posting: the crossings that were not accepted, and why. */
type PostResult = { waiting: readonly Crossing[]; problems: readonly string[] };

/**
 * Posts crossings in order, until one is not accepted. Those that were not stay, for the next check. The request
 * contains neither the API key nor the token.
 */
export async function sendCrossings(
  target: WebhookTarget,
  crossings: readonly Crossing[],
  options: PostOptions,
): Promise<PostResult> {
  for (const [at, crossing] of crossings.entries()) {
    const reason = await postWithRetry(target, crossing, options);
    if (reason === undefined) continue;
    const waiting = crossings.slice(at);
    const dropped = Math.max(0, waiting.length - WAITING_MAX);
    return {
      waiting: waiting.slice(dropped),
      problems: [
        CHECK_MESSAGES.webhookFailed(target.url.host, reason, waiting.length - dropped),
        ...(dropped > 0 ? [CHECK_MESSAGES.crossingsDropped(dropped)] : []),
      ],
    };
  }
  return { waiting: [], problems: [] };
}

/** @returns why the crossing was not accepted, if it was not */
async function postWithRetry(
  target: WebhookTarget,
  crossing: Crossing,
  { signal, retryMs = RETRY_MS, timeoutMs = ATTEMPT_TIMEOUT_MS }: PostOptions,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    // setTimeout, because Node 20 may collect the signal of AbortSignal.timeout before it fires
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    const { reason, isRetryable } = await postOnce(target, crossing, AbortSignal.any([signal, late.signal])).finally(
      () => clearTimeout(timer),
    );
    if (reason === undefined || !isRetryable || attempt === ATTEMPTS_MAX || signal.aborted) return reason;
    await wait(retryMs * 4 ** (attempt - 1), undefined, { signal }).catch(() => undefined);
  }
}

type PostOutcome = { reason?: string; isRetryable?: boolean };

async function postOnce({ url, secret }: WebhookTarget, crossing: Crossing, signal: AbortSignal): Promise<PostOutcome> {
  const body = JSON.stringify(toWebhookBody(crossing));
  let to = url;
  for (let redirects = 0; ; redirects++) {
    let response: Response;
    try {
      response = await fetch(to, {
        method: 'POST',
        headers: createHeaders(crossing, body, secret),
        body,
        redirect: 'manual',
        signal,
      });
      await response.body?.cancel();
    } catch {
      const reason = signal.aborted ? CHECK_MESSAGES.webhookTimedOut : CHECK_MESSAGES.webhookUnreachable;
      return { reason, isRetryable: true };
    }
    const { status, ok } = response;
    if (ok) return {};
    const reason = CHECK_MESSAGES.webhookStatus(status);
    // only these repeat the request as it is
    if (status !== 307 && status !== 308)
      return { reason, isRetryable: status === 408 || status === 429 || status >= 500 };
    const next = findRedirectTarget(response.headers.get('location'), to);
    if (next?.origin !== url.origin) return { reason: CHECK_MESSAGES.webhookRedirected };
    if (redirects === REDIRECTS_MAX) return { reason };
    to = next;
  }
}

function findRedirectTarget(location: string | null, from: URL): URL | undefined {
  return location !== null && URL.canParse(location, from) ? new URL(location, from) : undefined;
}

function createHeaders({ id }: Crossing, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'content-type': 'application/json',
    'user-agent': 'fleetlens-check',
    // equal in all attempts, so that a receiver can ignore a repeated crossing
    'x-fleetlens-delivery': id,
    'x-fleetlens-timestamp': timestamp,
    'x-fleetlens-signature': `sha256=${signature}`,
  };
}

function toWebhookBody({ id, dashboard, tile, state, limit, value, share, at }: Crossing) {
  return { event: 'crossing', id, dashboard, tile, state, limit, value, share, at: new Date(at).toISOString() };
}
