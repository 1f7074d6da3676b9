import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type BindValue, DatabaseError } from '#server/store/database.ts';
import type { EngineWorkerData } from './pgliteWorker.ts';
import { startTypeScriptWorker } from './startTypeScriptWorker.ts';

type PendingStatement = { resolve: (answer: Uint8Array) => void; reject: (error: Error) => void };
type Reply = { id: number; answer?: Uint8Array; error?: string };

const PGLITE = '@electric-sql/pglite';

/** Size of the young generation of the thread's heap, in MB. Statements and responses are large and short-lived. */
const YOUNG_GENERATION_MB = 6;

export class EngineThread {
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
      reject(new DatabaseError('unavailable', `The embedded database stopped: ${error.message}`));
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
