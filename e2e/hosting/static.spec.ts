import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { expect, test } from '#e2e/kit/fixtures.ts';
import { openSignedIn } from '#e2e/kit/session.ts';

const TYPES: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' };

/** The headers that docs/security.md tells a static host to send. */
function documentedHeaders(): Record<string, string> {
  const [, section = ''] = readFileSync('docs/security.md', 'utf8').split('## Served statically');
  const [, block = ''] = section.split('```');
  const lines = block.trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/:\s(.*)/, 2) as [string, string])); // each line is "name: value"
}

/** A server that knows nothing but files, and a proxy for the operations as such a host has one. */
async function serveStatically(serviceUrl: string): Promise<Server> {
  const headers = documentedHeaders();
  const server = createServer(async (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://static');
    if (pathname.startsWith('/api/')) {
      const { authorization = '', 'content-type': type = '' } = incoming.headers;
      const options = { method: 'POST', headers: { authorization, 'content-type': type } };
      const onward = forward(serviceUrl + incoming.url, options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' });
        answer.pipe(outgoing);
      });
      incoming.pipe(onward);
      return;
    }
    const type = TYPES[extname(pathname)];
    const file = join('dist/console', type ? pathname : pathname === '/config.json' ? 'config.json' : 'index.html');
    outgoing.writeHead(200, { ...headers, 'content-type': type ?? 'text/html; charset=utf-8' });
    outgoing.end(await readFile(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

test('the console works from a static server with the documented policy', async ({ page, service, complaints }) => {
  const server = await serveStatically(service.url);
  // what listens on a TCP port has an AddressInfo
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    expect(documentedHeaders()['Content-Security-Policy']).not.toMatch(/unsafe|nonce/);
    await openSignedIn(page, service, `${origin}/devices`);
    await expect(page.getByRole('grid')).toBeVisible();

    // the theme's own custom properties are there, and what stands on them
    const accent = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
    expect(accent).toMatch(/^#/);
    const filter = page.getByRole('button', { name: 'Filter' });
    expect(await filter.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe('1px');

    await page.getByRole('button', { name: 'Go to', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto(`${origin}/datastore?collection=logs`);
    await expect(page.getByRole('grid')).toBeVisible();
    await page.getByRole('combobox', { name: 'Collection' }).fill('l');
    await page.goto(`${origin}/connections`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections');
    expect(complaints).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
