import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { StatementWriter } from '#server/store/wire.ts';
import { isDiskFull } from './diskSpace.ts';

/** PGlite blocks its thread while a statement runs, so it has this one to itself. */

/**
 * Where the engine has its files, how much of them it keeps in memory, as PostgreSQL's settings say it, and its code;
 * `aside` when others should have the processor before it.
 */
export type EngineThread = { dataDir: string; buffers: string; code: WebAssembly.Module; aside: boolean };

type Request = { id: number; sql: string; values: (string | number | boolean | Uint8Array | null)[] };

/** How long an engine may seem to do nothing, in ms. */
const IDLE = 1000;

/** An answer is gathered in room that is used again, unless it has grown past so many bytes. */
const ROOM_KEPT = 32 * 1024 * 1024;

const port = parentPort;
if (!port) throw new Error('pgliteWorker runs in a worker thread.');

const { dataDir, buffers, code, aside } = workerData as EngineThread;
if (aside) stepAside();
const statements = new StatementWriter();
let room = new Uint8Array();
// what an index is built in: with more it is a little quicker, and the engine's memory never shrinks again
const settings = [`shared_buffers=${buffers}`, 'maintenance_work_mem=16MB'];
const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])];
const database = await PGlite.create({ dataDir, startParams, pgliteWasmModule: code });

// one statement at a time is in the room it is written into, and one answer in its own
let last: Promise<void> = Promise.resolve();
port.on('message', (request: Request) => {
  last = last.then(() => answer(request));
});

port.postMessage({ id: 0 });

async function answer({ id, sql, values }: Request): Promise<void> {
  const stop = watch(() => port?.postMessage({ id, error: causeOfDeath() }));
  try {
    const bytes = await ask(sql, values);
    port?.postMessage({ id, answer: bytes }, [bytes.buffer]);
  } catch (error) {
    port?.postMessage({ id, error: String(error) });
  } finally {
    stop();
  }
}

/** The bytes of an answer. Asked for as a whole, PGlite would parse each answer too and keep it for ever. */
async function ask(sql: string, values: Request['values']): Promise<Uint8Array<ArrayBuffer>> {
  let length = 0;
  await database.execProtocolRawStream(statements.bytes(sql, values), {
    syncToFs: false,
    // a view of the engine's memory, good until this returns
    onRawData(bytes) {
      const end = length + bytes.byteLength;
      if (end > room.byteLength) {
        const larger = new Uint8Array(Math.max(end, 2 * room.byteLength));
        larger.set(room.subarray(0, length));
        room = larger;
      }
      room.set(bytes, length);
      length = end;
    },
  });
  const answer = room.slice(0, length);
  if (room.byteLength > ROOM_KEPT) room = new Uint8Array();
  return answer;
}

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

/** Where a thread can have a priority of its own. */
function stepAside(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // it is only more polite
  }
}

function causeOfDeath(): string {
  return isDiskFull(dataDir) ? 'No space left on device' : 'The engine stopped';
}
