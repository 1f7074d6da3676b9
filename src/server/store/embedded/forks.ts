import { rm } from 'node:fs/promises';
import { DatabaseError, type Value } from '#server/store/database.ts';
import { FOREVER, type Turns } from '#server/store/turns.ts';
import { Access } from './access.ts';
import { DISK_FULL, EngineThreads } from './engineThreads.ts';
import { copyFolder, lead, newFolder, syncTree } from './folders.ts';

/** A database for one caller until it ends that, whose answers come as the engine gives them. */
export type Scope = {
  send(sql: string, values: readonly Value[]): Promise<Uint8Array>;
  /** With `keep` what was committed in it stays, and is on the disk when a copy took the place of the database. */
  end(keep: boolean): Promise<void>;
};

type Served = { threads: EngineThreads; turns: Turns; access: Access; directory: string };

/**
 * The engine has one session, and whoever writes in it keeps all readers waiting. What takes long is therefore done in a
 * copy of the database, by an engine of its own, and the copy takes the place of the database when it is done. Whatever
 * dies before leaves the database as it was, and a folder that the next start removes.
 */
export class Forks {
  /** Transactions that have ended. */
  writes = 0;
  private readonly served: Served;
  private readonly writers = new Access();
  private readonly copiers = new Access();

  constructor(served: Served) {
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
    return this.writers.doAlone(work);
  }

  async hold(): Promise<Scope> {
    const { threads, turns, access } = this.served;
    const leaving = [await this.writers.enterAlone()];
    const leave = () => {
      for (const each of leaving.reverse()) each();
    };
    try {
      leaving.push(await access.enterAlone(), await turns.begin(FOREVER));
      const session = await threads.ofOneThread();
      return {
        send: (sql, values) => session.raw(sql, values),
        end: async (keep) => {
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

  async begin(purpose: 'read' | 'write'): Promise<Scope> {
    const leave = purpose === 'write' ? await this.writers.enterAlone() : () => undefined;
    const folder = newFolder(this.served.directory);
    try {
      await this.copiers.doAlone(() => this.copyTo(folder));
      const own = await EngineThreads.begin({ dataDir: folder, lean: true, aside: true });
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
      throw asDatabaseError(error);
    }
  }

  /** Readers may go on: what they change in the files is in the log, which is copied last. */
  private async copyTo(folder: string): Promise<void> {
    const { threads, turns, access } = this.served;
    const leave = await access.enter();
    try {
      await turns.take(() => threads.session().query('checkpoint'), FOREVER);
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
      const started = await threads.startIn(own.folder);
      return await access.doAlone(() =>
        turns.take(async () => {
          const former = await lead(directory, own.folder).catch(async (error: unknown) => {
            await started.stop();
            throw error;
          });
          await threads.moveTo(own.folder, started);
          this.noteWrite();
          return former;
        }, FOREVER),
      );
    } catch (error) {
      throw asDatabaseError(error);
    }
  }
}

/** A file system's own refusal, as the engine would tell it. */
function asDatabaseError(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof DatabaseError || typeof code !== 'string') return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new DatabaseError('unavailable', 'No space left on device', DISK_FULL);
  }
  return new DatabaseError('unavailable', message);
}
