import type { FileRecord } from './fileRecord.ts';

/** A portion ends after this idle time, in ms, or at this size, in UTF-16 units. */
const IDLE_MS = 1000;
const MAX_PORTION_CHARACTERS = 4 * 1024 * 1024;

/**
 * Cuts a stream of records that may never end into portions of at most `most`, each handed on as soon as it is full or
 * nothing more comes for a while. Ends with the stream, or at `stop` with what had come until then.
 */
export async function* splitIntoPortions(
  records: AsyncIterator<FileRecord[]>,
  most: number,
  stop: AbortSignal,
): AsyncGenerator<FileRecord[]> {
  let [portion, length]: [FileRecord[], number] = [[], 0];
  let next = records.next();
  for (;;) {
    // when it fails while a portion is stored, whoever asks next hears of it
    next.catch(() => undefined);
    const came = await waitForRecords(next, stop, portion.length > 0);
    if (came === 'stopped' || (came !== 'quiet' && came.done)) break;
    if (came !== 'quiet') {
      next = records.next();
      for (const record of came.value) {
        portion.push(record);
        length += record.text.length;
        if (portion.length < most && length < MAX_PORTION_CHARACTERS) continue;
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

/**
 * Waits for records, the end of the input, the stop signal or the idle time. Removes its signal listener, which would
 * keep the records of an endless input in memory.
 */
function waitForRecords(
  next: Promise<IteratorResult<FileRecord[]>>,
  stop: AbortSignal,
  mayBeQuiet: boolean,
): Promise<IteratorResult<FileRecord[]> | 'stopped' | 'quiet'> {
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
