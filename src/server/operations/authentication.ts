import { timingSafeEqual } from 'node:crypto';
import { Refusal, refuse } from '#server/refusal.ts';
import { hash, type Store } from '#server/store/store.ts';

/** Failed sign-ins that one address may make within WINDOW, ms. */
const FAILURES_MAX = 60;
const WINDOW = 5 * 60_000;

/** Addresses remembered at most; past it the oldest is forgotten, so that memory stays bounded. */
const ADDRESSES_MAX = 10_000;

/** Counts failed sign-ins by address. `now` is in ms. Right credentials are never kept out, whoever shares the address. */
export class Attempts {
  private readonly failures = new Map<string, { count: number; since: number }>();

  /** Counts a failure. Gives what it is answered with: what it was refused for, or 429 once there were too many. */
  fail(address: string, refusal: Refusal, now: number): Refusal {
    const known = this.failures.get(address);
    const failed = known && known.since + WINDOW > now ? known : { count: 0, since: now };
    if (failed.count >= FAILURES_MAX) {
      const wait = Math.ceil((failed.since + WINDOW - now) / 1000);
      return refuse(429, 'REQUESTS-TOO-MANY', { 'retry-after': String(wait) });
    }
    this.failures.delete(address);
    this.failures.set(address, { ...failed, count: failed.count + 1 });
    if (this.failures.size > ADDRESSES_MAX) this.failures.delete(this.failures.keys().next().value as string);
    return refusal;
  }

  clear(): void {
    this.failures.clear();
  }
}

/**
 * The project that a request's key and token open. The key is looked at first, then the token; the header counts as
 * it stands, `Bearer ` included.
 */
export async function authenticate(request: Request, store: Store): Promise<string> {
  const keys = new URL(request.url).searchParams.getAll('apiKey');
  if (keys.length > 1) throw new Refusal(400, 'DATA-INVALID', 'apiKey: expected once in the address.');
  const project = keys[0] ? await store.projectByKey(keys[0]) : undefined;
  if (!project) throw refuse(401, 'APIKEY-INVALID');
  const token = request.headers.get('authorization') ?? '';
  if (!timingSafeEqual(hash(token), project.tokenHash)) throw refuse(401, 'AUTH-UNAUTHORIZED');
  return project.id;
}
