import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseError, type Session, type Value } from '#server/store/database.ts';
import { jsonRowOf, rowsOf, withoutError } from '#server/store/wire.ts';
import { unpack } from './emptyDatabase.ts';
import { Engine } from './engine.ts';

/** What the engine keeps of its files in memory: enough for the list of 100,000 devices, or as little as is quick. */
const BUFFERS = { usual: '128MB', lean: '16MB' };

/** SQLSTATE of a disk that is full. */
export const DISK_FULL = '53100';

/** Whether it is to do with little memory, and whether others should have the processor before it. */
type EngineKind = { lean?: boolean; aside?: boolean };

type Limits = { limit: number | undefined; cutOff: AbortSignal | undefined };

/** Sends statements whose answers may be had as the engine gives them. */
type RawSession = Session & { raw(sql: string, values: readonly Value[]): Promise<Uint8Array> };

/** The thread that the engine is in now: one that was ended, or ended itself, is followed by a fresh one on the same files. */
export class EngineThreads {
  folder: string;
  private engine: Engine;
  private readonly kind: EngineKind;

  static async begin({ dataDir, ...kind }: { dataDir: string } & EngineKind): Promise<EngineThreads> {
    if (!existsSync(join(dataDir, 'PG_VERSION'))) await makeFiles(dataDir, () => startEngine(dataDir, kind));
    return new EngineThreads(await startEngine(dataDir, kind), dataDir, kind);
  }

  private constructor(engine: Engine, folder: string, kind: EngineKind) {
    this.engine = engine;
    this.folder = folder;
    this.kind = kind;
  }

  /** Goes on with the engine and the folder of `next`, which is not used any more. */
  async moveTo(next: EngineThreads): Promise<void> {
    const former = this.engine;
    [this.engine, this.folder] = [next.engine, next.folder];
    await former.stop();
  }

  /** Starts another engine like this one's. */
  async startIn(folder: string): Promise<EngineThreads> {
    return new EngineThreads(await startEngine(folder, this.kind), folder, this.kind);
  }

  get lost(): boolean {
    return this.engine.lost;
  }

  stop(): Promise<void> {
    return this.engine.stop();
  }

  /**
   * Statements that run `limit` ms at most, and no longer than until `cutOff` aborts, whoever else's run between them;
   * `bound` throws where they must not go on.
   */
  session(limit?: number, bound = () => undefined, cutOff?: AbortSignal): RawSession {
    const limits = { limit, cutOff };
    return {
      raw: async (sql, values) => {
        bound();
        return this.read(await this.send(sql, values, limits), withoutError);
      },
      query: async (sql, values = [], signal) => {
        bound();
        return this.read(await this.send(sql, values, limits, signal), rowsOf);
      },
      json: async (sql, values, signal) => {
        bound();
        return this.read(await this.send(sql, values, limits, signal), jsonRowOf);
      },
    };
  }

  /** A session that ends with its thread: what was begun there must not go on outside of it, in the one that follows. */
  async ofOneThread(): Promise<RawSession> {
    await this.restart();
    const own = this.engine;
    return this.session(undefined, () => {
      if (own.lost) throw new DatabaseError('unavailable', 'The embedded database stopped within a transaction.');
    });
  }

  /** A thread that was ended, or ended itself, is followed by a fresh one on the same files. */
  private async restart(): Promise<void> {
    if (this.engine.lost) this.engine = await startEngine(this.folder, this.kind);
  }

  private async send(sql: string, values: readonly Value[], { limit, cutOff }: Limits, signal?: AbortSignal) {
    if (signal?.aborted) throw new DatabaseError('aborted', 'The caller went away.');
    await this.restart();
    const { engine } = this;
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      if (limit) timer = setTimeout(() => reject(new DatabaseError('timeout', 'The statement took too long.')), limit);
      cutOff?.addEventListener('abort', () =>
        reject(new DatabaseError('timeout', 'The statement was cut off, because another project waits.')),
      );
    });
    try {
      return await Promise.race([engine.send(sql, values), deadline]);
    } catch (error) {
      // the engine cannot be interrupted from outside, and one that died is of no use
      if (error instanceof DatabaseError && error.fault !== 'statement') await engine.stop();
      // whoever took too long also pays for the fresh start
      if (cutOff?.aborted) await this.restart().catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Without room for its log the engine would wait for ever at the next statement, even at a rollback: it is ended. */
  private async read<Result>(answer: Uint8Array, decode: (answer: Uint8Array) => Result): Promise<Result> {
    try {
      return decode(answer);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.sqlState !== DISK_FULL) throw error;
      await this.engine.stop();
      throw new DatabaseError('unavailable', error.message, DISK_FULL);
    }
  }
}

/** The build leaves those of an empty database. An engine that makes them keeps 400 MB of what it takes: it is ended. */
async function makeFiles(dataDir: string, start: () => Promise<Engine>): Promise<void> {
  const built = fileURLToPath(new URL('./empty.br', import.meta.url));
  if (existsSync(built)) unpack(await readFile(built), dataDir);
  else await (await start()).stop();
}

function startEngine(dataDir: string, { lean = false, aside = false }: EngineKind): Promise<Engine> {
  return Engine.start({ dataDir, buffers: lean ? BUFFERS.lean : BUFFERS.usual, aside });
}
