import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Locks of the embedded database in the order in which every operation acquires them; one may skip some. Because nobody
 * waits for a lock while holding a later one, no operations can wait for each other in a circle.
 *
 * - `writers`: transactions, exclusive use and copies that will be swapped in; held until the swap, because a write to
 *   the database in the meantime would be lost.
 * - `copiers`: taking a copy, one at a time.
 * - `access`: shared by snapshots and by a copy being taken; exclusive for transactions, checkpoints to disk and the swap.
 * - `turn`: the engine's only session, a place in its fair queue. Statements and changes of keys need nothing else, so that
 *   they do not wait for a long write in a copy.
 */
export const LOCK_ORDER = ['writers', 'copiers', 'access', 'turn'] as const;

export type LockName = (typeof LOCK_ORDER)[number];

const heldLocks = new AsyncLocalStorage<readonly LockName[]>();

/** The build is a bundle of JavaScript. */
const isDevelopment = import.meta.url.endsWith('.ts');

/** Runs `work` as the holder of a lock, so that an acquisition inside it is checked against that lock. */
export function withHeldLock<Result>(name: LockName, work: () => Result): Result {
  return isDevelopment ? heldLocks.run([...(heldLocks.getStore() ?? []), name], work) : work();
}

/** In development, throws if the caller holds this lock or a later one: waiting for it could then last forever. */
export function assertLockOrder(name: LockName): void {
  const inner = heldLocks.getStore()?.find((held) => LOCK_ORDER.indexOf(held) >= LOCK_ORDER.indexOf(name));
  if (inner) throw new Error(`The lock "${name}" must be acquired before "${inner}" (see lockOrder.ts).`);
}
