import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestFolder, runCommandInProcess } from '#server/testing/commandLine.ts';
import { startTestService } from '#server/testing/startTestService.ts';
import { createTestDataDirectory, getAvailableDatabaseKinds, openTestDatabase } from '#server/testing/testService.ts';

const MB = 1_000_000;
const COUNT = 40;
const SIZE = 4 * MB;
const [SLOW_READERS, FAST_READERS] = [24, 8];

const { file } = createTestFolder();

function writeDocuments(): string {
  const noise = (n: number, at: number) => createHash('sha512').update(`${n}/${at}`).digest('base64');
  const text = (n: number) => Array.from({ length: SIZE / 88 }, (_, at) => noise(n, at)).join('');
  return file('large', Array.from({ length: COUNT }, (_, n) => `${JSON.stringify({ n, text: text(n) })}\n`).join(''));
}

for (const kind of getAvailableDatabaseKinds().filter((kind) => kind === 'pglite' || kind === 'postgres')) {
  const name = `reading pages of large documents does not fill the memory (${kind})`;
  test.runIf(existsSync('/proc/self/status'))(name, { tags: ['long'] }, async () => {
    const data = createTestDataDirectory();
    const opened = kind === 'postgres' ? await openTestDatabase(kind) : undefined;
    onTestFinished(async () => {
      await opened?.database.close();
      await opened?.remove();
      data.remove();
    });
    const target = opened?.url ? ['--database', opened.url] : [];
    const { out } = await runCommandInProcess('project', 'create', 'p', '--data', data.path, ...target);
    const [key = '', token = ''] = ['API key', 'token'].map(
      (label) => new RegExp(`${label}\\s+(\\S+)`, 'i').exec(out)?.[1],
    );
    const into = ['--project', 'p', '--collection', 'large', '--data', data.path, ...target];
    const imported = await runCommandInProcess('import', 'documents', writeDocuments(), '--format', 'ndjson', ...into);
    expect(imported).toMatchObject({ code: 0 });
    const service = await startTestService(data.path, ['--page-size', `${COUNT}`, ...target]);
    onTestFinished(() => service.stop());
    const measure = (what: 'VmRSS' | 'VmHWM') => {
      const status = readFileSync(`/proc/${service.child.pid}/status`, 'utf8');
      return 1024 * Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]);
    };
    const { host, port, href } = new URL(`/api/datastore/pipeline?apiKey=${key}`, service.url);
    const headers = { authorization: token, 'content-type': 'application/json', 'accept-encoding': 'identity' };
    const read = (collection = 'large') =>
      fetch(href, { method: 'POST', headers, body: JSON.stringify({ collection }) });
    await expect.poll(async () => (await read('none')).status, { timeout: 30_000 }).toBe(200);
    const before = measure('VmRSS');

    const sockets = await Promise.all(
      Array.from({ length: SLOW_READERS }, async () => {
        const socket = connect(Number(port), '127.0.0.1');
        const lines = Object.entries({ host, ...headers, 'content-length': 22 }).map((line) => line.join(': '));
        socket.write(`POST /api/datastore/pipeline?apiKey=${key} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        socket.write('{"collection":"large"}');
        await once(socket, 'readable');
        expect(String(socket.read(12))).toBe('HTTP/1.1 200');
        return socket;
      }),
    );
    // waits behind the parts of the other pages
    expect((await (await read()).arrayBuffer()).byteLength).toBeGreaterThan(COUNT * SIZE * 0.99);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => measure('VmRSS') - before, { timeout: 30_000, interval: 500 }).toBeLessThan(100 * MB);

    const pages = await Promise.all(
      Array.from({ length: FAST_READERS }, async () => {
        const response = await read();
        return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
      }),
    );
    const [page] = pages;
    expect(pages).toEqual(pages.map(() => ({ ...page, status: 200 })));
    await expect.poll(() => measure('VmRSS') - before, { timeout: 30_000, interval: 500 }).toBeLessThan(100 * MB);
    expect(measure('VmHWM')).toBeLessThan(600 * MB);
  });
}
