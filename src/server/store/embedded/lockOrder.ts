import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Locks of the embedded database in the order in which every operation acquires them; an operation may skip some.
 * Nobody waits for a lock while holding a later one, so no deadlock is possible.
 *
 * - `writers`: transactions, exclusive use and copies that will be swapped in. Held until the swap, because writes to
 * the database in the meantime would be lost.
 * - `copiers`: taking a copy, one at a time.
 * - `access`: shared by snapshots and by a copy being taken, exclusive for transactions, checkpoints and the swap.
 * - `turn`: the engine's only session, assigned by its fair queue. Statements and key changes need nothing else, so
 * they do not wait for a long write in a copy.
 */
export const LOCK_ORDER = ['writers', 'copiers', 'access', 'turn'] as const;

export type LockName = (typeof LOCK_ORDER)[number];

/** The build is a bundle of JavaScript. */
const isDevelopment = import.meta.url.endsWith('.ts');

/** The locks of one database that the current operation holds. Operations on two databases do not wait in a circle. */
export class HeldLocks {
  private readonly names = new AsyncLocalStorage<readonly LockName[]>();

  /** Runs `work` as the holder of a lock, so that an acquisition inside it is checked against that lock. */
  runWith<Result>(name: LockName, work: () => Result): Result {
    return isDevelopment ? this.names.run([...(this.names.getStore() ?? []), name], work) : work();
  }

  /** In development, throws if the operation holds this lock or a later one: waiting for it could then last forever. */
  assertOrder(name: LockName): void {
    const inner = this.names.getStore()?.find((held) => LOCK_ORDER.indexOf(held) >= LOCK_ORDER.indexOf(name));
    if (inner) throw new Error(`The lock "${name}" must be acquired before "${inner}" (see lockOrder.ts).`);
  }
}
