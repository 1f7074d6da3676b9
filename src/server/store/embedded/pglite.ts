import { existsSync } from 'node:fs';
import { cp, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, DatabaseError, inTransaction, type Session, type Value } from '#server/store/database.ts';
import { FOREVER, Turns } from '#server/store/turns.ts';
import { jsonRowOf, rowsOf } from '#server/store/wire.ts';
import { Engine } from './engine.ts';

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

/** What the engine keeps of its files in memory: enough for the list of 100,000 devices, or as little as is quick. */
const BUFFERS = { usual: '128MB', lean: '16MB' };

/** SQLSTATE of a disk that is full. */
const DISK_FULL = '53100';

/** Opens the embedded database in a thread of its own. The caller holds the lock of the data directory. */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  const { dataDir, statementTimeout = 10_000, patience = 5000 } = options;
  const threads = await EngineThreads.begin(options);
  // one thing at a time: the engine has one session, and a transaction must not be joined by others
  const turns = new Turns({ width: 1, patience });
  let ended = 0;
  const plain = threads.session(statementTimeout);
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
        inTransaction(await threads.ofOneThread(), work).finally(() => {
          ended++;
        }),
      ),
    // others may run between its statements: nothing else writes while a service has the directory
    snapshot: async () => ({ ...shared, release: async () => undefined }),
    // the engine never syncs a file itself
    persist: () =>
      turns.take(async () => {
        await threads.session().query('checkpoint');
        await syncTree(dataDir);
      }, FOREVER),
    // a thread that works is there; one that was lost comes back with the next statement
    answers: async () =>
      !threads.lost ||
      shared.query('select 1').then(
        () => true,
        () => false,
      ),
    close: () =>
      turns.take(async () => {
        // only spares the next start the replay of the log; what failed before is the news, not this
        if (!threads.lost) {
          await threads
            .session()
            .query('checkpoint')
            .catch(() => undefined);
        }
        await threads.stop();
      }, FOREVER),
  };
}

/** The thread that the engine is in now: one that was ended, or ended itself, is followed by a fresh one on the same files. */
class EngineThreads {
  private engine: Engine;
  private readonly start: () => Promise<Engine>;

  static async begin({ dataDir, lean = false }: PgliteOptions): Promise<EngineThreads> {
    const start = () => Engine.start({ dataDir, buffers: lean ? BUFFERS.lean : BUFFERS.usual });
    if (!existsSync(join(dataDir, 'PG_VERSION'))) await makeFiles(dataDir, start);
    return new EngineThreads(await start(), start);
  }

  private constructor(engine: Engine, start: () => Promise<Engine>) {
    this.engine = engine;
    this.start = start;
  }

  get lost(): boolean {
    return this.engine.lost;
  }

  stop(): Promise<void> {
    return this.engine.stop();
  }

  /** Statements that run `limit` ms at most, whoever else's run between them; `bound` throws where they must not go on. */
  session(limit?: number, bound = () => undefined): Session {
    return {
      query: async (sql, values = [], signal) => {
        bound();
        return this.read(await this.send(sql, values, limit, signal), rowsOf);
      },
      json: async (sql, values, signal) => {
        bound();
        return this.read(await this.send(sql, values, limit, signal), jsonRowOf);
      },
    };
  }

  /** A session that ends with its thread: what was begun there must not go on outside of it, in the one that follows. */
  async ofOneThread(): Promise<Session> {
    if (this.engine.lost) this.engine = await this.start();
    const own = this.engine;
    return this.session(undefined, () => {
      if (own.lost) throw new DatabaseError('unavailable', 'The embedded database stopped within a transaction.');
    });
  }

  private async send(sql: string, values: readonly Value[], limit: number | undefined, signal?: AbortSignal) {
    if (signal?.aborted) throw new DatabaseError('aborted', 'The caller went away.');
    // a thread that was ended, or ended itself, is followed by a fresh one on the same files
    if (this.engine.lost) this.engine = await this.start();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      if (limit) timer = setTimeout(() => reject(new DatabaseError('timeout', 'The statement took too long.')), limit);
    });
    try {
      return await Promise.race([this.engine.send(sql, values), deadline]);
    } catch (error) {
      // the engine cannot be interrupted from outside, and one that died is of no use
      if (error instanceof DatabaseError && error.fault !== 'statement') await this.engine.stop();
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
  const built = fileURLToPath(new URL('./empty', import.meta.url));
  if (existsSync(built)) await cp(built, dataDir, { recursive: true });
  else await (await start()).stop();
}

/** Has the operating system write every file of a folder to the disk. */
async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const kept = entries.filter((entry) => entry.isDirectory() || entry.isFile());
  for (const path of [...kept.map(({ parentPath, name }) => join(parentPath, name)), folder]) {
    const file = await open(path, 'r');
    await file.sync().finally(() => file.close());
  }
}
