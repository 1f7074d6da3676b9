import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import {
  type BindValue,
  createDiskFullError,
  DatabaseError,
  runInTransaction,
  runStatements,
  type Statement,
  type TextRow,
} from '#server/store/database.ts';
import { type FairQueue, NO_TIMEOUT, withCaller } from '#server/store/fairQueue.ts';
import { copyCredentials } from '#server/store/sql/credentials.ts';
import { isDiskFull, isNoRoomError } from './diskSpace.ts';
import { EngineThreads } from './engineThreads.ts';
import { copyFolder, createFolderName, swapInto, syncLog, syncTree } from './folders.ts';
import { ReadWriteLock } from './readWriteLock.ts';

/** A database for one caller until it ends that, whose answers come as the engine gives them. */
export type DatabaseScope = {
  send(sql: string, values: readonly BindValue[]): Promise<Uint8Array>;
  /** With `keep` what was committed in it stays, and is on the disk when a copy took the place of the database. */
  end(keep: boolean): Promise<void>;
};

/** Longest wait of an urgent write for its turn, before and after it ends what runs, in ms. */
const URGENT_TURN = 1000;

type ServedDatabase = {
  threads: EngineThreads;
  turns: FairQueue;
  access: ReadWriteLock;
  directory: string;
  findLoss: (() => string | undefined) | undefined;
};

/**
 * The engine has one session, and whoever writes in it keeps all readers waiting. What takes long is therefore done in a
 * copy of the database, by an engine of its own, and the copy takes the place of the database when it is done. Whatever
 * dies before leaves the database as it was, and a folder that the next start removes.
 */
export class CopyAndSwap {
  /** Transactions that have ended. */
  writes = 0;
  private readonly served: ServedDatabase;
  private readonly writers = new ReadWriteLock();
  private readonly copiers = new ReadWriteLock();
  /** Projects whose keys changed in the database since the copy was begun that is written now. */
  private readonly changedProjects = new Set<string>();
  /** Ends the scope that holds the database, if there is one. */
  private abandon: () => void = () => undefined;

  constructor(served: ServedDatabase) {
    this.served = served;
  }

  get beingWritten(): boolean {
    return this.writers.closed;
  }

  noteWrite(): void {
    this.writes++;
  }

  /** Does what writes when nobody else does: what is written into the database while a copy is would be lost. */
  writing<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.writers.runExclusively(work);
  }

  /**
   * Changes keys in the database itself, whoever writes in a copy of it: the copy gets the keys as well before it takes
   * the place of the database. An urgent change is on the disk when it resolves.
   */
  async changeCredentials(
    project: string,
    statements: readonly Statement[],
    { urgent = false }: { urgent?: boolean } = {},
  ): Promise<TextRow[][]> {
    const { threads, directory } = this.served;
    assertDiskNotFull(directory);
    // a share of its own each time: a change of keys does not wait for what its project has used
    const turn = await withCaller('keys', () => this.beginChange(urgent), `keys ${randomUUID()}`);
    try {
      const rows = await runInTransaction(await threads.ofOneThread(), (session) => runStatements(session, statements));
      this.changedProjects.add(project);
      this.noteWrite();
      // no checkpoint: a copy may be under way, which begins at the last one
      if (urgent) await syncTree(threads.folder);
      return rows;
    } finally {
      turn.end();
    }
  }

  /** Waits for a turn; if an urgent one does not come soon, ends whatever statement or scope is in the way. */
  private beginChange(urgent: boolean) {
    const { threads, turns } = this.served;
    if (!urgent) return turns.begin();
    return turns.begin({ patience: URGENT_TURN }).catch(async () => {
      await threads.stop();
      this.abandon();
      return turns.begin({ patience: URGENT_TURN });
    });
  }

  async hold(): Promise<DatabaseScope> {
    const { threads, turns, access } = this.served;
    assertDiskNotFull(this.served.directory);
    const leaving = [await this.writers.acquireWrite()];
    const leave = () => {
      for (const each of leaving.splice(0).reverse()) each();
    };
    try {
      leaving.push(await access.acquireWrite(), (await turns.begin({ patience: NO_TIMEOUT })).end);
      const session = await threads.ofOneThread();
      this.abandon = leave;
      return {
        send: (sql, values) => session.raw(sql, values),
        end: async (keep) => {
          if (leaving.length === 0) return;
          this.abandon = () => undefined;
          // what was committed stays committed
          if (!keep) await session.query('rollback').catch(() => undefined);
          this.noteWrite();
          leave();
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  async begin(purpose: 'read' | 'write'): Promise<DatabaseScope> {
    assertDiskNotFull(this.served.directory);
    const leave = purpose === 'write' ? await this.writers.acquireWrite() : () => undefined;
    const folder = createFolderName(this.served.directory);
    if (purpose === 'write') this.changedProjects.clear();
    try {
      await this.copiers.runExclusively(() => this.copyTo(folder));
      const { findLoss } = this.served;
      const own = await EngineThreads.begin({ dataDir: folder, lean: true, aside: true, findLoss });
      const session = await own.ofOneThread();
      const end = async (keep: boolean) => {
        let unused = folder;
        try {
          if (keep) unused = await this.adopt(own);
        } finally {
          await own.stop();
          leave();
          await rm(unused, { recursive: true, force: true });
        }
      };
      return { send: (sql, values) => session.raw(sql, values), end };
    } catch (error) {
      leave();
      await rm(folder, { recursive: true, force: true });
      throw toDatabaseError(error);
    }
  }

  /** Readers may go on: what they change in the files is in the log, which is copied last. */
  private async copyTo(folder: string): Promise<void> {
    const { threads, turns, access } = this.served;
    const leave = await access.enter();
    try {
      await turns.take(() => threads.session().query('checkpoint'), { patience: NO_TIMEOUT });
      await copyFolder(threads.folder, folder);
    } finally {
      leave();
    }
  }

  /** Puts a copy in the place of the database. Gives the folder that is of no use any more. */
  private async adopt(own: EngineThreads): Promise<string> {
    const { threads, turns, access, directory } = this.served;
    try {
      await own.session().query('checkpoint');
      // an engine that has stored much keeps much memory
      await own.stop();
      await syncTree(own.folder);
      const next = await threads.startIn(own.folder);
      return await access.runExclusively(() =>
        turns.take(
          async () => {
            await this.catchUp(next);
            const former = await threads.moveTo(next, () => swapInto(directory, own.folder));
            this.noteWrite();
            return former;
          },
          { patience: NO_TIMEOUT },
        ),
      );
    } catch (error) {
      throw toDatabaseError(error);
    }
  }

  /** Gives a copy the keys that changed since it was taken, and has them written to the disk. */
  private async catchUp(next: EngineThreads): Promise<void> {
    if (this.changedProjects.size === 0) return;
    try {
      const from = this.served.threads.session();
      await runInTransaction(await next.ofOneThread(), async (to) => {
        for (const project of this.changedProjects) await copyCredentials(from, to, project);
      });
      await syncLog(next.folder);
    } catch (error) {
      await next.stop();
      throw error;
    }
  }
}

/** Throws the error of a full disk before anything is written that would not fit. */
export function assertDiskNotFull(folder: string): void {
  if (isDiskFull(folder)) throw createDiskFullError();
}

/** A file system's own refusal, as the engine would tell it. */
function toDatabaseError(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof DatabaseError || typeof code !== 'string') return error;
  return isNoRoomError(error) ? createDiskFullError() : new DatabaseError('unavailable', message);
}
