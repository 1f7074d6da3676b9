import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestDataDirectory } from '#server/testing/testService.ts';

const MB = 1_000_000;
/** Memory limit in MB. Node 24 temporarily needs hundreds of MB to compile one function of the embedded database. */
const MOST = process.versions.node.startsWith('24.') ? 850 : 300;

describe.runIf(existsSync('/proc/self/status'))('memory use', () => {
  const data = createTestDataDirectory();
  const folder = mkdtempSync(join(tmpdir(), 'fleetlens-files-'));
  const into = ['--project', 'p', '--data', data.path];

  beforeAll(async () => {
    await peakOf('project', 'create', 'p', '--data', data.path);
  });
  afterAll(() => {
    data.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const { count, bytes } of [
    { count: 300, bytes: 300_000 },
    { count: 3000, bytes: 30_000 },
    { count: 100_000, bytes: 100 },
  ]) {
    test(`importing ${count} records of ${bytes} bytes takes at most ${MOST} MB`, { tags: ['long'] }, async () => {
      const file = join(folder, `${bytes}.ndjson`);
      await write(file, count, bytes);
      const collection = `c${count}of${bytes}`;
      expect(await peakOf('import', 'documents', file, '--collection', collection, ...into)).toBeLessThan(MOST * MB);
    });
  }

  const held = 'a service in a new data directory uses hardly more memory than in an existing one';
  test(held, { tags: ['long'] }, async () => {
    const fresh = join(folder, 'fresh');
    const [first, second] = [await residentOf(fresh), await residentOf(fresh)];
    expect(first / second).toBeLessThan(1.6);
  });

  async function residentOf(path: string): Promise<number> {
    const args = [inject('program'), 'serve', '--port', '0', '--log', 'nothing', '--data', path];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const resident = memory(child.pid, 'VmRSS');
    child.kill();
    await once(child, 'close');
    return resident;
  }

  async function peakOf(...args: string[]): Promise<number> {
    const child = spawn(process.execPath, [inject('program'), ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, memory(child.pid, 'VmHWM'));
    }, 20);
    const code = await new Promise((resolve) => child.once('close', resolve));
    clearInterval(watch);
    expect(code).toBe(0);
    return peak;
  }
});

function memory(pid: number | undefined, what: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return 1024 * Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  } catch {
    // the process has just ended
    return 0;
  }
}

async function write(path: string, count: number, bytes: number): Promise<void> {
  const file = createWriteStream(path);
  for (let line = 1; line <= count; line++) {
    const words = Array.from({ length: bytes / 8 }, (_, at) => ((at * 7919 + line * 31) % 1e9).toString(36));
    const text = JSON.stringify({ documentID: `d${line}`, line, site: 'A', words: words.join(' ').slice(0, bytes) });
    if (!file.write(`${text}\n`)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
}
