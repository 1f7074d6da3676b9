import { isIPv6 } from 'node:net';
import { OPERATIONS } from '#contract/operations.ts';
import { CommandError } from '#server/commandError.ts';
import { API_PATH } from '#server/http/app.ts';
import { readDashboardFolder } from '#server/http/loadHostConfig.ts';
import {
  parseChoiceOption,
  parseCommandArguments,
  parseHttpUrlOption,
  parseWholeNumberOption,
} from './commandArguments.ts';
import { DATABASE_TARGET_OPTIONS, DATABASE_TARGET_USAGE, parseDatabaseTarget } from './databaseTarget.ts';

export const SERVE_USAGE = `fleetlens serve: run the service and serve the console
${DATABASE_TARGET_USAGE}
  --host HOST       address to listen on (default: 127.0.0.1)
  --port PORT       port to listen on (default: PORT, else 4600; 0: any free port)
  --base-path PATH  path prefix of all URLs, such as /fleet/; a proxy may strip it (default: /)
  --page-size N     documents per page (default: 20)
  --group-memory MB memory for the groups of all queries, in MB (default: 256)
  --allow-origin O  allow cross-origin requests (CORS) from this origin; may be repeated
  --trust-proxy     read the client address from the last entry of X-Forwarded-For
  --upstream URL    run as a gateway: forward requests to the service at this URL
  --dashboards DIR  show the dashboard files (*.json) of this folder to all users, read-only
  --log LEVEL       what to log to standard error, as JSON lines: errors (default; includes failed sign-ins), requests or nothing
  --demo            create the demo project, and offer it on the sign-in page; loopback only
  --demo-if-empty   the same as --demo, unless the data directory contains only other projects
  --test-control    enable fault injection for tests under /test; loopback only`;

export const SERVE_OPTIONS = {
  ...DATABASE_TARGET_OPTIONS,
  host: { type: 'string' },
  port: { type: 'string' },
  'base-path': { type: 'string' },
  'page-size': { type: 'string' },
  'group-memory': { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  'trust-proxy': { type: 'boolean' },
  upstream: { type: 'string' },
  dashboards: { type: 'string' },
  log: { type: 'string' },
  demo: { type: 'boolean' },
  'demo-if-empty': { type: 'boolean', default: false },
  'test-control': { type: 'boolean' },
} as const;

export type ServeOptions = ReturnType<typeof parseServeOptions>;

export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** Paths reserved for the service. A trailing slash includes all paths below it. */
const OWN_PATHS: readonly string[] = [
  ...Object.values(OPERATIONS).map(({ path }) => API_PATH + path),
  ...['/assets/', '/config.json', '/healthz', '/metrics', '/openapi.json', '/readyz', '/test/'],
];

export function parseServeOptions(args: string[], environment: NodeJS.ProcessEnv) {
  const { values } = parseCommandArguments(args, SERVE_OPTIONS);
  const { demo = values['demo-if-empty'], upstream, 'test-control': testControl = false } = values;
  const { host: given = '127.0.0.1' } = values;
  const host = isIPv6(given) ? `[${given}]` : given;
  if (demo && !LOOPBACK_HOSTS.includes(host)) {
    throw new CommandError(
      'The demo shows its credentials to every visitor, so it can only listen on a loopback address.',
    );
  }
  if (testControl && !LOOPBACK_HOSTS.includes(host))
    throw new CommandError('--test-control can only listen on a loopback address.');
  if (upstream !== undefined && (demo || testControl)) {
    throw new CommandError('--upstream cannot be combined with --demo or --test-control.');
  }
  return {
    target: parseDatabaseTarget(values),
    host,
    port: parsePort(values.port, environment['PORT']),
    basePath: parseBasePath(values['base-path'] ?? '/'),
    pageSize: parseWholeNumberOption('--page-size', values['page-size'] ?? '20', 1, 10_000),
    groupMemory: parseWholeNumberOption('--group-memory', values['group-memory'] ?? '256', 1, 65_536) * 2 ** 20,
    allowOrigins: (values['allow-origin'] ?? []).map(parseOrigin),
    trustProxy: values['trust-proxy'] ?? false,
    upstream: upstream === undefined ? undefined : parseHttpUrlOption('--upstream', upstream),
    dashboards: values.dashboards === undefined ? [] : readDashboardFolder(values.dashboards),
    log: parseChoiceOption('--log', values.log ?? 'errors', ['errors', 'requests', 'nothing']),
    demo,
    demoIfEmpty: demo && values.demo === undefined,
    testControl,
  };
}

function parsePort(given: string | undefined, fromEnvironment: string | undefined): number {
  if (given === undefined && fromEnvironment) return parseWholeNumberOption('PORT', fromEnvironment, 0, 65_535);
  return parseWholeNumberOption('--port', given ?? '4600', 0, 65_535);
}

function parseBasePath(text: string): string {
  const path = text.endsWith('/') ? text : `${text}/`;
  if (!/^\/([\w.~-]+\/)*$/.test(path)) {
    throw new CommandError(`--base-path: expected a path such as /fleet/, not ${JSON.stringify(text)}.`);
  }
  if (/\/\.{1,2}\//.test(path)) {
    throw new CommandError(
      `--base-path: ${JSON.stringify(text)} must not contain . or .. as a segment, because browsers remove them from URLs.`,
    );
  }
  // a proxy may remove the base path; the remaining path would be ambiguous
  const own = path === '/' ? undefined : OWN_PATHS.find((each) => `${each}/`.startsWith(path));
  if (own === undefined) return path;
  throw new CommandError(
    `--base-path: ${text} conflicts with the service's own path ${own}. Choose another path, such as /fleet/.`,
  );
}

function parseOrigin(text: string): string {
  const origin = new URL(parseHttpUrlOption('--allow-origin', text)).origin;
  if (origin === text) return origin;
  throw new CommandError(`--allow-origin: expected an origin such as ${origin}, not ${JSON.stringify(text)}.`);
}
