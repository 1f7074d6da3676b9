import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BindValue, createDiskFullError, DatabaseError, DISK_FULL, type Session } from '#server/store/database.ts';
import { assertNoError, parseJsonRow, parseRows } from '#server/store/wire.ts';
import { describeChange, readIdentity } from './directoryLock.ts';
import type { DiskReserve } from './diskSpace.ts';
import { unpackDatabase } from './emptyDatabase.ts';
import { Engine } from './engine.ts';

/** What the engine keeps of its files in memory: enough for the list of 100,000 devices, or as little as is quick. */
const BUFFERS = { usual: '128MB', lean: '16MB' };

/** A file that the engine never replaces: while it is the same, so is the database. */
const CONTROL_FILE = 'global/pg_control';

/** Whether it is to do with little memory, and whether others should have the processor before it. */
type EngineKind = {
  lean?: boolean;
  aside?: boolean;
  /** Describes how the files stopped being this process's own; nothing is sent to the engine then. */
  findLoss?: (() => string | undefined) | undefined;
  /** Given up where the engine has no room to start otherwise. */
  reserve?: DiskReserve | undefined;
};

type Limits = { limit: number | undefined; cutOff: AbortSignal | undefined };

/** Sends statements whose answers may be had as the engine gives them. */
type RawSession = Session & { raw(sql: string, values: readonly BindValue[]): Promise<Uint8Array> };

/** The thread that the engine is in now: one that was ended, or ended itself, is followed by a fresh one on the same files. */
export class EngineThreads {
  folder: string;
  private engine: Engine;
  private readonly kind: EngineKind;
  /** Of the control file; undefined while another folder takes its place. */
  private identity: string | undefined;

  static async begin({ dataDir, ...kind }: { dataDir: string } & EngineKind): Promise<EngineThreads> {
    if (!existsSync(join(dataDir, 'PG_VERSION'))) await makeFiles(dataDir, () => startEngine(dataDir, kind));
    return new EngineThreads(await startWithReserve(dataDir, kind), dataDir, kind);
  }

  private constructor(engine: Engine, folder: string, kind: EngineKind) {
    this.engine = engine;
    this.folder = folder;
    this.kind = kind;
    this.identity = readIdentity(join(folder, CONTROL_FILE));
  }

  /** Goes on with the engine and the folder of `next`, which is not used any more, once `swap` has put it in the place of this one's. */
  async moveTo<Result>(next: EngineThreads, swap: () => Promise<Result>): Promise<Result> {
    const { engine: former, identity } = this;
    try {
      this.refuseWhenLost();
      this.identity = undefined;
      const result = await swap();
      [this.engine, this.folder, this.identity] = [
        next.engine,
        next.folder,
        readIdentity(join(next.folder, CONTROL_FILE)),
      ];
      await former.stop();
      return result;
    } catch (error) {
      this.identity = identity;
      await next.stop();
      throw error;
    }
  }

  /** Starts another engine like this one's. */
  async startIn(folder: string): Promise<EngineThreads> {
    return new EngineThreads(await startWithReserve(folder, this.kind), folder, this.kind);
  }

  /** Describes how the files stopped being this process's own. */
  findLoss(): string | undefined {
    const { folder, identity, kind } = this;
    return kind.findLoss?.() ?? (identity && describeChange('the database', join(folder, CONTROL_FILE), identity));
  }

  /** Ends the engine without letting it write anything, if the files are no longer this process's own. */
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
   * Statements that run `limit` ms at most, and no longer than until `cutOff` aborts, whoever else's run between them;
   * `bound` throws where they must not go on.
   */
  session(limit?: number, bound = () => undefined, cutOff?: AbortSignal): RawSession {
    const limits = { limit, cutOff };
    return {
      raw: async (sql, values) => {
        bound();
        return this.read(await this.send(sql, values, limits), assertNoError);
      },
      query: async (sql, values = [], signal) => {
        bound();
        return this.read(await this.send(sql, values, limits, signal), parseRows);
      },
      json: async (sql, values, signal) => {
        bound();
        return this.read(await this.send(sql, values, limits, signal), parseJsonRow);
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
    this.refuseWhenLost();
    if (this.engine.lost) this.engine = await startWithReserve(this.folder, this.kind);
  }

  private async send(sql: string, values: readonly BindValue[], { limit, cutOff }: Limits, signal?: AbortSignal) {
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

  private refuseWhenLost(): void {
    const loss = this.findLoss();
    if (loss) throw new DatabaseError('unavailable', loss);
  }

  /** Without room for its log the engine would wait for ever at the next statement, even at a rollback: it is ended. */
  private async read<Result>(answer: Uint8Array, decode: (answer: Uint8Array) => Result): Promise<Result> {
    try {
      return decode(answer);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.sqlState !== DISK_FULL) throw error;
      await this.engine.stop();
      throw createDiskFullError();
    }
  }
}

/** The build leaves those of an empty database. An engine that makes them keeps 400 MB of what it takes: it is ended. */
async function makeFiles(dataDir: string, start: () => Promise<Engine>): Promise<void> {
  const built = fileURLToPath(new URL('./empty.br', import.meta.url));
  if (existsSync(built)) unpackDatabase(await readFile(built), dataDir);
  else await (await start()).stop();
}

/** Starts an engine; one that cannot start gets the room that is reserved for it. */
async function startWithReserve(dataDir: string, kind: EngineKind): Promise<Engine> {
  const { reserve } = kind;
  if (!reserve) return startEngine(dataDir, kind);
  return startEngine(dataDir, kind).catch(() => reserve.lend(() => startEngine(dataDir, kind)));
}

function startEngine(dataDir: string, { lean = false, aside = false }: EngineKind): Promise<Engine> {
  return Engine.start({ dataDir, buffers: lean ? BUFFERS.lean : BUFFERS.usual, aside });
}
