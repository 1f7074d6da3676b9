import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options?: { type: 'minor' }) => void;

/** Bytes of buffers after which the short-lived ones are freed. */
const MINOR_EVERY = 4 * 1024 * 1024;

/** Bytes of buffers after which all memory is freed once nothing more is released for `SETTLING` ms. */
const FULL_FROM = 16 * 1024 * 1024;
const SETTLING = 1000;

let collect: Collect | undefined;
let settled: NodeJS.Timeout | undefined;
/** Bytes released since the last collection of each kind. */
const released = { minor: 0, full: 0 };

/**
 * Counts the bytes of a large buffer that is no longer used, and frees such buffers early. Buffers are small objects to
 * V8, which alone lets 64 MB and more of them gather; the C library cannot return memory from below a block still in use.
 */
export function releaseBuffer(bytes: number): void {
  released.minor += bytes;
  released.full += bytes;
  if (released.minor >= MINOR_EVERY) {
    released.minor = 0;
    collectGarbage({ type: 'minor' });
  }
}

/** Frees all unused memory a second after the last call: an idle process does not do so by itself. */
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
