import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '#server/testing/bundle.ts';
import { makeDataDirectory } from '#server/testing/service.ts';

const MB = 1_000_000;

/** Where the system says how much memory a process has had at most. */
describe.runIf(existsSync('/proc/self/status'))('an import', () => {
  const bundled = bundle();
  const data = makeDataDirectory();
  const folder = mkdtempSync(join(tmpdir(), 'fleetlens-files-'));
  const into = ['--project', 'p', '--data', data.path];

  beforeAll(async () => {
    await bundled.build();
    await peakOf('project', 'create', 'p', '--data', data.path);
  }, 120_000);
  afterAll(() => {
    bundled.remove();
    data.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    [300, 300_000],
    [3000, 30_000],
    [100_000, 100],
  ])(
    'of %d records of %d bytes takes no more than 300 MB',
    async (count, bytes) => {
      const file = join(folder, `${bytes}.ndjson`);
      await write(file, count, bytes);
      expect(await peakOf('import', 'documents', file, '--collection', `c${bytes}`, ...into)).toBeLessThan(300 * MB);
    },
    300_000,
  );

  /** Runs a command to its good end; gives what it had in memory at most, in bytes. */
  async function peakOf(...args: string[]): Promise<number> {
    const child = spawn(process.execPath, [bundled.main, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, highWater(child.pid));
    }, 20);
    const code = await new Promise((resolve) => child.once('close', resolve));
    clearInterval(watch);
    expect(code).toBe(0);
    return peak;
  }
});

function highWater(pid: number | undefined): number {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    // it has just ended
    return 0;
  }
}

/** A file of records, each with words that hardly compress. */
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
