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

const heldLocks = new AsyncLocalStorage<readonly LockName[]>();

/** True when running from source. The build is a JavaScript bundle. */
const isDevelopment = import.meta.url.endsWith('.ts');

/** Runs `work` as the holder of a lock. Acquisitions inside it are checked against that lock. */
export function withHeldLock<Result>(name: LockName, work: () => Result): Result {
  return isDevelopment ? heldLocks.run([...(heldLocks.getStore() ?? []), name], work) : work();
}

/**
 * Checks the lock order in development.
 * @throws if the caller holds this lock or a later one, because waiting could then last forever
 */
export function assertLockOrder(name: LockName): void {
  const inner = heldLocks.getStore()?.find((held) => LOCK_ORDER.indexOf(held) >= LOCK_ORDER.indexOf(name));
  if (inner) throw new Error(`The lock "${name}" must be acquired before "${inner}" (see lockOrder.ts).`);
}
