/** Bind parameter. Lists are passed as JSON text, and bytes as hex digits, which both databases accept in the same way. */
export type BindValue = string | number | boolean | null;

export type TextRow = (string | null)[];

/** Row whose first column is JSON text, kept as the UTF-8 bytes of the response body. */
export type JsonRow = { json: Uint8Array; rest: TextRow };

/**
 * Sends statements to a database, or to a transaction in it. Throws only DatabaseError. Within a transaction,
 * statements that are sent without waiting run one after the other.
 */
export interface DatabaseSession {
  query(sql: string, values?: readonly BindValue[], signal?: AbortSignal): Promise<TextRow[]>;
}

export interface JsonRowSession extends DatabaseSession {
  queryJsonRow(sql: string, values: readonly BindValue[], signal?: AbortSignal): Promise<JsonRow>;
}

export type SqlStatement = { sql: string; values: readonly BindValue[] };

type Snapshot<Session> = Session & { release(): Promise<void> };

export type TransactionOptions = {
  /** True for a transaction with few small statements that are sent without pauses. Others may wait for its end. */
  short?: boolean;
  vacuum?: 'when it failed' | 'in any case';
};

/** Vacuums the large tables, because PGlite has no autovacuum and dead rows take up disk space. */
export async function vacuumLargeTables(session: DatabaseSession): Promise<void> {
  for (const table of ['document', 'device']) await session.query(`vacuum ${table}`).catch(() => undefined);
}

/** Database of a command: PGlite, PostgreSQL, or the PGlite of a running service. */
export interface Database extends DatabaseSession {
  readonly kind: 'pglite' | 'postgres';
  transaction<Result>(
    work: (session: DatabaseSession) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * Changes the keys of a project in a separate transaction. It does not wait for a running transaction, such as an
   * import, and does not depend on its result. With `urgent` it completes within 5 s, even if another statement has to
   * be aborted, and survives a crash of the machine.
   * @returns the rows of each statement
   * @throws DatabaseError `busy`, `timeout` or `unavailable` if the change is impossible
   */
  changeCredentials(
    project: string,
    statements: readonly SqlStatement[],
    options?: { urgent?: boolean },
  ): Promise<TextRow[][]>;
  /** Opens a session whose reads all see the same state, for any length of time. The caller must release it. */
  openSnapshot(): Promise<Snapshot<DatabaseSession>>;
  /** Flushes committed data to disk, so that it survives a crash of the machine. */
  persist(): Promise<void>;
  close(): Promise<void>;
}

/** Database of this process, for requests. PGlite and PostgreSQL differ only in how a statement is sent. */
export interface ServiceDatabase extends Database, JsonRowSession {
  /** Time limit for all statements of a request, in ms. Undefined if only single statements are limited. */
  readonly requestTimeout?: number;
  /**
   * Returns the number of ended transactions, if this process is the only writer. While the number is unchanged, so is
   * the stored data.
   */
  getWriteCount?(): number;
  /** Returns the number of statements and transactions so far, if one runs at a time. */
  getTurnCount?(): number;
  openSnapshot(): Promise<Snapshot<JsonRowSession>>;
  /** Checks that the database responds, without waiting in its queue. Never throws. */
  isResponding(): Promise<boolean>;
  getHealth?(): DatabaseHealth;
}

const TRANSACTION_ENDED = '25P02';

export async function runInTransaction<Result>(
  session: DatabaseSession,
  work: (session: DatabaseSession) => Promise<Result>,
): Promise<Result> {
  await session.query('begin');
  try {
    const result = await work(withFirstError(session));
    await session.query('commit');
    return result;
  } catch (error) {
    // the database has crashed or lost its connection, and so has already rolled back
    const gone = error instanceof DatabaseError && error.fault === 'unavailable';
    if (!gone) await session.query('rollback').catch(() => undefined);
    throw error;
  }
}

export async function runStatements(
  session: DatabaseSession,
  statements: readonly SqlStatement[],
): Promise<TextRow[][]> {
  const results: TextRow[][] = [];
  for (const { sql, values } of statements) results.push(await session.query(sql, values));
  return results;
}

/** Wraps the session of a transaction. A statement that fails because of an earlier error throws that earlier error. */
function withFirstError(session: DatabaseSession): DatabaseSession {
  let cause: DatabaseError | undefined;
  return {
    async query(...statement) {
      try {
        return await session.query(...statement);
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        if (error.sqlState !== TRANSACTION_ENDED) cause = error;
        throw cause ?? error;
      }
    },
  };
}

export const DISK_FULL_SQLSTATE = '53100';

export function createDiskFullError(): DatabaseError {
  return new DatabaseError('unavailable', 'No space left on device', DISK_FULL_SQLSTATE);
}

/**
 * Health of a database. `degraded` can only read, `stopped` can neither read nor write. Reasons are worded as clauses.
 */
export type DatabaseHealth =
  | { state: 'healthy' }
  | { state: 'degraded'; reason: string }
  | { state: 'stopped'; reason: string };

type DatabaseFault = 'statement' | 'timeout' | 'aborted' | 'unavailable' | 'busy';

/** The message is a clause, like those of PostgreSQL: lower case, without a period. */
export class DatabaseError extends Error {
  readonly fault: DatabaseFault;
  readonly sqlState: string | undefined;

  constructor(fault: DatabaseFault, message: string, sqlState?: string) {
    super(message);
    this.fault = fault;
    this.sqlState = sqlState;
  }
}
