import { timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { HttpError, httpError } from '#server/httpError.ts';
import { BoundedMap } from '#server/store/boundedMap.ts';
import { hashSecret, type Store } from '#server/store/store.ts';

/** Maximum number of failed sign-ins of one address within FAILURE_WINDOW_MS. */
const MAX_FAILURES = 60;
const FAILURE_WINDOW_MS = 5 * 60_000;

/** Maximum number of callers kept. */
const MAX_CALLERS = 10_000;

/** Returns ms since 1970 by a clock that does not change when the system clock is set. */
export function readMonotonicClock(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * Limits failed sign-ins per IPv4 address or IPv6 /64 network. `now` is in ms. Valid credentials are always accepted.
 */
export class FailedSignInLimiter {
  private readonly failures = new BoundedMap<string, { count: number; since: number }>(MAX_CALLERS);

  /**
   * Counts a failure.
   * @returns the response: the given error, or 429 after too many failures
   */
  countFailure(address: string, refusal: HttpError, now: number): HttpError {
    const caller = getNetwork(address);
    const known = this.failures.get(caller);
    const failed =
      known && now >= known.since && now < known.since + FAILURE_WINDOW_MS ? known : { count: 0, since: now };
    if (failed.count >= MAX_FAILURES) {
      const wait = Math.ceil((failed.since + FAILURE_WINDOW_MS - now) / 1000);
      return httpError(429, 'REQUESTS-TOO-MANY', { 'retry-after': String(wait) });
    }
    this.failures.set(caller, { ...failed, count: failed.count + 1 });
    return refusal;
  }

  clear(): void {
    this.failures.clear();
  }
}

/** Returns the /64 network of an IPv6 address. Returns other addresses unchanged. */
function getNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = [], tail] = address.split('::').map((part) => part.split(':').filter(Boolean));
  if (tail === undefined) return head.slice(0, 4).join(':');
  return [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail].slice(0, 4).join(':');
}

/**
 * Returns the project of a request's API key and token. The key is checked first. The header must match exactly,
 * including `Bearer `. The first use of a new key revokes the older keys of its project.
 */
export async function authenticate(request: Request, store: Store): Promise<string> {
  const keys = new URL(request.url).searchParams.getAll('apiKey');
  if (keys.length > 1) throw new HttpError(400, 'DATA-INVALID', 'apiKey: expected only once in the URL.');
  const key = keys[0] ? await store.findKey(keys[0]) : undefined;
  if (!key) throw httpError(401, 'APIKEY-INVALID');
  const token = request.headers.get('authorization') ?? '';
  if (!timingSafeEqual(hashSecret(token), key.tokenHash)) throw httpError(401, 'AUTH-UNAUTHORIZED');
  // if the database is read-only, older keys stay valid until the next request
  if (key.superseding) await store.revokeOlderKeys(key).catch(() => undefined);
  return key.project;
}
