import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Frees the memory of what is no longer used. A process that has nothing more to do does not do so by itself, however much
 * there is.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  collect ??= runInNewContext('gc') as () => void; // the function that the flag adds to a new context
  collect();
}
