import fc, { type Scheduler } from 'fast-check';
import { expect, test } from 'vitest';
import { type BindValue, type DatabaseSession, runInTransaction } from '#server/store/database.ts';
import { FairQueue, NO_TIMEOUT } from '#server/store/fairQueue.ts';
import { CopyAndSwap, type DatabaseFileOperations, type SwappableEngine } from './copyAndSwap.ts';
import { ReadWriteLock } from './readWriteLock.ts';
import type { RawSession } from './restartableEngine.ts';

const DATABASE = 'pglite';
const INSERT_ROW = 'insert into document';
const INSERT_KEY = 'insert into credential';
const SELECT_KEYS = 'select number';
const DELETE_KEYS = 'delete from credential';

const OPERATIONS = ['transaction', 'exclusive', 'copy', 'discarded copy', 'reading copy', 'keys', 'snapshot'] as const;
type Operation = (typeof OPERATIONS)[number];

type Contents = { rows: string[]; keys: string[] };

test('no order of writes, copies, swaps and key changes loses a write or waits forever', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom<Operation>(...OPERATIONS), { minLength: 2, maxLength: 9 }),
      async (scheduler, operations) => {
        const database = createDatabase(scheduler);
        const { engine, disk, copies } = database;
        const expected: Contents = { rows: [], keys: [] };
        const run = async (operation: Operation, index: number) => {
          await scheduler.schedule(Promise.resolve(), `${operation} ${index}`);
          await OPERATION_RUNNERS[operation](database, `${index}`, expected);
        };
        await scheduler.waitFor(Promise.all(operations.map(run)));
        const { rows, keys } = disk.readContents(engine.folder);
        expect([rows.toSorted(), keys.toSorted()]).toEqual([expected.rows.toSorted(), expected.keys.toSorted()]);
        expect([...disk.logs.keys()]).toEqual([engine.folder]);
        expect(copies.isBeingWritten).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});

/** Simulated engine with one session. The scheduler decides when each statement ends. */
class FakeEngine implements SwappableEngine {
  folder: string;
  private readonly disk: FakeDisk;
  private readonly scheduler: Scheduler;
  private owner: RawSession | undefined;

  constructor(folder: string, disk: FakeDisk, scheduler: Scheduler) {
    this.folder = folder;
    this.disk = disk;
    this.scheduler = scheduler;
  }

  createSession(): RawSession {
    let pending: string[] | undefined;
    const run = async (sql: string, values: readonly BindValue[] = []) => {
      await this.scheduler.schedule(Promise.resolve(), sql);
      // statements of another session would become part of the transaction
      if (this.owner && this.owner !== session) throw new Error(`"${sql}" entered a transaction of another session.`);
      if (sql === 'begin') [this.owner, pending] = [session, []];
      else if (sql === 'commit' || sql === 'rollback') {
        if (sql === 'commit') this.disk.append(this.folder, pending ?? []);
        [this.owner, pending] = [undefined, undefined];
      } else if (sql.startsWith(SELECT_KEYS)) {
        return this.disk.readContents(this.folder).keys.map((key) => [key, null, null, null, null]);
      } else if (sql !== 'checkpoint') {
        const line = `${sql.split(/\s+/).slice(0, 3).join(' ')}|${values[1] ?? values[0]}`;
        if (pending) pending.push(line);
        else this.disk.append(this.folder, [line]);
      }
      return [];
    };
    const session: RawSession = {
      query: run,
      queryJsonRow: () => Promise.reject(new Error('not used')),
      raw: async (sql, values) => {
        await run(sql, values);
        return new Uint8Array();
      },
    };
    return session;
  }

  async createPinnedSession(): Promise<RawSession> {
    return this.createSession();
  }

  async startOn(folder: string): Promise<SwappableEngine> {
    await this.scheduler.schedule(Promise.resolve(), 'start');
    return new FakeEngine(folder, this.disk, this.scheduler);
  }

  async moveTo<Result>(next: SwappableEngine, swap: () => Promise<Result>): Promise<Result> {
    const result = await swap();
    this.folder = next.folder;
    return result;
  }

  async stop(): Promise<void> {}
}

type TestDatabase = ReturnType<typeof createDatabase>;

