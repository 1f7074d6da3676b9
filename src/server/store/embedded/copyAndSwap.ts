import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import {
  type BindValue,
  createDiskFullError,
  DatabaseError,
  runInTransaction,
  runStatements,
  type SqlStatement,
  type TextRow,
} from '#server/store/database.ts';
import { type FairQueue, NO_TIMEOUT, withCaller } from '#server/store/fairQueue.ts';
import { copyCredentials } from '#server/store/sql/credentials.ts';
import {
  copyDatabaseFolder,
  createCopyFolderPath,
  flushFolderToDisk,
  flushWriteAheadLog,
  swapInDatabaseFolder,
} from './databaseFolders.ts';
import { isDiskFull, isDiskFullError } from './diskSpace.ts';
import { ReadWriteLock } from './readWriteLock.ts';
import type { RawSession } from './restartableEngine.ts';

export type ExclusiveDatabaseHandle = {
  send(sql: string, values: readonly BindValue[]): Promise<Uint8Array>;
  /** Ends the exclusive use. With `keep`, committed data stays: a copy is swapped in and flushed to disk. */
  end(keep: boolean): Promise<void>;
};

/**
 * Maximum time that an urgent write waits for its turn, in ms. It then aborts the running statement and waits once
 * more.
 */
const URGENT_TURN_TIMEOUT_MS = 1000;

