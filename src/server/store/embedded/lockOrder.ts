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

type HeldLock = { database: HeldLocks; name: LockName };

/** Locks of one database that the current operation holds. Locks of different databases are independent. */
export class HeldLocks {
  /** Shared by all databases, because every instance slows down all asynchronous operations of the process. */
  private static readonly current = new AsyncLocalStorage<readonly HeldLock[]>();

  runWith<Result>(name: LockName, work: () => Result): Result {
    if (!isDevelopment) return work();
    return HeldLocks.current.run([...(HeldLocks.current.getStore() ?? []), { database: this, name }], work);
  }

  /**
   * In development, throws if the operation already holds this lock or a later one, because waiting could cause a
   * deadlock.
   */
  assertOrder(name: LockName): void {
    const inner = HeldLocks.current
      .getStore()
      ?.find((held) => held.database === this && LOCK_ORDER.indexOf(held.name) >= LOCK_ORDER.indexOf(name));
    if (inner) throw new Error(`The lock "${name}" must be acquired before "${inner.name}" (see lockOrder.ts).`);
  }
}
