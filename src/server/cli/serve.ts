import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryCatch } from '#lib/tryCatch.ts';
import { CommandError } from '#server/commandError.ts';
import {
  type DemoCredentials,
  ensureDemo,
  hasOnlyNonDemoProjects,
  loadOrCreateDemoCredentials,
  parseDemoEndTime,
} from '#server/demo/demo.ts';
import { type AppOptions, createApp } from '#server/http/app.ts';
import { assertPortFree, type HttpServer, startHttpServer } from '#server/http/httpServer.ts';
import { getFixedApiOrigin, loadHostConfig } from '#server/http/loadHostConfig.ts';
import { registerProcessMetrics } from '#server/http/metrics.ts';
import { createReadinessCheck, type ReadinessCheck } from '#server/http/readinessCheck.ts';
import { createRequestLogWriter } from '#server/http/requestLogger.ts';
import type { TestControl } from '#server/http/testControl.ts';
import { FailedSignInLimiter } from '#server/operations/authentication.ts';
import { createGatewayOperationHandler } from '#server/operations/gateway.ts';
import { createStoreOperationHandler } from '#server/operations/operations.ts';
import type { DatabaseHealth, ServiceDatabase } from '#server/store/database.ts';
import { type DataDirectory, lockDataDirectory } from '#server/store/embedded/dataDirectory.ts';
import type { EmbeddedDatabase } from '#server/store/embedded/pglite.ts';
import { openPostgres } from '#server/store/postgres/postgres.ts';
import { startCommandServer } from '#server/store/remote/commandServer.ts';
import { migrateSchema } from '#server/store/sql/schema.ts';
import { Store } from '#server/store/store.ts';
import { LOOPBACK_HOSTS, parseServeOptions, type ServeOptions } from './serveOptions.ts';

type Backend = Pick<AppOptions, 'operate' | 'ready' | 'extend'> & {
  credentials?: DemoCredentials | undefined;
  close: () => Promise<void>;
};

export async function serve(args: string[]): Promise<void> {
  const options = parseServeOptions(args, process.env);
  // validates the configuration before anything is opened
  const given = loadHostConfig(undefined, process.env, options.basePath, options.dashboards);
  await assertPortFree(options.host, options.port);
  // an interrupted start leaves the same files as a killed one, except for the lock file
  let stop = async () => undefined;
  stopOnSignal(() => stop());
  const { credentials, close, ...backend } = await createBackend(options);
  const log = createRequestLogWriter(options.log, (line) => process.stderr.write(line));
  const app = createApp({
    ...backend,
    basePath: options.basePath,
    hostConfig: loadHostConfig(credentials, process.env, options.basePath, options.dashboards),
    console: { root: getConsoleRoot(), fixedOrigin: getFixedApiOrigin(given) },
    log,
    hosts: options.demo || options.testControl ? LOOPBACK_HOSTS : undefined,
    allowOrigins: options.allowOrigins,
    trustProxy: options.trustProxy,
  });
  registerProcessMetrics();
  let server: HttpServer;
  try {
    server = await startHttpServer(app, options.host, options.port, { log });
  } catch (error) {
    await close();
    throw error;
  }
  stop = async () => {
    await server.stop();
    await close();
  };
  const url = `http://${options.host}:${server.port}${options.basePath.replace(/\/$/, '')}`;
  console.log(`Fleetlens is running at ${url}`);
  if (!existsSync(join(getConsoleRoot(), 'index.html')))
    console.error('The console is not built. To build it, run: npm run build');
  if (credentials) {
    console.log(`Sign in with API key ${credentials.apiKey} and token ${credentials.token}`);
    console.log(`export URL=${url} KEY=${credentials.apiKey} TOKEN=${credentials.token}`);
  }
}

/** Time in ms in which a repeated signal is ignored. A terminal sends one signal, and npm forwards another. */
const SIGNAL_GRACE_MS = 500;

const STOP_TIMEOUT_MS = 9500;

function stopOnSignal(stop: () => Promise<void>): void {
  let wished: number | undefined;
  const heard = async () => {
    if (wished !== undefined) {
      if (performance.now() - wished > SIGNAL_GRACE_MS) process.exit(1);
      return;
    }
    wished = performance.now();
    setTimeout(() => {
      console.error(`The service did not stop within ${STOP_TIMEOUT_MS / 1000} s and was terminated.`);
      process.exit(1);
    }, STOP_TIMEOUT_MS);
    await stop();
    process.exit(0);
  };
  process.on('SIGINT', heard).on('SIGTERM', heard);
  exitWithParent(heard);
}

async function createBackend(options: ServeOptions): Promise<Backend> {
  if (options.upstream !== undefined)
    return { operate: createGatewayOperationHandler(options.upstream), close: async () => undefined };
  return options.target.database === undefined
    ? createEmbeddedBackend(options)
    : createServerBackend(options, options.target.database);
}

