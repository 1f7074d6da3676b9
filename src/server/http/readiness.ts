import type { Database } from '#server/store/database.ts';

/** How long between two tries to prepare a database, and how long an answer to "are you there" may take, in ms. */
const RETRY = 1000;
const ANSWER = 2000;

/** Whether the database can be used: it has been prepared once, and answers now. */
export class Readiness {
  /** Whether the tables are there. What comes after is found out by using them. */
  prepared = false;
  private readonly database: Database;
  private readonly prepare: () => Promise<void>;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(database: Database, prepare: () => Promise<void>) {
    this.database = database;
    this.prepare = prepare;
  }

  /** Prepares the database, again and again until it succeeds. */
  async start(): Promise<void> {
    try {
      await this.prepare();
      this.prepared = true;
    } catch {
      if (!this.stopped) this.timer = setTimeout(() => void this.start(), RETRY);
    }
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
