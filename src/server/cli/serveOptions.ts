import { OPERATIONS } from '#contract/operations.ts';
import { CommandError } from '#server/commandError.ts';
import { API_PATH } from '#server/http/app.ts';
import { parseChoice, parseCommandArguments, parseHttpUrl, parseWholeNumber } from './commandLine.ts';
import { parseTarget, TARGET_OPTIONS, TARGET_USAGE } from './databaseTarget.ts';

export const SERVE_USAGE = `fleetlens serve: answer the operations, and serve the console
${TARGET_USAGE}
  --host HOST       address to listen on (default: 127.0.0.1)
  --port PORT       port to listen on (default: 4600, or PORT; 0 takes a free one)
  --base-path PATH  what everything is served below, such as /fleet/; a proxy may take it away (default: /)
  --page-size N     documents in a page (default: 20)
  --allow-origin O  let pages of this origin call the operations; may be repeated
  --trust-proxy     take a caller's address from the last entry of X-Forwarded-For
  --upstream URL    forward the operations to another service instead of answering them
  --log WHAT        errors (default: failures and refused sign-ins), requests (all) or nothing, as JSON lines on standard error
  --demo            make and offer the demo project; loopback only
  --demo-if-empty   likewise, unless the data directory holds projects and the demo project is not among them
  --test-control    let tests disturb the service under /test; loopback only`;

export const SERVE_OPTIONS = {
  ...TARGET_OPTIONS,
  host: { type: 'string' },
  port: { type: 'string' },
  'base-path': { type: 'string' },
  'page-size': { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  'trust-proxy': { type: 'boolean' },
  upstream: { type: 'string' },
  log: { type: 'string' },
  demo: { type: 'boolean' },
  'demo-if-empty': { type: 'boolean', default: false },
  'test-control': { type: 'boolean' },
} as const;

export type ServeOptions = ReturnType<typeof parseServeOptions>;

/** Names of the loopback address in a Host header or option. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]', '::1'];

/** Paths of the service itself; those with a final slash have others below them. */
const OWN_PATHS: readonly string[] = [
  ...Object.values(OPERATIONS).map(({ path }) => API_PATH + path),
  ...['/assets/', '/config.json', '/healthz', '/metrics', '/openapi.json', '/readyz', '/test/'],
];

/** @throws CommandError for an invalid option */
export function parseServeOptions(args: string[], environment: NodeJS.ProcessEnv) {
  const { values, positionals } = parseCommandArguments(args, SERVE_OPTIONS);
  if (positionals.length > 0) throw new CommandError(`serve: unexpected argument ${JSON.stringify(positionals[0])}.`);
  const { demo = values['demo-if-empty'], host = '127.0.0.1', upstream, 'test-control': testControl = false } = values;
  if (demo && !LOOPBACK.includes(host)) {
    throw new CommandError(
      'The demo shows its credentials to every visitor, so it can only listen on a loopback address.',
    );
  }
  if (testControl && !LOOPBACK.includes(host)) throw new CommandError('--test-control listens on loopback only.');
  if (upstream !== undefined && (demo || testControl)) {
    throw new CommandError('--upstream cannot be combined with --demo or --test-control.');
  }
  return {
    target: parseTarget(values),
    host,
    port: parsePort(values.port, environment['PORT']),
    basePath: parseBasePath(values['base-path'] ?? '/'),
    pageSize: parseWholeNumber('--page-size', values['page-size'] ?? '20', 1, 10_000),
    allowOrigins: (values['allow-origin'] ?? []).map(parseOrigin),
    trustProxy: values['trust-proxy'] ?? false,
    upstream: upstream === undefined ? undefined : parseHttpUrl('--upstream', upstream),
    log: parseChoice('--log', values.log ?? 'errors', ['errors', 'requests', 'nothing']),
    demo,
    demoIfEmpty: demo && values.demo === undefined,
    testControl,
  };
}

function parsePort(given: string | undefined, fromEnvironment: string | undefined): number {
  if (given === undefined && fromEnvironment) return parseWholeNumber('PORT', fromEnvironment, 0, 65_535);
  return parseWholeNumber('--port', given ?? '4600', 0, 65_535);
}

function parseBasePath(text: string): string {
  const path = text.endsWith('/') ? text : `${text}/`;
  if (!/^\/([\w.~-]+\/)*$/.test(path)) {
    throw new CommandError(`--base-path: expected a path such as /fleet/, not ${JSON.stringify(text)}.`);
  }
  if (/\/\.{1,2}\//.test(path)) {
    throw new CommandError(
      `--base-path: browsers resolve . and .. in an address, so nothing could be reached below ${JSON.stringify(text)}.`,
    );
  }
  // a proxy may strip the base path; the remaining path would be ambiguous
  const own = path === '/' ? undefined : OWN_PATHS.find((each) => `${each}/`.startsWith(path));
  if (own === undefined) return path;
  throw new CommandError(
    `--base-path: ${text} conflicts with the service's own address ${own}. Choose another, such as /fleet/.`,
  );
}

function parseOrigin(text: string): string {
  const origin = new URL(parseHttpUrl('--allow-origin', text)).origin;
  if (origin === text) return origin;
  throw new CommandError(`--allow-origin: expected exactly an origin such as ${origin}, not ${JSON.stringify(text)}.`);
}
