import type { RawRecord } from '#server/importing/rawRecord.ts';

/** Idle time after which a portion ends, in ms, and maximum size of a portion, in UTF-16 units. */
const IDLE_MS = 1000;
const MAX_PORTION_CHARACTERS = 4 * 1024 * 1024;

/**
 * Splits an endless stream of records into portions of at most `maxRecords`. Yields a portion when it is full, or when
 * no more records arrive for a while. Ends with the stream, or at `stop` with the records received so far.
 */
export async function* splitBySizeOrIdle(
  records: AsyncIterator<RawRecord[]>,
  maxRecords: number,
  stop: AbortSignal,
): AsyncGenerator<RawRecord[]> {
  let [portion, length]: [RawRecord[], number] = [[], 0];
  let next = records.next();
  for (;;) {
    // prevents an unhandled rejection; the next await gets the error
    next.catch(() => undefined);
    const came = await waitForRecords(next, stop, portion.length > 0);
    if (came === 'stopped' || (came !== 'quiet' && came.done)) break;
    if (came !== 'quiet') {
      next = records.next();
      for (const record of came.value) {
        portion.push(record);
        length += record.text.length;
        if (portion.length < maxRecords && length < MAX_PORTION_CHARACTERS) continue;
        yield portion;
        [portion, length] = [[], 0];
      }
    } else {
      yield portion;
      [portion, length] = [[], 0];
    }
  }
  if (portion.length > 0) yield portion;
}

function waitForRecords(
  next: Promise<IteratorResult<RawRecord[]>>,
  stop: AbortSignal,
  mayBeQuiet: boolean,
): Promise<IteratorResult<RawRecord[]> | 'stopped' | 'quiet'> {
  return new Promise((resolve, reject) => {
    const timer = mayBeQuiet ? setTimeout(() => settle(() => resolve('quiet')), IDLE_MS).unref() : undefined;
    const stopped = () => settle(() => resolve('stopped'));
    const settle = (tell: () => void) => {
      clearTimeout(timer);
      stop.removeEventListener('abort', stopped);
      tell();
    };
    if (stop.aborted) return stopped();
    stop.addEventListener('abort', stopped, { once: true });
    next.then(
      (came) => settle(() => resolve(came)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}
