import pg from 'pg';
import { PostgresConnection } from './postgresConnection.ts';

/** Time limits for connecting and for a response, in ms. */
const CONNECT_TIMEOUT = 2000;
const ANSWER_TIMEOUT = 500;

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
