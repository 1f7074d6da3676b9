import { existsSync } from 'node:fs';
import { cp, open, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import {
  type Database,
  DatabaseError,
  type Row,
  type Session,
  tellingCause,
  type Value,
} from '#server/store/database.ts';
import { FOREVER, Turns } from '#server/store/turns.ts';
import { jsonRowOf, rowsOf } from '#server/store/wire.ts';
import type { EngineThread } from './pgliteWorker.ts';
import { sourceThread } from './sourceThread.ts';

type Waiting = { resolve: (answer: Uint8Array) => void; reject: (error: Error) => void };
type Reply = { id: number; answer?: Uint8Array; error?: string };

export type PgliteOptions = {
  /** Folder of the database, made when absent. */
  dataDir: string;
  /** A statement that runs longer is ended, in ms. */
  statementTimeout?: number;
  /** How long a statement may wait for its turn before the service says it is busy, in ms. */
  patience?: number;
  /** Whether it is to do with 112 MB less of memory, and read what is large from the files each time. */
  lean?: boolean;
};

/** Its code lies beside what its name leads to. */
const PGLITE = '@electric-sql/pglite';

/** What the engine keeps of its files in memory: enough for the list of 100,000 devices, or as little as is quick. */
const BUFFERS = { usual: '128MB', lean: '16MB' };

/** Of what a thread of the engine's throws away, in MB: statements and answers are large and live shortly. */
const YOUNG = 6;

/** SQLSTATE of a disk that is full. */
const DISK_FULL = '53100';

/** Opens the embedded database in a thread of its own. The caller holds the lock of the data directory. */
export async function openPglite({
  dataDir,
  statementTimeout = 10_000,
  patience = 5000,
  lean = false,
}: PgliteOptions): Promise<Database> {
  const buffers = lean ? BUFFERS.lean : BUFFERS.usual;
  const start = async () => Engine.start({ dataDir, buffers, code: await engineCode() });
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await makeFiles();
  let engine = await start();
  // one thing at a time: the engine has one session, and a transaction must not be joined by others
  const turns = new Turns({ width: 1, patience });
  let ended = 0;

  /** The build leaves those of an empty database. An engine that makes them keeps 400 MB of what it takes: it is ended. */
  async function makeFiles() {
    const built = fileURLToPath(new URL('./empty', import.meta.url));
    if (existsSync(built)) await cp(built, dataDir, { recursive: true });
    else await (await start()).stop();
  }

  async function send(sql: string, values: readonly Value[], limit: number | undefined, signal?: AbortSignal) {
    if (signal?.aborted) throw new DatabaseError('aborted', 'The caller went away.');
    // a thread that was ended, or ended itself, is followed by a fresh one on the same files
    if (engine.lost) engine = await start();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      if (limit) timer = setTimeout(() => reject(new DatabaseError('timeout', 'The statement took too long.')), limit);
    });
    try {
      return await Promise.race([engine.send(sql, values), deadline]);
    } catch (error) {
      // the engine cannot be interrupted from outside, and one that died is of no use
      if (error instanceof DatabaseError && error.fault !== 'statement') await engine.stop();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Without room for its log the engine would wait for ever at the next statement, even at a rollback: it is ended. */
  async function read<Result>(answer: Uint8Array, decode: (answer: Uint8Array) => Result): Promise<Result> {
    try {
      return decode(answer);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.sqlState !== DISK_FULL) throw error;
      await engine.stop();
      throw new DatabaseError('unavailable', error.message, DISK_FULL);
    }
  }

  const unguarded = (limit?: number, bound = () => undefined): Session => ({
    async query(sql, values = [], signal) {
      bound();
      return read(await send(sql, values, limit, signal), rowsOf);
    },
    async json(sql, values, signal) {
      bound();
      return read(await send(sql, values, limit, signal), jsonRowOf);
    },
  });

  /** A session that ends with its thread: what was begun there must not go on outside of it, in the one that follows. */
  async function ofOneThread(): Promise<Session> {
    if (engine.lost) engine = await start();
    const own = engine;
    return unguarded(undefined, () => {
      if (own.lost) throw new DatabaseError('unavailable', 'The embedded database stopped within a transaction.');
    });
  }

  const plain = unguarded(statementTimeout);

  const shared: Session = {
    query: (...statement) => turns.take(() => plain.query(...statement)),
    json: (...statement) => turns.take(() => plain.json(...statement)),
  };

  return {
    kind: 'pglite',
    ...shared,
    writes: () => ended,
    transaction: (work) =>
      turns.take(async () =>
        inTransaction(await ofOneThread(), work).finally(() => {
          ended++;
        }),
      ),
    // others may run between its statements: nothing else writes while a service has the directory
    snapshot: async () => ({ ...shared, release: async () => undefined }),
    // the engine never syncs a file itself
    persist: () =>
      turns.take(async () => {
        await unguarded().query('checkpoint');
        await syncTree(dataDir);
      }, FOREVER),
    // a thread that works is there; one that was lost comes back with the next statement
    answers: async () =>
      !engine.lost ||
      shared.query('select 1').then(
        () => true,
        () => false,
      ),
    close: () =>
      turns.take(async () => {
        // only spares the next start the replay of the log; what failed before is the news, not this
        if (!engine.lost) {
          await unguarded()
            .query('checkpoint')
            .catch(() => undefined);
        }
        await engine.stop();
      }, FOREVER),
  };
}

