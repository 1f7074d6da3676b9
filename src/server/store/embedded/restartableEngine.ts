import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import {
  type BindValue,
  createDiskFullError,
  DatabaseError,
  DISK_FULL_SQLSTATE,
  type JsonRowSession,
} from '#server/store/database.ts';
import { parseJsonRow, parseTextRows, throwIfErrorResponse } from '#server/store/wireProtocol.ts';
import { describeFileReplacement } from './directoryLock.ts';
import type { DiskReserve } from './diskSpace.ts';
import { unpackDatabaseFiles } from './emptyDatabase.ts';
import { readFileIdentity } from './fileLock.ts';
import type { EngineWorkerData } from './pgliteWorker.ts';
import { startTypeScriptWorker } from './startTypeScriptWorker.ts';

const PGLITE = '@electric-sql/pglite';

/** Size of the young generation of the thread's heap, in MB. Statements and responses are large and short-lived. */
const YOUNG_GENERATION_MB = 6;

/** Size of shared_buffers: enough for the list of 100,000 devices, or the smallest size that is still fast. */
const SHARED_BUFFERS = { usual: '128MB', lean: '16MB' };

/** File that the engine never replaces. While its inode is the same, so is the database. */
const CONTROL_FILE = 'global/pg_control';

/** Time in ms in which a statement may end by itself after its client has disconnected, because a restart costs more. */
const ABORT_GRACE_MS = 500;

type EngineOptions = {
  lean?: boolean;
  lowPriority?: boolean;
  findLoss?: (() => string | undefined) | undefined;
  reserve?: DiskReserve | undefined;
};

type EngineLimits = Record<'signal' | 'preempted', AbortSignal | undefined> & { limit: number | undefined };

export type RawSession = JsonRowSession & { raw(sql: string, values: readonly BindValue[]): Promise<Uint8Array> };

/** Engine in a thread. A stopped thread is replaced by a new one on the same files. */
export class RestartableEngine {
  folder: string;
  private engine: EngineThread;
  private readonly kind: EngineOptions;
  private identity: string | undefined;

  static async open({ dataDir, ...kind }: { dataDir: string } & EngineOptions): Promise<RestartableEngine> {
    if (!existsSync(join(dataDir, 'PG_VERSION'))) await createDatabaseFiles(dataDir, () => startEngine(dataDir, kind));
    return new RestartableEngine(await startWithReserve(dataDir, kind), dataDir, kind);
  }

  private constructor(engine: EngineThread, folder: string, kind: EngineOptions) {
    this.engine = engine;
    this.folder = folder;
    this.kind = kind;
    this.identity = readFileIdentity(join(folder, CONTROL_FILE));
  }

  /** Takes over the engine and folder of `next` once `swap` has moved the files. `next` must not be used afterwards. */
  async moveTo<Result>(next: RestartableEngine, swap: () => Promise<Result>): Promise<Result> {
    const { engine: previous, identity } = this;
    try {
      this.refuseWhenLost();
      this.identity = undefined;
      const result = await swap();
      [this.engine, this.folder, this.identity] = [
        next.engine,
        next.folder,
        readFileIdentity(join(next.folder, CONTROL_FILE)),
      ];
      await previous.stop();
      return result;
    } catch (error) {
      this.identity = identity;
      await next.stop();
      throw error;
    }
  }

  async startOn(folder: string): Promise<RestartableEngine> {
    return new RestartableEngine(await startWithReserve(folder, this.kind), folder, this.kind);
  }

  findLoss(): string | undefined {
    const { folder, identity, kind } = this;
    return (
      kind.findLoss?.() ?? (identity && describeFileReplacement('the database', join(folder, CONTROL_FILE), identity))
    );
  }

  async stopWhenLost(): Promise<void> {
    if (this.findLoss() && !this.engine.lost) await this.engine.stop();
  }

  get lost(): boolean {
    return this.engine.lost;
  }

  stop(): Promise<void> {
    return this.engine.stop();
  }

  /**
   * Creates a session whose statements run for at most `limit` ms, or until `preempted` aborts. Statements of other
   * sessions may run in between. `bound` throws to prevent a statement.
   */
  createSession(limit?: number, bound = () => undefined, preempted?: AbortSignal): RawSession {
    const run =
      <Result>(decode: (answer: Uint8Array) => Result) =>
      async (sql: string, values: readonly BindValue[] = [], signal?: AbortSignal) => {
        bound();
        return this.read(await this.send(sql, values, { limit, preempted, signal }), decode);
      };
    return { raw: run(throwIfErrorResponse), query: run(parseTextRows), queryJsonRow: run(parseJsonRow) };
  }

  /** Creates a session bound to the current thread, because a transaction must not continue in the next thread. */
  async createPinnedSession(): Promise<RawSession> {
    await this.restart();
    const own = this.engine;
    return this.createSession(undefined, () => {
      if (own.lost) throw new DatabaseError('unavailable', 'the embedded database stopped during a transaction');
    });
  }

  private async restart(): Promise<void> {
    this.refuseWhenLost();
    if (this.engine.lost) this.engine = await startWithReserve(this.folder, this.kind);
  }

