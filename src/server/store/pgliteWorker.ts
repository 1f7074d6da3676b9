import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { statementBytes } from './wire.ts';

/** PGlite blocks its thread while a statement runs, so it has this one to itself. */

type Request = { id: number; sql: string; values: (string | number | boolean | Uint8Array | null)[] };

const port = parentPort;
if (!port) throw new Error('pgliteWorker runs in a worker thread.');

const { dataDir } = workerData as { dataDir: string };
const database = await PGlite.create({ dataDir });

port.on('message', async ({ id, sql, values }: Request) => {
  try {
    const answer = await database.execProtocolRaw(statementBytes(sql, values), { syncToFs: false });
    // the answer is a view into PGlite's own buffer or a copy of unknown size: hand over exactly its bytes
    const bytes = answer.slice();
    port.postMessage({ id, answer: bytes }, [bytes.buffer]);
  } catch (error) {
    port.postMessage({ id, error: String(error) });
  }
});

port.postMessage({ id: 0 });
