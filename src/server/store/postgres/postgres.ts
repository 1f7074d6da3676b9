import pg from 'pg';
import {
  type Database,
  DatabaseError,
  inTransaction,
  type Row,
  type Session,
  type Value,
} from '#server/store/database.ts';
import { Turns } from '#server/store/turns.ts';

export type PostgresOptions = {
  /** `postgres://user@host:port/database` */
  url: string;
  /** Connections at most. */
  connections?: number;
  /** A statement that runs longer is cancelled, in ms. */
  statementTimeout?: number;
  /** How long a caller waits for its turn at a connection before the service says it is busy, in ms. */
  patience?: number;
};

/** SQLSTATEs that say the server is gone or going, besides the whole class 08. */
const GONE = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006']);
const CANCELLED = '57014';
const DUPLICATE = '23505';
const INTERNAL = 'XX000';

/** Columns stay the text that PostgreSQL wrote: a number must not be rounded on its way out. */
const AS_TEXT = { getTypeParser: () => (value: unknown) => value };

/** A pool of connections to a PostgreSQL server, opened when first needed; the server may come and go. */
export function openPostgres(options: PostgresOptions): Database {
  const connections = new Connections(options);
  return {
    kind: 'postgres',
    query: (...statement) => connections.use((client) => connections.session(client).query(...statement)),
    json: (...statement) => connections.use((client) => connections.session(client).json(...statement)),
    transaction: (work) =>
      connections.use((client) =>
        inTransaction(connections.session(client), async (session) => {
          // a large import may take its time; single statements of the service stay bounded
          await session.query('set local statement_timeout = 0');
          return work(session);
        }),
      ),
    async snapshot() {
      const { client, release } = await connections.take();
      const session = connections.session(client);
      try {
        await session.query('begin isolation level repeatable read read only');
      } catch (error) {
        release(error);
        throw error;
      }
      return { ...session, release: () => session.query('commit').then(() => release(), release) };
    },
    // the server syncs what it commits
    persist: async () => undefined,
    answers: () =>
      connections.aside.query('select 1').then(
        () => true,
        () => false,
      ),
    close: () => connections.close(),
  };
}

/** A connection in its turn, and what gives it back. */
type Taken = { client: pg.PoolClient; release: (error?: unknown) => void };

class Connections {
  /** Cancelling must not wait for the connections that it is to free, nor must the question whether the server is there. */
  readonly aside: pg.Pool;
  private readonly pool: pg.Pool;
  private readonly turns: Turns;

  constructor({ url, connections = 10, statementTimeout = 10_000, patience = 5000 }: PostgresOptions) {
    const settings = { connectionString: url, application_name: 'fleetlens', keepAlive: true };
    this.pool = new pg.Pool({
      ...settings,
      max: connections,
      connectionTimeoutMillis: patience,
      statement_timeout: statementTimeout,
      // compiling a statement of many fields takes the server many times as long as running it
      onConnect: (client) => client.query('set jit = off').then(() => undefined),
    });
    this.aside = new pg.Pool({ ...settings, max: 1, connectionTimeoutMillis: 2000 });
    this.turns = new Turns({ width: connections, patience });
    // an idle connection that breaks is replaced at the next use; unheard, its error would end the process
    for (const pool of [this.pool, this.aside]) pool.on('error', () => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.aside.end()]);
  }

  async take(): Promise<Taken> {
    const end = await this.turns.begin();
    let broken: Error | undefined;
    const breaks = (error: Error) => {
      broken = error;
    };
    try {
      const client = await this.pool.connect().catch(({ code, message }: pg.DatabaseError) => {
        throw new DatabaseError('unavailable', message, isSqlState(code) ? code : undefined);
      });
      client.on('error', breaks);
      const release = (error?: unknown) => {
        if (error instanceof DatabaseError && error.fault === 'unavailable') broken = error;
        client.off('error', breaks);
        client.release(broken);
        end();
      };
      return { client, release };
    } catch (error) {
      end();
      throw error;
    }
  }

  async use<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const { client, release } = await this.take();
    try {
      const result = await work(client);
      release();
      return result;
    } catch (error) {
      release(error);
      throw error;
    }
  }

  /** What is sent to one connection without waiting runs one after the other. */
  session(client: pg.PoolClient): Session {
    let last: Promise<unknown> = Promise.resolve();
    const query: Session['query'] = (...statement) => {
      const rows = last.then(() => this.send(client, ...statement));
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

  private async send(client: pg.PoolClient, text: string, values: readonly Value[] = [], signal?: AbortSignal) {
    if (signal?.aborted) throw new DatabaseError('aborted', 'The caller went away.');
    // the declared type of a client lacks the number of its server process
    const { processID } = client as unknown as { processID: number };
    const cancel = () => this.aside.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const result = await client.query({ text, values: [...values], rowMode: 'array', types: AS_TEXT });
      return result.rows as Row[];
    } catch (error) {
      throw databaseError(error as pg.DatabaseError, signal);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }
}

/** Errors of the connection carry no SQLSTATE, which always has five characters; one of theirs looks like one. */
function isSqlState(code: string | undefined): boolean {
  return /^[0-9A-Z]{5}$/.test(code ?? '') && code !== 'EPIPE';
}

function databaseError({ code, message }: pg.DatabaseError, signal?: AbortSignal): DatabaseError {
  if (code === CANCELLED) return new DatabaseError(signal?.aborted ? 'aborted' : 'timeout', message, code);
  const lost = !isSqlState(code) || code?.startsWith('08') || GONE.has(code ?? '');
  // a coordinator passes on what a worker said, or that it is away, without the SQLSTATE that belongs to it
  const gone = lost || (code === INTERNAL && /^(failure on connection|connection not open)/.test(message));
  const duplicate = code === INTERNAL && /^duplicate key value/.test(message);
  return new DatabaseError(gone ? 'unavailable' : 'statement', message, duplicate ? DUPLICATE : code);
}
