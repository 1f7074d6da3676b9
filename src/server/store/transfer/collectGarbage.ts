import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type GarbageCollector = (options?: { type: 'minor' }) => void;

const MINOR_COLLECTION_BYTES = 4 * 1024 * 1024;

/** Number of released bytes that triggers a full collection, `IDLE_MS` after the last release. */
const FULL_COLLECTION_BYTES = 16 * 1024 * 1024;
const IDLE_MS = 1000;

let gc: GarbageCollector | undefined;
let idleTimer: NodeJS.Timeout | undefined;
const releasedBytes = { minor: 0, full: 0 };

/**
 * Records that a large buffer was released, and triggers a minor garbage collection after enough bytes. V8 counts only
 * the small wrapper objects, so it would let 64 MB or more accumulate. The sooner buffers are freed, the less the heap
 * fragments, because the C library cannot return memory below a block in use.
 */
export function recordReleasedBuffer(bytes: number): void {
  releasedBytes.minor += bytes;
  releasedBytes.full += bytes;
  if (releasedBytes.minor >= MINOR_COLLECTION_BYTES) {
    releasedBytes.minor = 0;
    collectGarbage({ type: 'minor' });
  }
}

/** Runs a full garbage collection a second after the last call, because V8 does not collect in an idle process. */
export function collectGarbageWhenIdle(): void {
  if (releasedBytes.full < FULL_COLLECTION_BYTES) return;
  clearTimeout(idleTimer);
  idleTimer = setTimeout(() => {
    releasedBytes.full = 0;
    collectGarbage();
  }, IDLE_MS).unref();
}

function collectGarbage(options?: { type: 'minor' }): void {
  setFlagsFromString('--expose-gc');
  gc ??= runInNewContext('gc') as GarbageCollector; // the flag adds this function to a new context
  gc(options);
}