function createDatabase(scheduler: Scheduler) {
  const disk = new FakeDisk(scheduler);
  const engine = new FakeEngine(DATABASE, disk, scheduler);
  const turns = new FairQueue({ width: 1, patience: NO_TIMEOUT });
  const access = new ReadWriteLock();
  const openEngine = async (folder: string) => new FakeEngine(folder, disk, scheduler);
  const copies = new CopyAndSwap({ engine, turns, access, directory: '', openEngine }, disk);
  const pause = () => scheduler.schedule(Promise.resolve(), 'pause');
  return { disk, engine, turns, access, copies, pause };
}

type OperationRunner = (database: TestDatabase, row: string, expected: Contents) => Promise<void>;

const OPERATION_RUNNERS: Record<Operation, OperationRunner> = {
  transaction: async ({ copies, access, turns, engine }, row, { rows }) => {
    const insert = (session: DatabaseSession) => session.query(INSERT_ROW, [row]);
    await copies.runWrite(() =>
      access.runExclusively(() =>
        turns.run(async () => runInTransaction(await engine.createPinnedSession(), insert), { patience: NO_TIMEOUT }),
      ),
    );
    rows.push(row);
  },
  exclusive: async ({ copies }, row, { rows }) => {
    const scope = await copies.acquireDatabase();
    for (const sql of ['begin', INSERT_ROW, 'commit']) await scope.send(sql, [row]);
    await scope.end(true);
    rows.push(row);
  },
  copy: async ({ copies }, row, { rows }) => {
    const scope = await copies.openCopy('write');
    await scope.send(INSERT_ROW, [row]);
    await scope.end(true);
    rows.push(row);
  },
  'discarded copy': async ({ copies }, row) => {
    const scope = await copies.openCopy('write');
    await scope.send(INSERT_ROW, [row]);
    await scope.end(false);
  },
  'reading copy': async ({ copies }) => {
    const scope = await copies.openCopy('read');
    await scope.send('select', []);
    await scope.end(false);
  },
  keys: async ({ copies }, number, { keys }) => {
    await copies.changeCredentials('project', [{ sql: INSERT_KEY, values: ['project', number] }]);
    keys.push(number);
  },
  snapshot: async ({ access, turns, engine, disk, pause }) => {
    const release = await access.acquireRead();
    const read = () => turns.run(async () => disk.readContents(engine.folder).rows, { patience: NO_TIMEOUT });
    const before = await read();
    await pause();
    expect(await read()).toEqual(before);
    release();
  },
};

/** Simulated folders in memory. The scheduler decides when each file operation ends. */
class FakeDisk implements DatabaseFileOperations {
  readonly logs = new Map<string, readonly string[]>([[DATABASE, []]]);
  private current = DATABASE;
  private readonly scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  // the log is copied last
  readonly copyFolder = async (from: string, to: string) => {
    await this.wait('copy files');
    this.logs.set(to, this.readLog(from));
    await this.wait('copied');
  };

  readonly swapInto = async (_: string, folder: string) => {
    await this.wait('swap');
    const replaced = this.current;
    this.current = folder;
    return replaced;
  };

  readonly syncTree = () => this.wait('sync');
  readonly syncLog = () => this.wait('sync log');

  readonly removeFolder = async (folder: string) => {
    await this.wait('remove');
    this.logs.delete(folder);
  };

  append(folder: string, lines: readonly string[]): void {
    this.logs.set(folder, [...this.readLog(folder), ...lines]);
  }

  readContents(folder: string): Contents {
    const contents: Contents = { rows: [], keys: [] };
    for (const line of this.readLog(folder)) {
      const [statement, value = ''] = line.split('|');
      if (statement === INSERT_ROW) contents.rows.push(value);
      if (statement === INSERT_KEY) contents.keys.push(value);
      if (statement === DELETE_KEYS) contents.keys = [];
    }
    return contents;
  }

  private readLog(folder: string): readonly string[] {
    const log = this.logs.get(folder);
    if (!log) throw new Error(`${folder} was removed while it was in use.`);
    return log;
  }

  private async wait(label: string): Promise<void> {
    await this.scheduler.schedule(Promise.resolve(), label);
  }
}
