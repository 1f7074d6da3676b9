import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Locks of the embedded database in the order in which every operation acquires them. An operation may skip some. No
 * operation waits for a lock while it holds a later one, so deadlocks are impossible.
 *
 * - `writers`: transactions, exclusive use and copies that will be swapped in. Held until the swap, because writes to
 * the database in the meantime would be lost.
 * - `copiers`: taking a copy, one at a time.
 * - `access`: shared by snapshots and by a copy being taken, exclusive for transactions, checkpoints and the swap.
 * - `turn`: the engine's only session, assigned by its fair queue. Statements and key changes need no other lock, so
 * they do not wait for a long write in a copy.
 */
export const LOCK_ORDER = ['writers', 'copiers', 'access', 'turn'] as const;

export type LockName = (typeof LOCK_ORDER)[number];

/** True if the code runs from TypeScript sources, because the build is a bundle of JavaScript. */
const isDevelopment = import.meta.url.endsWith('.ts');

/** Locks of one database that the current operation holds. Locks of different databases are independent. */
export class HeldLocks {
  private readonly names = new AsyncLocalStorage<readonly LockName[]>();

  runWith<Result>(name: LockName, work: () => Result): Result {
    return isDevelopment ? this.names.run([...(this.names.getStore() ?? []), name], work) : work();
  }

  /**
   * In development, throws if the operation already holds this lock or a later one, because waiting could cause a
   * deadlock.
   */
  assertOrder(name: LockName): void {
    const inner = this.names.getStore()?.find((held) => LOCK_ORDER.indexOf(held) >= LOCK_ORDER.indexOf(name));
    if (inner) throw new Error(`The lock "${name}" must be acquired before "${inner}" (see lockOrder.ts).`);
  }
}
