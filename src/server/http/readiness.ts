import { type Database, DatabaseError } from '#server/store/database.ts';

/** How long between two tries to prepare a database, and how long an answer to "are you there" may take, in ms. */
const RETRY = 1000;
const ANSWER = 2000;

/** Whether the database can be used: it has been prepared once, and answers now. */
export class Readiness {
  /** Whether the tables are there. What comes after is found out by using them. */
  prepared = false;
  private readonly database: Database;
  private readonly prepare: () => Promise<void>;
  private readonly log: (reason: string) => void;
  /** Why it is not prepared, as far as it was logged. */
  private reason = '';
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  /** `log` hears each new reason why the database cannot be prepared, which holds no credentials. */
  constructor(
    database: Database,
    prepare: () => Promise<void>,
    log: (reason: string) => void = (reason) => console.error(reason),
  ) {
    this.database = database;
    this.prepare = prepare;
    this.log = log;
  }

  /** Prepares the database, again and again until it succeeds. */
  async start(): Promise<void> {
    try {
      await this.prepare();
      this.prepared = true;
    } catch (error) {
      this.explain(error);
      if (!this.stopped) this.timer = setTimeout(() => void this.start(), RETRY);
    }
  }

  private explain(error: unknown): void {
    const { message, sqlState } = error instanceof DatabaseError ? error : { message: String(error) };
    const reason = `The database is not ready: ${message}${sqlState ? ` (${sqlState})` : ''}.`;
    if (reason !== this.reason) this.log(reason);
    this.reason = reason;
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  async check(): Promise<boolean> {
    if (!this.prepared) return false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), ANSWER);
    });
    return Promise.race([this.database.answers(), late]).finally(() => clearTimeout(timer));
  }
}
