import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type BindValue, DatabaseError, type Session, type TextRow } from '#server/store/database.ts';
import { FairQueue } from '#server/store/fairQueue.ts';
import { isSqlState, toDatabaseError } from './errors.ts';
import { ServerConnection } from './serverConnection.ts';
import { SideConnection } from './sideConnection.ts';
import { SilenceWatch, type StatementLimits } from './silenceWatch.ts';

export type PostgresOptions = {
  /** `postgres://user@host:port/database` */
  url: string;
  /** Connections at most. */
  connections?: number;
  /** A statement that runs longer is cancelled, in ms; none where it is 0. */
  statementTimeout?: number;
  /** How long a caller waits for its turn at a connection before the service says it is busy, in ms. */
  patience?: number;
};

/** Time for making a connection, in ms. While the server is out of reach, no caller waits longer than that for one. */
const CONNECT_TIMEOUT = 3000;

/** A connection that has been idle for longer is tried before it is used, and has so long to answer, in ms. */
const IDLE_MAX = 1000;
const PROBE_TIMEOUT = 1000;

/** Time limit of a statement within a transaction, in ms: building an index of a large import may take long. */
export const BULK_TIMEOUT = 24 * 3_600_000;

/** What a statement has beyond the server's own time limit, in ms, until its connection counts as lost. */
export const DEADLINE_MARGIN = 2000;

/** How long the server may not be working on a statement before its connection counts as lost, in ms. */
export const GRACE = { short: 1000, bulk: 60_000 };

/** Time for the server to end its connections when all of them are closed, in ms. */
const CLOSE_TIMEOUT = 1500;

/** SQLSTATE of a connection that failed. */
const CONNECTION_FAILURE = '08006';

/** Columns stay the text that PostgreSQL wrote: a number must not be rounded on its way out. */
const AS_TEXT = { getTypeParser: () => (value: unknown) => value };

type PooledConnection = ServerConnection & pg.PoolClient;

/** A connection in its turn, and what gives it back. */
type Taken = { connection: PooledConnection; release: (error?: unknown) => void };

/** Connections to one server, none of which is waited for in vain. */
export class ConnectionPool {
  /** Time in which a statement is answered, or its connection is given up, in ms. */
  readonly deadline: number;
  /** Cancelling must not wait for the connections that it is to free, nor must the question whether the server is there. */
  private readonly aside: SideConnection;
  private readonly pool: pg.Pool;
  private readonly turns: FairQueue;
  private readonly watch = new SilenceWatch((backends) => this.atWork(backends));
  private readonly open = new Set<ServerConnection>();
  private readonly taken = new Set<ServerConnection>();
  private readonly most: number;

