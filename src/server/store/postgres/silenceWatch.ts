import type { ServerConnection } from './serverConnection.ts';

/** How often running statements are looked at, and how long one runs before that, in ms. */
const INTERVAL = 500;

/** How long the server may be out of reach before a connection that brings nothing either counts as lost, in ms. */
const UNREACHABLE = 30_000;

/** How long a statement may take, and how long the server may not be working on it, in ms. */
export type StatementLimits = { timeout: number; grace: number };

type Statement = StatementLimits & {
  connection: ServerConnection;
  began: number;
  /** Bytes that the connection had received, and since when nothing came although the server does not work for it. */
  received: number;
  doubted: number | undefined;
  lose: () => void;
};

/**
 * Finds connections that went silent. A statement that this side waits for, but that the server does not run, has lost its
 * way, or its answer has. `atWork` says which of some server processes run a statement; it throws when the server is out
 * of reach.
 */
export class SilenceWatch {
  private readonly statements = new Set<Statement>();
  private readonly atWork: (backends: readonly number[]) => Promise<ReadonlySet<number>>;
  private timer: NodeJS.Timeout | undefined;
  private answered = performance.now();

  constructor(atWork: SilenceWatch['atWork']) {
    this.atWork = atWork;
  }

  /** Calls `lose` when a statement that begins now misses its deadline, or is lost. Returns what ends the watch. */
  follow(connection: ServerConnection, limits: StatementLimits, lose: () => void): () => void {
    const { received } = connection;
    const statement = { ...limits, connection, began: performance.now(), received, doubted: undefined, lose };
    const deadline = setTimeout(lose, limits.timeout);
    this.statements.add(statement);
    this.schedule();
    return () => {
      clearTimeout(deadline);
      this.statements.delete(statement);
    };
  }

  /** Whether at least one statement is known to get nowhere, and none is known to run. */
  get isSilent(): boolean {
    const old = [...this.statements].filter(({ began }) => performance.now() - began > 2 * INTERVAL);
    return old.length > 0 && old.every(({ doubted }) => doubted !== undefined);
  }

  private schedule(): void {
    this.timer ??= setTimeout(async () => {
      await this.check(performance.now());
      this.timer = undefined;
      if (this.statements.size > 0) this.schedule();
    }, INTERVAL).unref();
  }

  private async check(now: number): Promise<void> {
    const asked = [...this.statements].filter(({ began, connection }) => began < now - INTERVAL && connection.backend);
    if (asked.length === 0) return;
    const reached = await this.atWork(asked.map(({ connection }) => connection.backend ?? 0)).catch(() => undefined);
    if (reached) this.answered = performance.now();
    // a server that was not asked for long has not been out of reach for long
    else if (asked.every(({ doubted }) => doubted === undefined)) this.answered = Math.max(this.answered, now);
    for (const statement of asked) this.judge(statement, reached, now);
  }

  private judge(statement: Statement, reached: ReadonlySet<number> | undefined, now: number): void {
    const { connection, grace, received } = statement;
    const works = reached?.has(connection.backend ?? 0) || connection.received !== received;
    statement.received = connection.received;
    if (works) statement.doubted = undefined;
    else statement.doubted ??= now;
    if (statement.doubted === undefined || !this.statements.has(statement)) return;
    const silence = performance.now() - statement.doubted;
    if (reached ? silence >= grace : performance.now() - this.answered >= UNREACHABLE) statement.lose();
  }
}
