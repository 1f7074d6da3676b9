import type { FileRecord } from './fileRecord.ts';

/** A portion ends when nothing has come for so long, in ms, or when its text has so many UTF-16 units. */
const QUIET = 1000;
const TEXT_MAX = 32 * 1024 * 1024;

/**
 * Cuts a stream of records that may never end into portions of at most `most`, each handed on as soon as it is full or
 * nothing more comes for a while. Ends with the stream, or at `stop` with what had come until then.
 */
export async function* portions(
  records: AsyncIterator<FileRecord[]>,
  most: number,
  stop: AbortSignal,
): AsyncGenerator<FileRecord[]> {
  const stopped = new Promise<'stopped'>((resolve) => {
    if (stop.aborted) resolve('stopped');
    stop.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  let [portion, length]: [FileRecord[], number] = [[], 0];
  let next = records.next();
  for (;;) {
    // when it fails while a portion is stored, whoever asks next hears of it
    next.catch(() => undefined);
    const came = await Promise.race([next, stopped, ...(portion.length > 0 ? [quiet()] : [])]);
    if (came === 'stopped' || (came !== 'quiet' && came.done)) break;
    if (came !== 'quiet') {
      next = records.next();
      for (const record of came.value) {
        portion.push(record);
        length += record.text.length;
        if (portion.length < most && length < TEXT_MAX) continue;
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

function quiet(): Promise<'quiet'> {
  return new Promise((resolve) => void setTimeout(() => resolve('quiet'), QUIET).unref());
}