  private async send(sql: string, values: readonly BindValue[], { limit, preempted, signal }: EngineLimits) {
    if (signal?.aborted) throw new DatabaseError('aborted', 'the client disconnected');
    await this.restart();
    const { engine } = this;
    const ended = new AbortController();
    const timers: NodeJS.Timeout[] = [];
    const deadline = new Promise<never>((_, reject) => {
      const rejectAfter = (ms: number, ...error: ConstructorParameters<typeof DatabaseError>) => {
        timers.push(setTimeout(() => reject(new DatabaseError(...error)), ms));
      };
      if (limit) rejectAfter(limit, 'timeout', 'the statement took too long');
      const onAbort = (of: AbortSignal | undefined, abort: () => void) =>
        of?.addEventListener('abort', abort, { signal: ended.signal });
      onAbort(preempted, () => rejectAfter(0, 'timeout', 'the statement was canceled because another project waits'));
      onAbort(signal, () => rejectAfter(ABORT_GRACE_MS, 'aborted', 'the client disconnected'));
    });
    try {
      return await Promise.race([engine.send(sql, values), deadline]);
    } catch (error) {
      // the engine cannot be interrupted from outside, and is unusable after a crash
      if (error instanceof DatabaseError && error.fault !== 'statement') await engine.stop();
      // the caller that took too long also waits for the restart
      if (preempted?.aborted) await this.restart().catch(() => undefined);
      throw error;
    } finally {
      ended.abort();
      for (const timer of timers) clearTimeout(timer);
    }
  }

  private refuseWhenLost(): void {
    const loss = this.findLoss();
    if (loss) throw new DatabaseError('unavailable', loss);
  }

  /**
   * Decodes a response. Stops the engine on a full disk, because without log space the next statement would never
   * return.
   */
  private async read<Result>(answer: Uint8Array, decode: (answer: Uint8Array) => Result): Promise<Result> {
    try {
      return decode(answer);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.sqlState !== DISK_FULL_SQLSTATE) throw error;
      await this.engine.stop();
      throw createDiskFullError();
    }
  }
}

/**
 * Creates an empty database, from the build if available. An engine that creates a database keeps 400 MB of memory, so
 * it is stopped.
 */
async function createDatabaseFiles(dataDir: string, start: () => Promise<EngineThread>): Promise<void> {
  const built = fileURLToPath(new URL('./empty.br', import.meta.url));
  if (existsSync(built)) unpackDatabaseFiles(await readFile(built), dataDir);
  else await (await start()).stop();
}

async function startWithReserve(dataDir: string, kind: EngineOptions): Promise<EngineThread> {
  const { reserve } = kind;
  if (!reserve) return startEngine(dataDir, kind);
  return startEngine(dataDir, kind).catch(() => reserve.releaseDuring(() => startEngine(dataDir, kind)));
}

function startEngine(dataDir: string, { lean, lowPriority = false }: EngineOptions): Promise<EngineThread> {
  return EngineThread.start({ dataDir, buffers: SHARED_BUFFERS[lean ? 'lean' : 'usual'], lowPriority });
}

type PendingStatement = { resolve: (answer: Uint8Array) => void; reject: (error: Error) => void };
type Reply = { id: number; answer?: Uint8Array; error?: string };

class EngineThread {
  private readonly waiting = new Map<number, PendingStatement>();
  private readonly worker: Worker;
  private last = 0;
  lost = false;

  static async start(files: Omit<EngineWorkerData, 'code'>): Promise<EngineThread> {
    const engine = new EngineThread({ ...files, code: await loadEngineCode() });
    await new Promise<unknown>((resolve, reject) => engine.waiting.set(0, { resolve, reject }));
    return engine;
  }

  private constructor(thread: EngineWorkerData) {
    this.worker = startWorker(thread);
    this.worker.on('message', (reply: Reply) => this.settle(reply));
    this.worker.on('error', (error) => this.lose(error));
    this.worker.on('exit', () => this.lose(new Error('it ended')));
  }

  send(sql: string, values: readonly BindValue[]): Promise<Uint8Array> {
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
      reject(new DatabaseError('unavailable', `the embedded database stopped: ${error.message}`));
    }
    this.waiting.clear();
  }
}

let compiledModule: Promise<WebAssembly.Module> | undefined;

/**
 * Compiles the engine once for all threads of this process, because compiling takes a third of a thread's start time.
 */
function loadEngineCode(): Promise<WebAssembly.Module> {
  compiledModule ??= readFile(
    new URL('./pglite.wasm', pathToFileURL(createRequire(import.meta.url).resolve(PGLITE))),
  ).then((bytes) => WebAssembly.compile(bytes));
  return compiledModule;
}

function startWorker(workerData: EngineWorkerData): Worker {
  if (import.meta.url.endsWith('.ts'))
    return startTypeScriptWorker(new URL('./pgliteWorker.ts', import.meta.url), workerData);
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
  return new Worker(new URL('./pgliteWorker.js', import.meta.url), { workerData, resourceLimits });
}
