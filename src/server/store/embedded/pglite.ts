import { dirname } from 'node:path';
import {
  type Database,
  DatabaseError,
  type DatabaseHealth,
  LARGE_TABLES,
  runInTransaction,
  type Session,
  type TransactionOptions,
} from '#server/store/database.ts';
import { FairQueue, NO_TIMEOUT } from '#server/store/fairQueue.ts';
import { assertDiskNotFull, CopyAndSwap, type DatabaseScope } from './copyAndSwap.ts';
import { DISK_FULL_REASON, type DiskReserve, isDiskFull } from './diskSpace.ts';
import { EngineThreads } from './engineThreads.ts';
import { syncTree } from './folders.ts';
import { ReadWriteLock } from './readWriteLock.ts';

/** Milliseconds between two checks that the files are still this process's own. */
const CHECK_INTERVAL = 1000;

export type PgliteOptions = {
  /** Folder of the database, made when absent. */
  dataDir: string;
  /** A statement that runs longer is ended, in ms. */
  statementTimeout?: number;
  /** How long a statement may wait for its turn before the service says it is busy, in ms. */
  patience?: number;
  /** A statement of a project is ended after so many ms while another project waits. */
  cutOff?: number;
  /** Whether it is to do with 112 MB less of memory, and read what is large from the files each time. */
  lean?: boolean;
  /** Describes how the data directory stopped being this process's own; the engine writes nothing from then on. */
  findLoss?: () => string | undefined;
  /** Disk space to start the engine with when there is no other. */
  reserve?: DiskReserve;
  /** Called once a second while the files are this process's own. */
  maintain?: () => Promise<void>;
  /** Called when the health changes. */
  onHealthChange?: (health: DatabaseHealth) => void;
};

/** What one process does with the embedded database for others. */
export type EmbeddedDatabase = Database & {
  /** Statements that may take and wait as long as they like. */
  readonly patient: Session;
  getHealth(): DatabaseHealth;
  /** The database itself, for one caller alone until it ends that: nothing is asked of it meanwhile. */
  hold(): Promise<DatabaseScope>;
  /** A copy of the database as it is now, which may take its place when it ends: until then nobody else writes. */
  fork(purpose: 'read' | 'write'): Promise<DatabaseScope>;
  /** Whether somebody writes, so that another who would waits. */
  beingWritten(): boolean;
};

/** Opens the embedded database in a thread of its own. The caller holds the lock of the data directory. */
export async function openPglite(options: PgliteOptions): Promise<EmbeddedDatabase> {
  const { statementTimeout = 10_000, patience = 5000, cutOff = 2000 } = options;
  const { dataDir, lean = false, findLoss, reserve } = options;
  const threads = await EngineThreads.begin({ dataDir, lean, findLoss, reserve });
  // one thing at a time: the engine has one session, and a transaction must not be joined by others
  const turns = new FairQueue({ width: 1, patience, sharing: true, cutOff });
  // what is read statement by statement sees no write in between
  const access = new ReadWriteLock();
  const directory = dirname(dataDir);
  const forks = new CopyAndSwap({ threads, turns, access, directory, findLoss });
  const { getHealth, stopChecks } = startHealthChecks(threads, options);
  const session = (limit?: number, wait?: number): Session => {
    const request = (label: string) => ({ patience: wait, label, endable: Boolean(limit) });
    const within = (cutOff?: AbortSignal) => threads.session(limit, undefined, cutOff);
    return {
      query: (...statement) => turns.take((cutOff) => within(cutOff).query(...statement), request(statement[0])),
      json: (...statement) => turns.take((cutOff) => within(cutOff).json(...statement), request(statement[0])),
    };
  };
  const shared = session(statementTimeout);
  const transaction = <Result>(work: (session: Session) => Promise<Result>): Promise<Result> =>
    forks.writing(() =>
      access.runExclusively(() =>
        turns.take(async () => {
          assertDiskNotFull(directory);
          return runInTransaction(await threads.ofOneThread(), work).finally(() => forks.noteWrite());
        }),
      ),
    );
  return {
    kind: 'pglite',
    ...shared,
    patient: session(undefined, NO_TIMEOUT),
    writes: () => forks.writes,
    changeCredentials: (...change) => forks.changeCredentials(...change),
    transaction: (work, course) => vacuumTables(() => transaction(work), shared, course),
    snapshot: async () => {
      const leave = await access.enter();
      return { ...shared, release: async () => leave() };
    },
    hold: () => forks.hold(),
    fork: (purpose) => forks.begin(purpose),
    beingWritten: () => forks.beingWritten,
    // the engine never syncs a file itself
    persist: () =>
      access.runExclusively(() =>
        turns.take(
          async () => {
            await threads.session().query('checkpoint');
            await syncTree(threads.folder);
          },
          { patience: NO_TIMEOUT },
        ),
      ),
    // a thread that works is there; one that was lost comes back with the next statement
    answers: async () =>
      !threads.lost ||
      shared.query('select 1').then(
        () => true,
        () => false,
      ),
    getHealth,
    close: () => {
      stopChecks();
      return turns.take(() => closeQuietly(threads), { patience: NO_TIMEOUT });
    },
  };
}

/** Checks the files once a second, whether or not statements are sent. */
function startHealthChecks(threads: EngineThreads, { dataDir, reserve, maintain, onHealthChange }: PgliteOptions) {
  const getHealth = (): DatabaseHealth => {
    const reason = threads.findLoss();
    if (reason) return { state: 'stopped', reason };
    if (reserve?.isLent || isDiskFull(dirname(dataDir))) return { state: 'degraded', reason: DISK_FULL_REASON };
    return { state: 'healthy' };
  };
  let reported = 'healthy';
  const check = async () => {
    const health = getHealth();
    if (health.state !== reported) onHealthChange?.(health);
    reported = health.state;
    await threads.stopWhenLost();
    if (health.state === 'healthy') await reserve?.fill();
    if (health.state !== 'stopped') await maintain?.();
  };
  const timer = setInterval(() => void check().catch(() => undefined), CHECK_INTERVAL).unref();
  return { getHealth, stopChecks: () => clearInterval(timer) };
}

/** Only spares the next start the replay of the log: what failed before is the news, not this. */
async function closeQuietly(threads: EngineThreads): Promise<void> {
  if (!threads.lost) {
    await threads
      .session()
      .query('checkpoint')
      .catch(() => undefined);
  }
  await threads.stop();
}

/** The embedded database does not tidy up by itself, and what was rolled back or replaced still takes up the disk. */
async function vacuumTables<Result>(
  work: () => Promise<Result>,
  session: Session,
  { tidy }: TransactionOptions = {},
): Promise<Result> {
  let untidy = tidy !== undefined;
  try {
    const result = await work();
    untidy = tidy === 'in any case';
    return result;
  } catch (error) {
    if (error instanceof DatabaseError && error.fault === 'unavailable') untidy = false;
    throw error;
  } finally {
    if (untidy) for (const table of LARGE_TABLES) await session.query(`vacuum ${table}`).catch(() => undefined);
  }
}
