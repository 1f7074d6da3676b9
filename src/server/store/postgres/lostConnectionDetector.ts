import type { PostgresConnection } from './postgresConnection.ts';

const CHECK_INTERVAL_MS = 500;

/** Time for which the server may be unreachable before a connection without data counts as lost, in ms. */
const UNREACHABLE_TIMEOUT_MS = 30_000;

export type StatementLimits = { timeout: number; grace: number };

type Statement = StatementLimits & {
  connection: PostgresConnection;
  began: number;
  received: number;
  doubted: number | undefined;
  lose: () => void;
};

/**
 * Detects lost connections: the client waits for a statement that the server is not running. `findActiveBackends`
 * returns the backends that are running a statement, and throws if the server is unreachable.
 */
export class LostConnectionDetector {
  private readonly statements = new Set<Statement>();
  private readonly findActiveBackends: (backends: readonly number[]) => Promise<ReadonlySet<number>>;
  private timer: NodeJS.Timeout | undefined;
  private answered = performance.now();

  constructor(atWork: LostConnectionDetector['findActiveBackends']) {
    this.findActiveBackends = atWork;
  }

  /**
   * Calls `lose` when a statement exceeds its time limit or is lost.
   * @returns the function that stops watching
   */
  watch(connection: PostgresConnection, limits: StatementLimits, lose: () => void): () => void {
    const { receivedBytes } = connection;
    const statement = {
      ...limits,
      connection,
      began: performance.now(),
      received: receivedBytes,
      doubted: undefined,
      lose,
    };
    const deadline = setTimeout(lose, limits.timeout);
    this.statements.add(statement);
    this.schedule();
    return () => {
      clearTimeout(deadline);
      this.statements.delete(statement);
    };
  }

  get isSilent(): boolean {
    const old = [...this.statements].filter(({ began }) => performance.now() - began > 2 * CHECK_INTERVAL_MS);
    return old.length > 0 && old.every(({ doubted }) => doubted !== undefined);
  }

  private schedule(): void {
    this.timer ??= setTimeout(async () => {
      await this.check(performance.now());
      this.timer = undefined;
      if (this.statements.size > 0) this.schedule();
    }, CHECK_INTERVAL_MS).unref();
  }

  private async check(now: number): Promise<void> {
    const asked = [...this.statements].filter(
      ({ began, connection }) => began < now - CHECK_INTERVAL_MS && connection.backendPid,
    );
    if (asked.length === 0) return;
    const reached = await this.findActiveBackends(asked.map(({ connection }) => connection.backendPid ?? 0)).catch(
      () => undefined,
    );
    if (reached) this.answered = performance.now();
    // the time without a check does not count as unreachable
    else if (asked.every(({ doubted }) => doubted === undefined)) this.answered = Math.max(this.answered, now);
    for (const statement of asked) this.checkStatement(statement, reached, now);
  }

  private checkStatement(statement: Statement, reached: ReadonlySet<number> | undefined, now: number): void {
    const { connection, grace, received } = statement;
    const works = reached?.has(connection.backendPid ?? 0) || connection.receivedBytes !== received;
    statement.received = connection.receivedBytes;
    if (works) statement.doubted = undefined;
    else statement.doubted ??= now;
    if (statement.doubted === undefined || !this.statements.has(statement)) return;
    const silence = performance.now() - statement.doubted;
    if (reached ? silence >= grace : performance.now() - this.answered >= UNREACHABLE_TIMEOUT_MS) statement.lose();
  }
}
