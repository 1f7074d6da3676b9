import { statfsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { statementBytes } from './wire.ts';

/** PGlite blocks its thread while a statement runs, so it has this one to itself. */

type Request = { id: number; sql: string; values: (string | number | boolean | Uint8Array | null)[] };

/** How long an engine may seem to do nothing, in ms. */
const IDLE = 1000;

/** What the engine needs for each further file of its log, in bytes. */
const LOG_FILE = 17 * 1024 * 1024;

const port = parentPort;
if (!port) throw new Error('pgliteWorker runs in a worker thread.');

const { dataDir } = workerData as { dataDir: string };
const database = await PGlite.create({ dataDir });

port.on('message', async ({ id, sql, values }: Request) => {
  const stop = watch(() => port.postMessage({ id, error: causeOfDeath() }));
  try {
    const answer = await database.execProtocolRaw(statementBytes(sql, values), { syncToFs: false });
    // the answer is a view into PGlite's own buffer or a copy of unknown size: hand over exactly its bytes
    const bytes = answer.slice();
    port.postMessage({ id, answer: bytes }, [bytes.buffer]);
  } catch (error) {
    port.postMessage({ id, error: String(error) });
  } finally {
    stop();
  }
});

port.postMessage({ id: 0 });

/**
 * An engine that gives up, as it must when its log cannot be written, leaves its caller waiting for ever. While a
 * statement runs it blocks this thread, so a thread that had time twice in a row has an engine that is dead.
 */
function watch(died: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(died, IDLE);
  }, IDLE);
  return () => clearTimeout(timer);
}

function causeOfDeath(): string {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize < LOG_FILE ? 'No space left on device' : 'The engine stopped';
}