async function inTransaction<Result>(session: Session, work: (session: Session) => Promise<Result>): Promise<Result> {
  await session.query('begin');
  try {
    const result = await work(tellingCause(session));
    await session.query('commit');
    return result;
  } catch (error) {
    // an engine that died has rolled back by dying
    const died = error instanceof DatabaseError && error.fault === 'unavailable';
    if (!died) await session.query('rollback').catch((): Row[] => []);
    throw error;
  }
}

class Engine {
  private readonly waiting = new Map<number, Waiting>();
  private readonly worker: Worker;
  private last = 0;
  lost = false;

  static async start(thread: EngineThread): Promise<Engine> {
    const engine = new Engine(thread);
    await new Promise<unknown>((resolve, reject) => engine.waiting.set(0, { resolve, reject }));
    return engine;
  }

  private constructor(thread: EngineThread) {
    this.worker = startWorker(thread);
    this.worker.on('message', (reply: Reply) => this.settle(reply));
    this.worker.on('error', (error) => this.lose(error));
    this.worker.on('exit', () => this.lose(new Error('it ended')));
  }

  send(sql: string, values: readonly Value[]): Promise<Uint8Array> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, sql, values });
    });
  }

  async stop(): Promise<void> {
    this.lost = true;
    await this.worker.terminate();
  }

  private settle({ id, answer, error }: Reply) {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.reject(new DatabaseError('unavailable', error));
    else waiting?.resolve(answer ?? new Uint8Array());
  }

  private lose(error: Error) {
    this.lost = true;
    for (const { reject } of this.waiting.values()) {
      reject(new DatabaseError('unavailable', `The embedded database stopped: ${error.message}`));
    }
    this.waiting.clear();
  }
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** The engine's code, compiled once for all threads of this process: each would take a third of its start for it. */
function engineCode(): Promise<WebAssembly.Module> {
  compiled ??= readFile(new URL('./pglite.wasm', pathToFileURL(createRequire(import.meta.url).resolve(PGLITE)))).then(
    (bytes) => WebAssembly.compile(bytes),
  );
  return compiled;
}

/** A bundle's thread runs as it is. */
function startWorker(workerData: EngineThread): Worker {
  if (import.meta.url.endsWith('.ts')) return sourceThread(new URL('./pgliteWorker.ts', import.meta.url), workerData);
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG };
  return new Worker(new URL('./pgliteWorker.js', import.meta.url), { workerData, resourceLimits });
}

/** Has the operating system write every file of a folder to the disk. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) await sync(path);
  }
  await sync(folder);
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
