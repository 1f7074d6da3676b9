import { timingSafeEqual } from 'node:crypto';
import { Refusal, refuse } from '#server/refusal.ts';
import { hash, type Store } from '#server/store/store.ts';

/** Failed sign-ins that one address may make within WINDOW, ms. */
const FAILURES_MAX = 60;
const WINDOW = 5 * 60_000;

/** Addresses remembered at most; past it the oldest is forgotten, so that memory stays bounded. */
const ADDRESSES_MAX = 10_000;

/** Counts failed sign-ins by address. `now` is in ms. */
export class Attempts {
  private readonly failures = new Map<string, { count: number; since: number }>();

  /** Refuses an address that failed too often, whatever it brings now. */
  admit(address: string, now: number): void {
    const failed = this.failures.get(address);
    if (!failed) return;
    const wait = failed.since + WINDOW - now;
    if (wait <= 0) this.failures.delete(address);
    else if (failed.count >= FAILURES_MAX) {
      throw refuse(429, 'REQUESTS-TOO-MANY', { 'retry-after': String(Math.ceil(wait / 1000)) });
    }
  }

  fail(address: string, now: number): void {
    const failed = this.failures.get(address) ?? { count: 0, since: now };
    this.failures.delete(address);
    this.failures.set(address, { ...failed, count: failed.count + 1 });
    if (this.failures.size > ADDRESSES_MAX) this.failures.delete(this.failures.keys().next().value as string);
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
