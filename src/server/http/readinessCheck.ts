import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '#server/commandError.ts';
import { DatabaseError, type ServiceDatabase } from '#server/store/database.ts';

/** Delay between attempts to prepare the database, and timeout of a health query, in ms. */
const RETRY_DELAY_MS = 1000;
const ANSWER_TIMEOUT_MS = 2000;

export type ReadinessCheck = ReturnType<typeof createReadinessCheck>;

export type ReadinessStatus = { status: 'ready' } | { status: 'degraded' | 'not ready'; reason: string };

/**
 * Creates the readiness check. The service is ready once the database is prepared, as long as the database responds.
 * `log` receives each new failure reason, without credentials. `refuse` recognizes failures that no retry can resolve.
 */
export function createReadinessCheck(
  database: ServiceDatabase,
  prepare: () => Promise<void>,
  log: (reason: string) => void = (reason) => console.error(reason),
  refuse?: (reason: CommandError) => void,
) {
  let [prepared, stopped] = [false, false];
  let logged = '';
  let timer: NodeJS.Timeout | undefined;
  const explain = (error: unknown) => {
    const { message, sqlState } = error instanceof DatabaseError ? error : { message: String(error) };
    const reason = `The database is not ready: ${message}${sqlState ? ` (${sqlState})` : ''}.`;
    if (reason !== logged) log(reason);
    logged = reason;
  };
  const start = async (): Promise<void> => {
    try {
      await prepare();
      prepared = true;
    } catch (error) {
      if (refuse && error instanceof CommandError) return refuse(error);
      explain(error);
      if (!stopped) timer = setTimeout(() => void start(), RETRY_DELAY_MS);
    }
  };
  return {
    start,
    get prepared() {
      return prepared;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
    async check(): Promise<ReadinessStatus> {
      const health = database.getHealth?.() ?? { state: 'healthy' };
      if (health.state === 'stopped') return { status: 'not ready', reason: health.reason };
      const answers =
        prepared && (await Promise.race([database.isResponding(), wait(ANSWER_TIMEOUT_MS, false, { ref: false })]));
      if (!answers) return { status: 'not ready', reason: 'database' };
      return health.state === 'degraded' ? { status: 'degraded', reason: health.reason } : { status: 'ready' };
    },
  };
}