export type SwappableEngine = {
  readonly folder: string;
  createSession(): RawSession;
  createPinnedSession(): Promise<RawSession>;
  startOn(folder: string): Promise<SwappableEngine>;
  moveTo<Result>(next: SwappableEngine, swap: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
};

type ServedDatabase = {
  engine: SwappableEngine;
  turns: FairQueue;
  access: ReadWriteLock;
  directory: string;
  openEngine(folder: string): Promise<SwappableEngine>;
};

const FILES = {
  copyFolder: copyDatabaseFolder,
  swapInto: swapInDatabaseFolder,
  syncTree: flushFolderToDisk,
  syncLog: flushWriteAheadLog,
  removeFolder: (folder: string) => rm(folder, { recursive: true, force: true }),
};

export type DatabaseFileOperations = typeof FILES;

/**
 * Runs long operations in a copy of the database with a separate engine, and swaps the copy in at the end. The engine
 * has one session, so a writer would block all readers. If the process dies before the swap, the database is unchanged
 * and the next start removes the copy.
 *
 * Every operation acquires locks in this order and may skip some, so deadlocks are impossible:
 * - `writers`: transactions, exclusive use and copies that will be swapped in. Held until the swap, because writes to
 * the database in the meantime would be lost.
 * - `copiers`: taking a copy, one at a time.
 * - `access`: shared by snapshots and by a copy being taken, exclusive for transactions, checkpoints and the swap.
 * - `turns`: the engine's only session, assigned by its fair queue. Statements and key changes need no other lock, so
 * they do not wait for a long write in a copy.
 */
export class CopyAndSwap {
  writeCount = 0;
  private readonly database: ServedDatabase;
  private readonly files: DatabaseFileOperations;
  private readonly writers = new ReadWriteLock();
  private readonly copiers = new ReadWriteLock();
  private readonly changedProjects = new Set<string>();
  private abandon: () => void = () => undefined;

  constructor(served: ServedDatabase, files = FILES) {
    this.database = served;
    this.files = files;
  }

  get isBeingWritten(): boolean {
    return this.writers.isContended;
  }

  /** Runs `work` exclusively, because writes made while a copy is taken would be lost. */
  runWrite<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.writers.runExclusively(work);
  }

  /**
   * Changes keys in the database itself, even while a copy is written. The copy receives the new keys before it is
   * swapped in. An urgent change is on disk when the promise resolves.
   */
  async changeCredentials(
    project: string,
    statements: readonly SqlStatement[],
    { urgent = false }: { urgent?: boolean } = {},
  ): Promise<TextRow[][]> {
    const { engine, directory } = this.database;
    assertDiskNotFull(directory);
    // a separate queue for each call, so that the change does not wait because its project has used much time
    const turn = await withCaller('keys', () => this.beginChange(urgent), `keys ${randomUUID()}`);
    try {
      const rows = await runInTransaction(await engine.createPinnedSession(), (session) =>
        runStatements(session, statements),
      );
      this.changedProjects.add(project);
      this.writeCount++;
      // no checkpoint: a copy that is being taken starts at the last checkpoint
      if (urgent) await this.files.syncTree(engine.folder);
      return rows;
    } finally {
      turn.end();
    }
  }

  /** Waits for a turn. If an urgent turn does not come in time, aborts the running statement or scope. */
  private beginChange(urgent: boolean) {
    const { engine, turns } = this.database;
    if (!urgent) return turns.acquire();
    return turns.acquire({ patience: URGENT_TURN_TIMEOUT_MS }).catch(async () => {
      await engine.stop();
      this.abandon();
      return turns.acquire({ patience: URGENT_TURN_TIMEOUT_MS });
    });
  }

  async acquireDatabase(): Promise<ExclusiveDatabaseHandle> {
    const { engine, turns, access } = this.database;
    assertDiskNotFull(this.database.directory);
    const leaving = [await this.writers.acquireWrite()];
    const leave = () => {
      for (const each of leaving.splice(0).reverse()) each();
    };
    try {
      leaving.push(await access.acquireWrite());
      leaving.push((await turns.acquire({ patience: NO_TIMEOUT })).end);
      const session = await engine.createPinnedSession();
      this.abandon = leave;
      return {
        send: (sql, values) => session.raw(sql, values),
        end: async (keep) => {
          if (leaving.length === 0) return;
          this.abandon = () => undefined;
          // committed data stays committed
          if (!keep) await session.query('rollback').catch(() => undefined);
          this.writeCount++;
          leave();
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Copies the database. The copy may be swapped in when the scope ends; until then, other writers wait. */
  async openCopy(purpose: 'read' | 'write', isCanceled = () => false): Promise<ExclusiveDatabaseHandle> {
    assertDiskNotFull(this.database.directory);
    const isWrite = purpose === 'write';
    const leave = isWrite ? await this.writers.acquireWrite() : () => undefined;
    const folder = createCopyFolderPath(this.database.directory);
    if (isWrite) this.changedProjects.clear();
    try {
      await this.copiers.runExclusively(() => {
        if (isCanceled()) throw new DatabaseError('aborted', 'the command has ended');
        return this.copyTo(folder);
      });
      const own = await this.database.openEngine(folder);
      const session = await own.createPinnedSession().catch(async (error) => {
        await own.stop();
        throw error;
      });
      const end = async (keep: boolean) => {
        let unused = folder;
        try {
          if (keep) unused = await this.adopt(own);
        } finally {
          await own.stop();
          leave();
          await this.files.removeFolder(unused);
        }
      };
      return { send: (sql, values) => session.raw(sql, values), end };
    } catch (error) {
      leave();
      await this.files.removeFolder(folder);
      throw toDatabaseError(error);
    }
  }

  /**
   * Copies the database while others read it. Their changes to files are in the write-ahead log, which is copied last.
   */
  private copyTo(folder: string): Promise<void> {
    const { engine, turns, access } = this.database;
    return access.runShared(async () => {
      await turns.run(() => engine.createSession().query('checkpoint'), { patience: NO_TIMEOUT });
      await this.files.copyFolder(engine.folder, folder);
    });
  }

  /**
   * Replaces the database with a copy.
   * @returns the folder that is no longer used
   */
  private async adopt(own: SwappableEngine): Promise<string> {
    const { engine, turns, access, directory } = this.database;
    try {
      await own.createSession().query('checkpoint');
      // an engine that stored much data keeps much memory
      await own.stop();
      await this.files.syncTree(own.folder);
      const next = await engine.startOn(own.folder);
      return await access.runExclusively(() =>
        turns.run(
          async () => {
            await this.catchUp(next);
            const replaced = await engine.moveTo(next, () => this.files.swapInto(directory, own.folder));
            this.writeCount++;
            return replaced;
          },
          { patience: NO_TIMEOUT },
        ),
      );
    } catch (error) {
      throw toDatabaseError(error);
    }
  }

  private async catchUp(next: SwappableEngine): Promise<void> {
    if (this.changedProjects.size === 0) return;
    try {
      const from = this.database.engine.createSession();
      await runInTransaction(await next.createPinnedSession(), async (to) => {
        for (const project of this.changedProjects) await copyCredentials(from, to, project);
      });
      await this.files.syncLog(next.folder);
    } catch (error) {
      await next.stop();
      throw error;
    }
  }
}

export function assertDiskNotFull(folder: string): void {
  if (isDiskFull(folder)) throw createDiskFullError();
}

function toDatabaseError(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof DatabaseError || typeof code !== 'string') return error;
  return isDiskFullError(error) ? createDiskFullError() : new DatabaseError('unavailable', message);
}
