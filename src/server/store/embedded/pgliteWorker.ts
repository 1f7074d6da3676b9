import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { BindValue } from '#server/store/database.ts';
import { StatementEncoder } from '#server/store/wireProtocol.ts';
import { isDiskFull } from './diskSpace.ts';

/**
 * Data passed to the worker thread that runs PGlite. PGlite needs a thread of its own because it blocks while a
 * statement runs.
 */
export type EngineWorkerData = { dataDir: string; buffers: string; code: WebAssembly.Module; lowPriority: boolean };

type StatementRequest = { id: number; sql: string; values: BindValue[] };

const IDLE_MS = 1000;

const MAX_KEPT_BUFFER_BYTES = 32 * 1024 * 1024;

const port = parentPort;
if (!port) throw new Error('pgliteWorker runs in a worker thread.');

const { dataDir, buffers, code, lowPriority } = workerData as EngineWorkerData;
if (lowPriority) lowerPriority();
const statements = new StatementEncoder();
let responseBuffer = new Uint8Array();
// memory for building indexes: a larger value is only slightly faster, and the engine's memory never shrinks
const settings = [`shared_buffers=${buffers}`, 'maintenance_work_mem=16MB'];
const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])];
const database = await PGlite.create({ dataDir, startParams, pgliteWasmModule: code });

// one statement at a time: the buffers for statement and response are shared
let last: Promise<void> = Promise.resolve();
port.on('message', (request: StatementRequest) => {
  last = last.then(() => runStatement(request));
});

port.postMessage({ id: 0 });

async function runStatement({ id, sql, values }: StatementRequest): Promise<void> {
  const stop = detectDeadEngine(() => port?.postMessage({ id, error: describeEngineFailure() }));
  try {
    const bytes = await executeStatement(sql, values);
    port?.postMessage({ id, answer: bytes }, [bytes.buffer]);
  } catch (error) {
    port?.postMessage({ id, error: String(error) });
  } finally {
    stop();
  }
}

/**
 * Runs a statement. Reads the response as a stream, because PGlite would otherwise also parse it and keep it in memory.
 */
async function executeStatement(sql: string, values: StatementRequest['values']): Promise<Uint8Array<ArrayBuffer>> {
  let length = 0;
  await database.execProtocolRawStream(statements.encode(sql, values), {
    syncToFs: false,
    // a view of the engine's memory, valid until this returns
    onRawData(bytes) {
      const end = length + bytes.byteLength;
      if (end > responseBuffer.byteLength) {
        const larger = new Uint8Array(Math.max(end, 2 * responseBuffer.byteLength));
        larger.set(responseBuffer.subarray(0, length));
        responseBuffer = larger;
      }
      responseBuffer.set(bytes, length);
      length = end;
    },
  });
  const answer = responseBuffer.slice(0, length);
  if (responseBuffer.byteLength > MAX_KEPT_BUFFER_BYTES) responseBuffer = new Uint8Array();
  return answer;
}

/**
 * Detects an engine that stopped without a response, which happens if it cannot write its log. A running statement
 * blocks this thread, so a timer that fires twice in a row means that the engine is dead.
 */
function detectDeadEngine(died: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(died, IDLE_MS);
  }, IDLE_MS);
  return () => clearTimeout(timer);
}

function lowerPriority(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // the lower priority is optional
  }
}

function describeEngineFailure(): string {
  return isDiskFull(dataDir) ? 'No space left on device' : 'the engine stopped';
}
