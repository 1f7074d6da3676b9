import pg from 'pg';
import {
  type Database,
  DatabaseError,
  type Row,
  type Session,
  tellingCause,
  type Value,
} from '#server/store/database.ts';
import { Turns } from '#server/store/turns.ts';

type PostgresOptions = {
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
export function openPostgres({
  url,
  connections = 10,
  statementTimeout = 10_000,
  patience = 5000,
}: PostgresOptions): Database {
  const settings = { connectionString: url, application_name: 'fleetlens', keepAlive: true };
  const pool = new pg.Pool({
    ...settings,
    max: connections,
    connectionTimeoutMillis: patience,
    statement_timeout: statementTimeout,
    onConnect: prepare,
  });
  const turns = new Turns({ width: connections, patience });
  // cancelling must not wait for the connections that it is to free, nor must the question whether the server is there
  const aside = new pg.Pool({ ...settings, max: 1, connectionTimeoutMillis: 2000 });
  // an idle connection that breaks is replaced at the next use; unheard, its error would end the process
  for (const each of [pool, aside]) each.on('error', () => undefined);

  /** A connection in its turn, and what gives it back. */
  async function take(): Promise<{ client: pg.PoolClient; release: (error?: unknown) => void }> {
    const end = await turns.begin();
    let broken: Error | undefined;
    const breaks = (error: Error) => {
      broken = error;
    };
    try {
      const client = await connect(pool);
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

  async function connected<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const { client, release } = await take();
    try {
      const result = await work(client);
      release();
      return result;
    } catch (error) {
      release(error);
      throw error;
    }
  }

  const session = (client: pg.PoolClient): Session => {
    let last: Promise<unknown> = Promise.resolve();
    const query: Session['query'] = (sql, values = [], signal) => {
      const rows = last.then(() => send(client, aside, sql, values, signal));
      last = rows.catch(() => undefined);
      return rows;
    };
    return {
      query,
      json: async (sql, values, signal) => {
        const [row] = await query(sql, values, signal);
        if (row?.[0] == null) throw new DatabaseError('statement', 'The statement answered nothing.');
        return { json: Buffer.from(row[0]), rest: row.slice(1) };
      },
    };
  };

  return {
    kind: 'postgres',
    query: (...statement) => connected((client) => session(client).query(...statement)),
    json: (...statement) => connected((client) => session(client).json(...statement)),
    transaction: (work) =>
      connected(async (client) => {
        // a large import may take its time; single statements of the service stay bounded
        await send(client, aside, 'begin', []);
        await send(client, aside, 'set local statement_timeout = 0', []);
        try {
          const result = await work(tellingCause(session(client)));
          await send(client, aside, 'commit', []);
          return result;
        } catch (error) {
          await client.query('rollback').catch(() => undefined);
          throw error;
        }
      }),
    async snapshot() {
      const { client, release } = await take();
      try {
        await send(client, aside, 'begin isolation level repeatable read read only', []);
      } catch (error) {
        release(error);
        throw error;
      }
      return { ...session(client), release: () => send(client, aside, 'commit', []).then(() => release(), release) };
    },
    // the server syncs what it commits
    persist: async () => undefined,
    answers: () =>
      aside.query('select 1').then(
        () => true,
        () => false,
      ),
    close: async () => void (await Promise.all([pool.end(), aside.end()])),
  };
}

/** Compiling a statement of many fields takes the server many times as long as running it. */
async function prepare(client: pg.ClientBase): Promise<void> {
  await client.query('set jit = off');
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new DatabaseError('unavailable', (error as Error).message);
  }
}

async function send(
  client: pg.PoolClient,
  aside: pg.Pool,
  text: string,
  values: readonly Value[],
  signal?: AbortSignal,
): Promise<Row[]> {
  if (signal?.aborted) throw new DatabaseError('aborted', 'The caller went away.');
  // the declared type of a client lacks the number of its server process
  const { processID } = client as unknown as { processID: number };
  const cancel = () => aside.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined);
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

function databaseError({ code, message, detail }: pg.DatabaseError, signal?: AbortSignal): DatabaseError {
  if (code === CANCELLED) return new DatabaseError(signal?.aborted ? 'aborted' : 'timeout', message, code);
  // errors of the connection carry no SQLSTATE, which always has five characters
  const lost = !/^[0-9A-Z]{5}$/.test(code ?? '') || code?.startsWith('08') || GONE.has(code ?? '');
  // a coordinator passes on what a worker said, or that it is away, without the SQLSTATE that belongs to it
  const gone = lost || (code === INTERNAL && /^(failure on connection|connection not open)/.test(message));
  const duplicate = code === INTERNAL && /^duplicate key value/.test(message);
  return new DatabaseError(gone ? 'unavailable' : 'statement', message, duplicate ? DUPLICATE : code, detail);
}
