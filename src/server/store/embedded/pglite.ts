import { dirname } from 'node:path';
import {
  type BindValue,
  DatabaseError,
  type DatabaseHealth,
  type DatabaseSession,
  type JsonRowSession,
  runInTransaction,
  type ServiceDatabase,
  vacuumLargeTables,
} from '#server/store/database.ts';
import { FairQueue, NO_TIMEOUT } from '#server/store/fairQueue.ts';
import { assertDiskNotFull, CopyAndSwap } from './copyAndSwap.ts';
import { flushFolderToDisk } from './databaseFolders.ts';
import { DISK_FULL_REASON, type DiskReserve, isDiskFull } from './diskSpace.ts';
import { ReadWriteLock } from './readWriteLock.ts';
import { RestartableEngine } from './restartableEngine.ts';

const CHECK_INTERVAL_MS = 1000;

export type PgliteOptions = {
  dataDir: string;
  /** Time limit of a statement, in ms. */
  statementTimeout?: number;
  patience?: number;
  /** Time in ms after which a project's statement is aborted if another project is waiting. */
  preemptAfter?: number;
  /** Uses 112 MB less memory, but reads large data from the files each time. */
  lean?: boolean;
  /** Returns the reason why the data directory no longer belongs to this process. The engine then stops writing. */
  findLoss?: () => string | undefined;
  reserve?: DiskReserve;
  /** Called once a second while the files belong to this process. */
  maintain?: () => Promise<void>;
  onHealthChange?: (health: DatabaseHealth) => void;
};

export type EmbeddedDatabase = ServiceDatabase & {
  readonly copies: CopyAndSwap;
  /** Runs a statement without time limits. Returns the response in the wire protocol. */
  send(sql: string, values: readonly BindValue[]): Promise<Uint8Array>;
  getHealth(): DatabaseHealth;
};

/** Opens the embedded database in a separate thread. The caller must hold the lock of the data directory. */
export async function openPglite(options: PgliteOptions): Promise<EmbeddedDatabase> {
  const { statementTimeout = 10_000, patience = 5000, preemptAfter = 2000 } = options;
  const { dataDir, lean = false, findLoss, reserve } = options;
  const engine = await RestartableEngine.open({ dataDir, lean, findLoss, reserve });
  // one at a time: the engine has one session, and statements of other operations must not enter a transaction
  const turns = new FairQueue({ width: 1, patience, sharing: true, preemptAfter });
  // the statements of a snapshot must see no writes in between
  const access = new ReadWriteLock();
  const directory = dirname(dataDir);
  const copies = new CopyAndSwap({
    ...{ engine, turns, access, directory },
    openEngine: (folder) => RestartableEngine.open({ dataDir: folder, lean: true, lowPriority: true, findLoss }),
  });
  const { getHealth, stopChecks } = startHealthChecks(engine, options);
  const request = (label: string) => ({ label, preemptible: statementTimeout > 0 });
  const within = (preempted?: AbortSignal) => engine.createSession(statementTimeout, undefined, preempted);
  const shared: JsonRowSession = {
    query: (...statement) => turns.run((preempted) => within(preempted).query(...statement), request(statement[0])),
    queryJsonRow: (...statement) =>
      turns.run((preempted) => within(preempted).queryJsonRow(...statement), request(statement[0])),
  };
  const transaction = <Result>(work: (session: DatabaseSession) => Promise<Result>): Promise<Result> =>
    copies.runWrite(() =>
      access.runExclusively(() =>
        turns.run(async () => {
          assertDiskNotFull(directory);
          return runInTransaction(await engine.createPinnedSession(), work).finally(() => void copies.writeCount++);
        }),
      ),
    );
  return {
    kind: 'pglite',
    ...shared,
    copies,
    send: (sql, values) =>
      turns.run(() => engine.createSession().raw(sql, values), { patience: NO_TIMEOUT, label: sql }),
    getWriteCount: () => copies.writeCount,
    getTurnCount: () => turns.turnCount,
    changeCredentials: (...change) => copies.changeCredentials(...change),
    async transaction(work, { vacuum } = {}) {
      try {
        const result = await transaction(work);
        if (vacuum === 'in any case') await vacuumLargeTables(shared);
        return result;
      } catch (error) {
        const isGone = error instanceof DatabaseError && error.fault === 'unavailable';
        if (vacuum && !isGone) await vacuumLargeTables(shared);
        throw error;
      }
    },
    openSnapshot: async () => {
      const leave = await access.acquireRead();
      return { ...shared, release: async () => leave() };
    },
    // the engine never flushes its files to disk itself
    persist: () =>
      access.runExclusively(() =>
        turns.run(
          async () => {
            await engine.createSession().query('checkpoint');
            await flushFolderToDisk(engine.folder);
          },
          { patience: NO_TIMEOUT },
        ),
      ),
    // a running thread responds; a stopped one is replaced by the next statement
    isResponding: async () =>
      !engine.lost ||
      shared.query('select 1').then(
        () => true,
        () => false,
      ),
    getHealth,
    close: () => {
      stopChecks();
      return turns.run(() => closeQuietly(engine), { patience: NO_TIMEOUT });
    },
  };
}

function startHealthChecks(engine: RestartableEngine, { dataDir, reserve, maintain, onHealthChange }: PgliteOptions) {
  const getHealth = (): DatabaseHealth => {
    const reason = engine.findLoss();
    if (reason) return { state: 'stopped', reason };
    if (reserve?.isLent || isDiskFull(dirname(dataDir))) return { state: 'degraded', reason: DISK_FULL_REASON };
    return { state: 'healthy' };
  };
  let reported = 'healthy';
  const check = async () => {
    const health = getHealth();
    if (health.state !== reported) onHealthChange?.(health);
    reported = health.state;
    await engine.stopWhenLost();
    if (health.state === 'healthy') await reserve?.fill();
    if (health.state !== 'stopped') await maintain?.();
  };
  const timer = setInterval(() => void check().catch(() => undefined), CHECK_INTERVAL_MS).unref();
  return { getHealth, stopChecks: () => clearInterval(timer) };
}

/** Stops the engine after a checkpoint, which only makes the next start faster. Errors are ignored. */
async function closeQuietly(engine: RestartableEngine): Promise<void> {
  if (!engine.lost) {
    await engine
      .createSession()
      .query('checkpoint')
      .catch(() => undefined);
  }
  await engine.stop();
}