  constructor({ url, connections = 10, statementTimeout = 10_000, patience = 5000 }: PostgresOptions) {
    const settings = {
      connectionString: url,
      application_name: 'fleetlens',
      keepAlive: true,
      Client: ServerConnection,
    };
    this.pool = new pg.Pool({
      ...settings,
      max: connections,
      connectionTimeoutMillis: Math.min(patience, CONNECT_TIMEOUT),
      statement_timeout: statementTimeout,
      // every client of the pool is of the class given above
      onConnect: (client) => (client as ServerConnection).setUp(),
    });
    this.aside = new SideConnection(settings);
    this.turns = new FairQueue({ width: connections, patience, sharing: true });
    this.deadline = (statementTimeout || BULK_TIMEOUT) + DEADLINE_MARGIN;
    this.most = connections;
    // an idle connection that breaks is replaced at the next use; unheard, its error would end the process
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => {
      const connection = client as PooledConnection; // as above
      this.open.add(connection);
      connection.once('end', () => this.open.delete(connection));
    });
  }

  async close(): Promise<void> {
    await Promise.race([
      Promise.all([this.pool.end(), this.aside.end()]),
      wait(CLOSE_TIMEOUT, undefined, { ref: false }),
    ]);
    for (const connection of this.open) connection.discard();
  }

  /** `label` says what will be done with it. */
  async take(label?: string): Promise<Taken> {
    const { end } = await this.turns.begin({ label });
    try {
      const connection = await this.connection();
      const release = (error?: unknown) => {
        this.giveBack(connection, connection.lost || (error instanceof DatabaseError && error.fault === 'unavailable'));
        end();
      };
      return { connection, release };
    } catch (error) {
      end();
      throw error;
    }
  }

  async use<Result>(work: (connection: PooledConnection) => Promise<Result>, label?: string): Promise<Result> {
    const { connection, release } = await this.take(label);
    try {
      const result = await work(connection);
      release();
      return result;
    } catch (error) {
      release(error);
      throw error;
    }
  }

  /** What is sent to one connection without waiting runs one after the other. */
  session(connection: ServerConnection, limits = { timeout: this.deadline, grace: GRACE.short }): Session {
    let last: Promise<unknown> = Promise.resolve();
    const query: Session['query'] = (sql, values, signal) => {
      const rows = last.then(() => this.send(connection, { sql, values, signal, limits }));
      last = rows.catch(() => undefined);
      return rows;
    };
    return {
      query,
      json: async (...statement) => {
        const [row] = await query(...statement);
        if (row?.[0] == null) throw new DatabaseError('statement', 'The statement answered nothing.');
        return { json: Buffer.from(row[0]), rest: row.slice(1) };
      },
    };
  }

  /** Whether a connection that serves requests answers; where all are at work, whether one of them gets somewhere. */
  async answers(): Promise<boolean> {
    try {
      if (this.taken.size >= this.most) {
        await this.aside.ask('select 1');
        return !this.watch.isSilent;
      }
      const connection = await this.connection();
      const answered = await this.probe(connection);
      this.giveBack(connection, !answered);
      return answered;
    } catch {
      return false;
    }
  }

  /** A connection of the pool that has answered within the last moment, or is new. */
  private async connection(): Promise<PooledConnection> {
    for (;;) {
      // every client of the pool is of the class given above
      const connection = (await this.pool.connect().catch(({ code, message }: pg.DatabaseError) => {
        throw new DatabaseError('unavailable', message, isSqlState(code) ? code : undefined);
      })) as PooledConnection;
      this.taken.add(connection);
      const isFresh = performance.now() - connection.lastUsed < IDLE_MAX;
      if (!connection.lost && (isFresh || (await this.probe(connection)))) return connection;
      this.giveBack(connection, true);
    }
  }

  private giveBack(connection: PooledConnection, broken: boolean): void {
    this.taken.delete(connection);
    connection.lastUsed = performance.now();
    connection.release(broken);
  }

  private async probe(connection: ServerConnection): Promise<boolean> {
    const limits = { timeout: PROBE_TIMEOUT, grace: PROBE_TIMEOUT };
    return this.send(connection, { sql: 'select 1', limits }).then(
      () => true,
      () => false,
    );
  }

  private async send(connection: ServerConnection, { sql, values = [], signal, limits }: Statement) {
    if (signal?.aborted) throw new DatabaseError('aborted', 'The caller went away.');
    const cancel = () => this.aside.ask('select pg_cancel_backend($1)', [connection.backend]).catch(() => undefined);
    signal?.addEventListener('abort', cancel, { once: true });
    let end: () => void = () => undefined;
    const lost = new Promise<never>((_, reject) => {
      end = this.watch.follow(connection, limits, () => {
        reject(new DatabaseError('timeout', 'The connection to the database went silent.', CONNECTION_FAILURE));
        this.lose(connection);
      });
    });
    try {
      const sent = connection.query({ text: sql, values: [...values], rowMode: 'array', types: AS_TEXT });
      const { rows } = await Promise.race([sent, lost]);
      return rows as unknown as TextRow[]; // `rowMode` and `types` make them that
    } catch (error) {
      throw error instanceof DatabaseError ? error : toDatabaseError(error as pg.DatabaseError, signal);
    } finally {
      end();
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Connections that are idle have most likely died with it, and making them anew costs little. */
  private lose(connection: ServerConnection): void {
    connection.discard();
    for (const other of this.open) if (!this.taken.has(other)) other.discard();
  }

  private async atWork(backends: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.aside.ask(
      `select pid from pg_stat_activity where pid = any($1) and state not like 'idle%'`,
      [backends],
    );
    return new Set(rows.map(({ pid }) => Number(pid)));
  }
}

type Statement = {
  sql: string;
  values?: readonly BindValue[] | undefined;
  signal?: AbortSignal | undefined;
  limits: StatementLimits;
};