async function createEmbeddedBackend(options: ServeOptions): Promise<Backend> {
  const directory = await lockDataDirectory(options.target.data);
  let opened: EmbeddedDatabase | undefined;
  try {
    const made = () => loadOrCreateDemoCredentials(directory.path);
    let credentials = options.demo && (directory.isNew || !options.demoIfEmpty) ? await made() : undefined;
    const now = getDemoTime();
    const database = await directory.openDatabase(
      async (fresh) => {
        if (credentials) await ensureDemo(fresh, credentials, now);
      },
      { reservesSpace: true, onHealthChange: (health) => console.error(describeHealth(directory.path, health)) },
    );
    opened = database;
    if (options.demoIfEmpty && !(await hasOnlyNonDemoProjects(database))) credentials ??= await made();
    if (credentials) await ensureDemo(database, credentials, now);
    await warnIfEmpty(database, `--data ${directory.path}`);
    const readiness = createReadinessCheck(database, async () => undefined);
    await readiness.start();
    const backend = await createStoreBackend(database, readiness, options);
    const refuseCommands = await acceptCommands(directory, database);
    const close = async () => {
      await refuseCommands();
      await database.close();
      await directory.release();
    };
    return { ...backend, credentials, close };
  } catch (error) {
    await opened?.close();
    await directory.release();
    throw error;
  }
}

async function acceptCommands(directory: DataDirectory, database: EmbeddedDatabase): Promise<() => Promise<void>> {
  try {
    return await startCommandServer(directory.pinnedPath, database);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    console.error(
      `Other commands cannot use ${directory.path} while this service runs, because it could not create its socket there (${code ?? message}).`,
    );
    await directory.refuseCommands();
    return async () => undefined;
  }
}

function describeHealth(path: string, health: DatabaseHealth): string {
  if (health.state === 'healthy') return `The database in ${path} is fully available again.`;
  if (health.state === 'degraded') return `The database in ${path} is read-only: ${health.reason}.`;
  return `The service stopped its database in ${path} and no longer writes to it: ${health.reason}. Restart the service.`;
}

function getDemoTime(): number {
  const now = parseDemoEndTime(process.env['FLEETLENS_DEMO_NOW']);
  if (now === undefined) throw new CommandError(`FLEETLENS_DEMO_NOW: expected a time such as 2026-01-01T12:00:00Z.`);
  return now;
}

/**
 * Connects to a PostgreSQL server, which may be unreachable at the start. The database is prepared once it responds.
 */
async function createServerBackend(options: ServeOptions, url: string): Promise<Backend> {
  const credentials = options.demo ? await loadOrCreateDemoCredentials(options.target.data) : undefined;
  const now = getDemoTime();
  const database = openPostgres({ url });
  const prepare = async () => {
    await migrateSchema(database);
    if (credentials) await ensureDemo(database, credentials, now);
    await warnIfEmpty(database, '--database URL');
  };
  const readiness = createReadinessCheck(database, prepare, undefined, ({ message }) => {
    console.error(message);
    process.exit(1);
  });
  void readiness.start();
  const close = async () => {
    readiness.stop();
    await database.close();
  };
  return { ...(await createStoreBackend(database, readiness, options)), credentials, close };
}

/**
 * Warns about an empty database, because a command with another target would create its project in the other database.
 */
async function warnIfEmpty(database: ServiceDatabase, target: string): Promise<void> {
  const [some] = await database.query('select 1 from project limit 1', []);
  if (!some) console.log(`No project exists yet. To create one, run: fleetlens project create ID ${target}`);
}

async function createStoreBackend(
  database: ServiceDatabase,
  readiness: ReadinessCheck,
  { pageSize, groupMemory, testControl }: ServeOptions,
) {
  const store = new Store(database, pageSize, groupMemory);
  const attempts = new FailedSignInLimiter();
  const options = { store, attempts, ready: () => readiness.prepared };
  const ready = () => readiness.check();
  if (!testControl) return { operate: createStoreOperationHandler(options), ready };
  // loaded only if tests may disturb the service
  const { TestControl } = await import('#server/http/testControl.ts');
  const control = new TestControl(store, attempts);
  const operate = control.withFaults(createStoreOperationHandler({ ...options, now: control.now }));
  return { operate, ready, extend: (app: Parameters<TestControl['addRoutes']>[0]) => control.addRoutes(app) };
}

function getConsoleRoot(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const built = join(here, '..', 'console');
  return existsSync(built) ? built : join(here, '..', '..', '..', 'dist', 'console');
}

const CHECK_INTERVAL_MS = 1000;

/**
 * Ends the service when npm or npx, which runs it in the foreground, ends. npm forwards no signal, so the service would
 * continue to hold port and directory. With other parents, such as a shell before nohup, the service keeps running.
 */
function exitWithParent(end: () => void): void {
  if (!isNpmForegroundScript(process.env['npm_lifecycle_script'])) return;
  const starters = getParentProcesses();
  const watch = setInterval(() => {
    if (getParentProcesses() === starters) return;
    clearInterval(watch);
    end();
  }, CHECK_INTERVAL_MS).unref();
}

export function isNpmForegroundScript(script = ''): boolean {
  return /^["']?(fleetlens|node src\/server\/cli\/start\.mjs)\b[^&]*$/.test(script);
}

function getParentProcesses(): string {
  const status = tryCatch(() => readFileSync(`/proc/${process.ppid}/status`, 'utf8')) ?? '';
  const [, behind = ''] = /^Name:\t\w*sh\n[\s\S]*^PPid:\t(\d+)/m.exec(status) ?? [];
  return `${process.ppid} ${behind}`;
}
