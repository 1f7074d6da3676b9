import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type BindValue, DatabaseError, type JsonRowSession, type TextRow } from '#server/store/database.ts';
import { FairQueue } from '#server/store/fairQueue.ts';
import { LostConnectionDetector, type StatementLimits } from './lostConnectionDetector.ts';
import { ControlConnection, PostgresConnection } from './postgresConnection.ts';

export type PostgresOptions = {
  url: string;
  connections?: number;
  /** Time limit of a statement, in ms; 0 for none. */
  statementTimeout?: number;
  /** Maximum wait for a connection before the request fails as busy, in ms. */
  patience?: number;
};

/** Time limit for connecting, in ms. Also the maximum wait while the server is unreachable. */
const CONNECT_TIMEOUT = 3000;

/** Idle time after which a connection is tested before use, and time limit of the test, in ms. */
const PROBE_AFTER_IDLE_MS = 1000;
const PROBE_TIMEOUT = 1000;

/** Time limit of a statement within a transaction, in ms. Building an index for a large import may take long. */
export const BULK_TIMEOUT_MS = 24 * 3_600_000;

/** Time beyond the server's own limit after which a connection counts as lost, in ms. */
export const DEADLINE_MARGIN_MS = 2000;

/** Time in ms without work on a statement after which its connection counts as lost. */
export const LOST_CONNECTION_TIMEOUT_MS = { short: 1000, bulk: 60_000 };

/** Time for the server to close its connections when the pool is closed, in ms. */
const CLOSE_TIMEOUT = 1500;

const CONNECTION_FAILURE = '08006';

const AS_TEXT = { getTypeParser: () => (value: unknown) => value };

type PooledConnection = PostgresConnection & pg.PoolClient;

type AcquiredConnection = { connection: PooledConnection; release: (error?: unknown) => void };

export class ConnectionPool {
  /** Time limit for the response to a statement, in ms. The connection is then closed. */
  readonly deadline: number;
  private readonly controlConnection: ControlConnection;
  private readonly pool: pg.Pool;
  private readonly turns: FairQueue;
  private readonly watch = new LostConnectionDetector((backends) => this.findActiveBackends(backends));
  private readonly open = new Set<PostgresConnection>();
  private readonly taken = new Set<PostgresConnection>();
  private readonly most: number;

