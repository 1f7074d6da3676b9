import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createAdaptorServer } from '@hono/node-server';
import { STAGE_TYPES } from '#contract/stages.ts';
import { BASE_PATH, createApp } from './app.ts';
import { CommandError, takeDataDirectory } from './dataDirectory.ts';
import {
  type Credentials,
  DEMO_COLLECTIONS,
  DEMO_PROJECT,
  DEMO_SIZE,
  demoCredentials,
  makeDemo,
  setDemoCredentials,
} from './demo.ts';
import { Store } from './store/store.ts';

export const serveUsage = `  --data DIR        data directory (default: data)
  --host HOST       address to listen on (default: 127.0.0.1)
  --port PORT       port to listen on (default: 4600, or PORT)
  --page-size N     documents in a page (default: 20)
  --demo            make and offer the demo project; loopback only`;

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]', '::1'];

/** Runs the service until it is told to stop. */
export async function serve(args: string[]): Promise<void> {
  const options = serveOptions(args);
  const directory = await takeDataDirectory(options.data);
  const credentials = options.demo ? await demoCredentials(options.data, process.env) : undefined;
  const database = await directory.database(async (fresh) => {
    if (credentials) await makeDemo(fresh, DEMO_PROJECT, DEMO_SIZE);
  });
  if (credentials) await setDemoCredentials(database, credentials);
  const app = createApp({
    store: new Store(database, options.pageSize),
    hostConfig: hostConfig(credentials),
    console: { root: consoleRoot() },
    report: (error, requestId) => console.error(requestId, error),
    hosts: credentials && LOOPBACK,
  });
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  const stop = async () => {
    server.close();
    server.closeIdleConnections();
    await once(server, 'close');
    await database.close();
    await directory.release();
    process.exit(0);
  };
  try {
    await listening(server, options.host, options.port);
  } catch (error) {
    await database.close();
    await directory.release();
    throw error;
  }
  process.once('SIGINT', stop).once('SIGTERM', stop);
  console.log(`Fleetlens is on http://${options.host}:${portOf(server)}`);
  if (credentials) console.log(`Sign in with API key ${credentials.apiKey} and token ${credentials.token}`);
}

function serveOptions(args: string[]) {
  const values = parsed(args);
  const demo = values.demo ?? false;
  const host = values.host ?? '127.0.0.1';
  if (demo && !LOOPBACK.includes(host)) {
    throw new CommandError('The demo gives its credentials to whoever asks, so it listens on loopback only.');
  }
  return {
    demo,
    host,
    data: values.data ?? 'data',
    port: wholeNumber('--port', values.port ?? process.env['PORT'] ?? '4600', 0, 65_535),
    pageSize: wholeNumber('--page-size', values['page-size'] ?? '20', 1, 10_000),
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        data: { type: 'string' },
        demo: { type: 'boolean' },
        host: { type: 'string' },
        port: { type: 'string' },
        'page-size': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new CommandError(`${name}: expected a number from ${least} to ${most}, not ${JSON.stringify(text)}.`);
}

function hostConfig(demo: Credentials | undefined) {
  return {
    baseUrl: BASE_PATH,
    firstPage: 1,
    extensions: ['operators', ...STAGE_TYPES.filter((type) => type === 'sort')],
    ...(demo && { demo, collections: [...DEMO_COLLECTIONS] }),
  };
}

/** The built console lies beside the built service, or below the checkout when the service runs from source. */
function consoleRoot(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const built = join(here, '..', 'console');
  return existsSync(built) ? built : join(here, '..', '..', 'dist', 'console');
}

async function listening(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host.replace(/^\[|\]$/g, ''));
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new CommandError(`Port ${port} is in use. Choose another with --port or PORT.`);
    throw new CommandError(`Cannot listen on ${host}:${port} (${code}).`);
  }
}

/** The port that is listened on: port 0 asks the system for a free one. */
function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
