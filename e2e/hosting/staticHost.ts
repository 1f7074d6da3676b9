import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

export type TestHost = { origin: string; close: () => void | Promise<void> };

const CONTENT_TYPES: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' };

function readDocumentedHeaders(): Record<string, string> {
  const [, section = ''] = readFileSync('docs/security.md', 'utf8').split('## Static hosting');
  const [, block = ''] = section.split('```');
  const lines = block.trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/:\s(.*)/, 2) as [string, string])); // each line is "name: value"
}

export function startStaticHost(serviceUrl: string, basePath: string): Promise<TestHost> {
  const headers = readDocumentedHeaders();
  return startHost(async (incoming, outgoing) => {
    const pathname = removeBasePath(basePath, incoming);
    if (pathname.startsWith('/api/')) return proxyRequest(serviceUrl + pathname, incoming, outgoing);
    const type = CONTENT_TYPES[extname(pathname)];
    const file = join('dist/console', type ? pathname : pathname === '/config.json' ? 'config.json' : 'index.html');
    outgoing.writeHead(200, { ...headers, 'content-type': type ?? 'text/html; charset=utf-8' });
    const content = await readFile(file);
    // as in docs/hosting.md
    outgoing.end(file.endsWith('index.html') ? content.toString().replaceAll('="/', `="${basePath}`) : content);
  });
}

export function startBasePathStrippingProxy(serviceUrl: string, basePath: string): Promise<TestHost> {
  return startHost((incoming, outgoing) =>
    proxyRequest(serviceUrl + removeBasePath(basePath, incoming), incoming, outgoing),
  );
}

function removeBasePath(basePath: string, { url = '/' }: IncomingMessage): string {
  if (!url.startsWith(basePath)) throw new Error(`${url} is not below ${basePath}`);
  return url.slice(basePath.length - 1);
}

function proxyRequest(url: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { connection: _, ...headers } = incoming.headers;
  const onward = forward(url, { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(onward);
}

async function startHost(listener: RequestListener): Promise<TestHost> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // a server on a TCP port has an AddressInfo
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}
