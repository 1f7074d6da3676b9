import type { Socket } from 'node:net';
import pg from 'pg';

/** Time limit for setting up a new connection, in ms. */
const SETUP_TIMEOUT = 3000;

/** Time for the server to close a connection, in ms. */
const GOODBYE = 1000;

/** Time limits of a control connection for connecting and for a response, in ms. */
const CONNECT_TIMEOUT = 2000;
const ANSWER_TIMEOUT = 500;

/** PostgreSQL connection that can be closed even if its server no longer responds. */
export class PostgresConnection extends pg.Client {
  lost = false;
  lastUsed = performance.now();
  backendPid: number | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // without a listener the error of a broken connection would end the process
    this.on('error', () => {
      this.lost = true;
    });
  }

  async setUp(): Promise<void> {
    const late = setTimeout(() => this.discard(), SETUP_TIMEOUT);
    try {
      // for statements with many fields, JIT compilation takes many times as long as execution
      await this.query('set jit = off');
      const { rows } = await this.query<{ pid: number }>('select pg_backend_pid() as pid');
      // pg stores the process ID, but does not declare it
      const { processID } = this as unknown as { processID: number };
      if (rows[0]?.pid === processID) this.backendPid = processID;
    } finally {
      clearTimeout(late);
    }
  }

  get receivedBytes(): number {
    return this.socket.bytesRead;
  }

  /** Closes the socket at once. Pending statements fail, and the pool removes the connection. */
  discard(): void {
    this.lost = true;
    this.socket.destroy();
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const late = setTimeout(() => this.discard(), GOODBYE);
    this.once('end', () => clearTimeout(late));
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  private get socket(): Socket {
    // pg does not declare the client's internals
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }
}

/** Separate connection for statements that must not wait for the connections that serve requests. */
export class ControlConnection {
  private readonly pool: pg.Pool;

  constructor(settings: pg.PoolConfig) {
    this.pool = new pg.Pool({
      ...settings,
      Client: PostgresConnection,
      max: 1,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
    });
    // a broken connection is replaced at the next use; without a listener its error would end the process
    this.pool.on('error', () => undefined);
  }

  /** Runs a short statement. A connection that exceeds the time limit is replaced once. */
  async query(sql: string, values: unknown[] = [], tries = 2): Promise<{ pid?: unknown }[]> {
    // every client of the pool is a PostgresConnection
    const connection = (await this.pool.connect()) as PostgresConnection & pg.PoolClient;
    const late = setTimeout(() => connection.discard(), ANSWER_TIMEOUT);
    try {
      const { rows } = await connection.query(sql, values);
      return rows;
    } catch (error) {
      if (tries <= 1 || !connection.lost) throw error;
    } finally {
      clearTimeout(late);
      connection.release(connection.lost);
    }
    return this.query(sql, values, tries - 1);
  }

  end(): Promise<void> {
    return this.pool.end();
  }
}
