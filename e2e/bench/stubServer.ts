import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { type BenchListFilter, buildDeviceListBody } from './fleetBody.ts';

const CONSOLE_FOLDER = join(import.meta.dirname, '../../dist/console');
const LIMIT_PAGES_FOLDER = join(import.meta.dirname, 'pages');
const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

type StubServer = {
  url: string;
  /** Sets the number of devices in the next lists, and their bandwidth in Mbit/s (unlimited if undefined). */
  setDevices: (devices: number, pace?: number) => void;
  /** Sets how long filtered lists take, in s. Undefined sends them at full speed. */
  setListDuration: (seconds: number | undefined) => void;
  /** Sends only this share of the next lists, and keeps their connections open. */
  holdAt: (share: number) => void;
  getPendingCount: () => number;
  close: () => void;
};

/**
 * Serves prepared device lists, the built console, and the pages that it is compared with. Static files are compressed
 * with brotli, as on a real host.
 */
export async function startStubServer(port = 0): Promise<StubServer> {
  let devices = 1000;
  let pace: number | undefined;
  let seconds: number | undefined;
  let share = 1;
  let bodies = new Map<string, Buffer[]>();
  const bodyFor = (selection: BenchListFilter) => {
    const key = JSON.stringify(selection);
    const known = bodies.get(key) ?? buildDeviceListBody(devices, selection);
    bodies.set(key, known);
    return known;
  };
  const files = new Map<string, Buffer>();
  let sending = 0;
  // compressed in advance, as on a real host
  for (const name of readdirSync(join(CONSOLE_FOLDER, 'assets'))) {
    const path = join(CONSOLE_FOLDER, 'assets', name);
    if (/\.(js|css)$/.test(name)) files.set(path, readCompressed(path));
  }
  for (const [path, bytes] of await buildLimitStack()) files.set(path, bytes);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stub');
    if (pathname === '/api/devices/get') {
      const selection: BenchListFilter = JSON.parse((await readText(request)) || '{}');
      const parts = bodyFor(selection);
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
      sending++;
      response.once('close', () => sending--);
      const spread = seconds && Object.keys(selection).length > 0 ? (length * 8) / 1e6 / seconds : undefined;
      await sendChunks(response, parts.slice(0, Math.ceil(parts.length * share)), spread ?? pace);
      if (share === 1) response.end();
    } else sendFile(response, pathname, files);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo; // the server listens on a TCP port
  return {
    url: `http://127.0.0.1:${address.port}`,
    setDevices: (count, mbits) => {
      if (count !== devices) bodies = new Map();
      devices = count;
      pace = mbits;
      share = 1;
      bodyFor({});
    },
    setListDuration: (took) => {
      seconds = took;
    },
    holdAt: (sent) => {
      share = sent;
    },
    getPendingCount: () => sending,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs `use` with a server of this many devices. */
export async function withStubServer(devices: number, use: (stub: StubServer) => Promise<void>): Promise<void> {
  const stub = await startStubServer();
  stub.setDevices(devices);
  try {
    await use(stub);
  } finally {
    stub.close();
  }
}

async function buildLimitStack(): Promise<[path: string, bytes: Buffer][]> {
  const { outputFiles } = await build({
    entryPoints: [join(LIMIT_PAGES_FOLDER, 'limit-stack.tsx')],
    outdir: LIMIT_PAGES_FOLDER,
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles.map(({ path, contents }) => [path, brotliCompressSync(contents)]);
}

function readCompressed(path: string): Buffer {
  const beside = `${path}.br`;
  return existsSync(beside) ? readFileSync(beside) : brotliCompressSync(readFileSync(path));
}

function sendFile(response: ServerResponse, pathname: string, files: Map<string, Buffer>): void {
  if (pathname === '/config.json')
    return void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  if (pathname === '/empty')
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
  const limit = pathname.startsWith('/limit-');
  const path = limit
    ? join(LIMIT_PAGES_FOLDER, pathname)
    : join(CONSOLE_FOLDER, extname(pathname) ? pathname : '/index.html');
  const type = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
  try {
    if (!limit && type.startsWith('text/html')) {
      sendConsole(response, path);
      return;
    }
    const known = files.get(path) ?? readCompressed(path);
    files.set(path, known);
    const cache = limit ? 'no-store' : 'public, max-age=31536000, immutable';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'cache-control': cache }).end(known);
  } catch {
    response.writeHead(404).end();
  }
}

function sendConsole(response: ServerResponse, path: string): void {
  const nonce = randomBytes(16).toString('base64');
  const page = readFileSync(path, 'utf8').replaceAll('__CSP_NONCE__', nonce);
  const policy = `default-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'none'; script-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'`;
  const headers = { 'content-type': 'text/html', 'content-encoding': 'br', 'content-security-policy': policy };
  response.writeHead(200, headers).end(brotliCompressSync(page));
}

async function sendChunks(response: ServerResponse, parts: Buffer[], mbits: number | undefined): Promise<void> {
  const began = performance.now();
  let sent = 0;
  for (const part of parts) {
    if (response.destroyed) return;
    if (!response.write(part)) await waitForDrain(response);
    sent += part.length;
    const due = mbits ? (sent * 8) / (mbits * 1000) : 0;
    const ahead = due - (performance.now() - began);
    if (ahead > 4) await new Promise((resolve) => setTimeout(resolve, ahead));
  }
}

async function waitForDrain(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}

async function readText(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
