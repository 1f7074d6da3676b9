import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options?: { type: 'minor' }) => void;

/** Bytes of released buffers that trigger a minor collection. */
const MINOR_EVERY = 4 * 1024 * 1024;

/** Bytes of released buffers that trigger a full collection, `SETTLING` ms after the last release. */
const FULL_FROM = 16 * 1024 * 1024;
const SETTLING = 1000;

let collect: Collect | undefined;
let settled: NodeJS.Timeout | undefined;
const released = { minor: 0, full: 0 };

/**
 * Counts the bytes of a large buffer that is no longer used, and collects such buffers early. To V8 they are small
 * objects, of which it lets 64 MB and more accumulate, and the C library cannot return memory below a block still in
 * use.
 */
export function releaseBuffer(bytes: number): void {
  released.minor += bytes;
  released.full += bytes;
  if (released.minor >= MINOR_EVERY) {
    released.minor = 0;
    collectGarbage({ type: 'minor' });
  }
}

/** Runs a full collection a second after the last call: an idle process does not collect by itself. */
export function collectWhenSettled(): void {
  if (released.full < FULL_FROM) return;
  clearTimeout(settled);
  settled = setTimeout(() => {
    released.full = 0;
    collectGarbage();
  }, SETTLING).unref();
}

function collectGarbage(options?: { type: 'minor' }): void {
  setFlagsFromString('--expose-gc');
  collect ??= runInNewContext('gc') as Collect; // the function that the flag adds to a new context
  collect(options);
}
