/** A bind parameter. Lists go as JSON text, so that both databases take them alike. */
export type BindValue = string | number | boolean | Uint8Array | null;

/** A row as PostgreSQL writes it: every column in its text form. */
export type TextRow = (string | null)[];

/** One row whose first column is JSON text, kept as the UTF-8 bytes it will be sent as. */
export type JsonRow = { json: Uint8Array; rest: TextRow };

/**
 * What a statement can be sent to: a database, or a transaction within it. Errors are DatabaseError. Within a
 * transaction, statements that are sent without waiting run one after the other.
 */
export interface Session {
  query(sql: string, values?: readonly BindValue[], signal?: AbortSignal): Promise<TextRow[]>;
  /** The only row of a statement that answers with finished JSON. */
  json(sql: string, values: readonly BindValue[], signal?: AbortSignal): Promise<JsonRow>;
}

/** A statement with its bind parameters. */
export type Statement = { sql: string; values: readonly BindValue[] };

type Snapshot = Session & { release(): Promise<void> };

/** What a database that does not tidy up by itself, or that others read meanwhile, should know of a transaction. */
export type TransactionOptions = {
  /** Few small statements, sent one upon the other: others may wait for its end. */
  short?: boolean;
  /** When what it left that nobody needs any more is cleared away: what was replaced, or what was rolled back. */
  tidy?: 'when it failed' | 'in any case';
};

/** Tables that hold much, and so may hold much that nobody needs. */
export const LARGE_TABLES = ['document', 'device'] as const;

/** PGlite and PostgreSQL differ only in this: how a statement is sent. */
export interface Database extends Session {
  readonly kind: 'pglite' | 'postgres';
  /** Time that a request may spend at it before it is refused, in ms; none where only its statements are limited. */
  readonly requestTimeout?: number;
  /** How many transactions have ended, where nobody else can write: as long as it is the same, so is all that is stored. */
  writes?(): number;
  /** Runs everything that `work` sends in one transaction, rolled back when it throws. */
  transaction<Result>(work: (session: Session) => Promise<Result>, course?: TransactionOptions): Promise<Result>;
  /**
   * Runs statements that change the keys of a project, in one transaction that does not wait for a transaction under way,
   * such as an import that waits for its input, and that is not lost when that one commits. Returns the rows of each.
   *
   * With `urgent` it is done within 5 s, even if another statement has to be ended for it, and survives a crash of the
   * machine. DatabaseError `busy`, `timeout` or `unavailable` where that is impossible.
   */
  changeCredentials(
    project: string,
    statements: readonly Statement[],
    options?: { urgent?: boolean },
  ): Promise<TextRow[][]>;
  /** Reads that all see one state, however long they take. The caller releases it. */
  snapshot(): Promise<Snapshot>;
  /** Makes what is committed survive a crash of the machine. */
  persist(): Promise<void>;
  /** Whether it answers, found out without waiting behind what others asked of it. Never throws. */
  answers(): Promise<boolean>;
  /** What limits the database now, where it can know that without a statement. */
  getHealth?(): DatabaseHealth;
  close(): Promise<void>;
}

/** SQLSTATE of a statement in a transaction that an earlier one has ended. */
const TRANSACTION_ENDED = '25P02';

/** Does `work` between begin and commit, or takes back what it did. */
export async function runInTransaction<Result>(
  session: Session,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  await session.query('begin');
  try {
    const result = await work(withFirstError(session));
    await session.query('commit');
    return result;
  } catch (error) {
    // a database that died, or whose connection is given up, has rolled back by that
    const gone = error instanceof DatabaseError && error.fault === 'unavailable';
    if (!gone) await session.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Runs statements one after the other. Returns the rows of each. */
export async function runStatements(session: Session, statements: readonly Statement[]): Promise<TextRow[][]> {
  const results: TextRow[][] = [];
  for (const { sql, values } of statements) results.push(await session.query(sql, values));
  return results;
}

/** Statements of a transaction; one that only fails because another did tells what that one told. */
function withFirstError(session: Session): Session {
  let cause: DatabaseError | undefined;
  const told = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      if (error.sqlState !== TRANSACTION_ENDED) cause = error;
      throw cause ?? error;
    }
  };
  return {
    query: (...statement) => told(session.query(...statement)),
    json: (...statement) => told(session.json(...statement)),
  };
}

/** SQLSTATE of a disk that is full. */
export const DISK_FULL = '53100';

export function createDiskFullError(): DatabaseError {
  return new DatabaseError('unavailable', 'No space left on device', DISK_FULL);
}

/** State of a database beyond whether it answers: `degraded` only reads, `stopped` does neither. Reasons are clauses. */
export type DatabaseHealth =
  | { state: 'healthy' }
  | { state: 'degraded'; reason: string }
  | { state: 'stopped'; reason: string };

/** What went wrong, by what a caller can do about it. */
type DatabaseFault = 'statement' | 'timeout' | 'aborted' | 'unavailable' | 'busy';

export class DatabaseError extends Error {
  readonly fault: DatabaseFault;
  /** SQLSTATE, for a statement that the database refused. */
  readonly sqlState: string | undefined;

  constructor(fault: DatabaseFault, message: string, sqlState?: string) {
    super(message);
    this.fault = fault;
    this.sqlState = sqlState;
  }
}