  constructor({ url, connections = 10, statementTimeout = 10_000, patience = 5000 }: PostgresOptions) {
    const settings = {
      connectionString: url,
      application_name: 'fleetlens',
      keepAlive: true,
      Client: PostgresConnection,
    };
    this.pool = new pg.Pool({
      ...settings,
      max: connections,
      connectionTimeoutMillis: Math.min(patience, CONNECT_TIMEOUT),
      statement_timeout: statementTimeout,
      // every client of the pool is a PostgresConnection
      onConnect: (client) => (client as PostgresConnection).setUp(),
    });
    this.controlConnection = new ControlConnection(settings);
    this.turns = new FairQueue({ width: connections, patience, sharing: true });
    this.deadline = (statementTimeout || BULK_TIMEOUT_MS) + DEADLINE_MARGIN_MS;
    this.most = connections;
    // a broken idle connection is replaced at the next use; without a listener its error would end the process
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => {
      const connect = client as PooledConnection;
      this.open.add(connect);
      connect.once('end', () => this.open.delete(connect));
    });
  }

  async close(): Promise<void> {
    await Promise.race([
      Promise.all([this.pool.end(), this.controlConnection.end()]),
      wait(CLOSE_TIMEOUT, undefined, { ref: false }),
    ]);
    for (const connection of this.open) connection.discard();
  }

  async acquire(label?: string): Promise<AcquiredConnection> {
    const { end } = await this.turns.acquire({ label });
    try {
      const connection = await this.connection();
      const release = (error?: unknown) => {
        this.release(connection, connection.lost || (error instanceof DatabaseError && error.fault === 'unavailable'));
        end();
      };
      return { connection, release };
    } catch (error) {
      end();
      throw error;
    }
  }

  async withConnection<Result>(
    work: (connection: PooledConnection) => Promise<Result>,
    label?: string,
  ): Promise<Result> {
    const { connection, release } = await this.acquire(label);
    try {
      const result = await work(connection);
      release();
      return result;
    } catch (error) {
      release(error);
      throw error;
    }
  }

  /** Creates a session whose statements run in order, even if they are sent without waiting. */
  createSession(
    connection: PostgresConnection,
    limits = { timeout: this.deadline, grace: LOST_CONNECTION_TIMEOUT_MS.short },
  ): JsonRowSession {
    let last: Promise<unknown> = Promise.resolve();
    const query: JsonRowSession['query'] = (sql, values, signal) => {
      const rows = last.then(() => this.send(connection, { sql, values, signal, limits }));
      last = rows.catch(() => undefined);
      return rows;
    };
    return {
      query,
      queryJsonRow: async (...statement) => {
        const [row] = await query(...statement);
        if (row?.[0] == null) throw new DatabaseError('statement', 'the statement returned no rows');
        return { json: Buffer.from(row[0]), rest: row.slice(1) };
      },
    };
  }

  /** Checks that a connection responds. If all are in use, checks that at least one makes progress. */
  async isResponding(): Promise<boolean> {
    try {
      if (this.taken.size >= this.most) {
        await this.controlConnection.query('select 1');
        return !this.watch.isSilent;
      }
      const connection = await this.connection();
      const answered = await this.probe(connection);
      this.release(connection, !answered);
      return answered;
    } catch {
      return false;
    }
  }

  private async connection(): Promise<PooledConnection> {
    for (;;) {
      // every client of the pool is a PostgresConnection
      const connection = (await this.pool.connect().catch(({ code, message }: pg.DatabaseError) => {
        throw new DatabaseError('unavailable', message, isSqlState(code) ? code : undefined);
      })) as PooledConnection;
      this.taken.add(connection);
      const isFresh = performance.now() - connection.lastUsed < PROBE_AFTER_IDLE_MS;
      if (!connection.lost && (isFresh || (await this.probe(connection)))) return connection;
      this.release(connection, true);
    }
  }

  private release(connection: PooledConnection, broken: boolean): void {
    this.taken.delete(connection);
    connection.lastUsed = performance.now();
    connection.release(broken);
  }

  private async probe(connection: PostgresConnection): Promise<boolean> {
    const limits = { timeout: PROBE_TIMEOUT, grace: PROBE_TIMEOUT };
    return this.send(connection, { sql: 'select 1', limits }).then(
      () => true,
      () => false,
    );
  }

  private async send(connection: PostgresConnection, { sql, values = [], signal, limits }: Statement) {
    if (signal?.aborted) throw new DatabaseError('aborted', 'the client disconnected');
    let canceling: Promise<unknown> | undefined;
    const cancel = () => {
      const sql = 'select pg_cancel_backend($1)';
      canceling = this.controlConnection.query(sql, [connection.backendPid]).catch(() => undefined);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    let end: () => void = () => undefined;
    const lost = new Promise<never>((_, reject) => {
      end = this.watch.watch(connection, limits, () => {
        reject(new DatabaseError('timeout', 'the connection to the database stopped responding', CONNECTION_FAILURE));
        this.lose(connection);
      });
    });
    try {
      const sent = connection.query({ text: sql, values: [...values], rowMode: 'array', types: AS_TEXT });
      const { rows } = await Promise.race([sent, lost]);
      return rows as unknown as TextRow[]; // `rowMode` and `types` guarantee the type
    } catch (error) {
      throw error instanceof DatabaseError ? error : toDatabaseError(error as pg.DatabaseError, signal);
    } finally {
      end();
      signal?.removeEventListener('abort', cancel);
      // a late cancellation would end the next statement of this connection
      if (!connection.lost) await canceling;
    }
  }

  /** Closes a lost connection and all idle ones, which are probably lost too. Reconnecting is cheap. */
  private lose(connection: PostgresConnection): void {
    connection.discard();
    for (const other of this.open) if (!this.taken.has(other)) other.discard();
  }

  private async findActiveBackends(backends: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.controlConnection.query(
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

/** SQLSTATEs of a server that is unavailable or shutting down, in addition to class 08. */
const SERVER_GONE_STATES = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006']);
const CANCELLED = '57014';
const DUPLICATE = '23505';
const INTERNAL = 'XX000';

/**
 * True for SQLSTATEs, which have five characters. All other codes are connection errors; only EPIPE has the same form.
 */
function isSqlState(code: string | undefined): boolean {
  return /^[0-9A-Z]{5}$/.test(code ?? '') && code !== 'EPIPE';
}

function toDatabaseError({ code, message }: pg.DatabaseError, signal?: AbortSignal): DatabaseError {
  if (code === CANCELLED) return new DatabaseError(signal?.aborted ? 'aborted' : 'timeout', message, code);
  const lost = !isSqlState(code) || code?.startsWith('08') || SERVER_GONE_STATES.has(code ?? '');
  // a Citus coordinator forwards the message or the loss of a worker without the corresponding SQLSTATE
  const gone = lost || (code === INTERNAL && /^(failure on connection|connection not open)/.test(message));
  const duplicate = code === INTERNAL && /^duplicate key value/.test(message);
  return new DatabaseError(gone ? 'unavailable' : 'statement', message, duplicate ? DUPLICATE : code);
}
