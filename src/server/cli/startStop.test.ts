import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { loadConfigFromFile } from 'vite';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { runCommandInProcess } from '#server/testing/commandLine.ts';
import { canMountMemoryDisk, mountMemoryDisk } from '#server/testing/mountMemoryDisk.ts';
import { createTestDataDirectory } from '#server/testing/testService.ts';
import { isNpmForegroundScript } from './exitWithParent.ts';
import { parseServeOptions } from './serveOptions.ts';

describe('start and stop', () => {
  for (const { signals, tags } of [
    { signals: ['SIGTERM'], tags: [] },
    // a terminal sends it, and a parent passes it on
    { signals: ['SIGINT', 'SIGINT'], tags: ['long'] },
  ] as const)
    test(`${signals.join(' and ')} stops it cleanly and leaves no lock`, { tags: [...tags] }, async () => {
      const path = directory();
      const { child, said, ended, text } = serve(['--data', path]);
      await said(/http:\/\//);
      expect(text()).toContain(`project create ID --data ${path}\n`);
      expect(existsSync(join(path, 'lock'))).toBe(true);
      const [url] = /http:\S+/.exec(text()) ?? [''];
      expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^process_cpu_seconds_total \d/m);
      for (const signal of signals) child.kill(signal);
      expect(await ended).toEqual([0, null]);
      expect(existsSync(join(path, 'lock'))).toBe(false);
    });

  test('a signal during startup stops it and leaves no lock', async () => {
    const path = directory();
    const { child, ended, text } = serve(['--data', path]);
    const lock = join(path, 'lock');
    await vi.waitUntil(() => existsSync(lock) && readFileSync(lock).length > 0, { timeout: 30_000, interval: 5 });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(text()).not.toContain('http://');
    expect(existsSync(lock)).toBe(false);
  });

  test('stops when npm as its parent is stopped or killed', { tags: ['long'] }, async () => {
    const folder = directory();
    const own = join(folder, 'node_modules/.bin/fleetlens');
    mkdirSync(dirname(own), { recursive: true });
    symlinkSync(resolve(inject('program')), own);
    chmodSync(own, 0o755);
    const start = 'fleetlens serve --port 0 --log nothing';
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
    const ends = async (signal: NodeJS.Signals) => {
      const path = directory();
      const { child, said, ended } = run(['start', '--prefix', folder, '--', '--data', path], ['npm']);
      await said(/http:\/\//);
      child.kill(signal);
      // when the last process that holds its output has ended
      await ended;
      expect(existsSync(join(path, 'lock'))).toBe(false);
    };
    await Promise.all([ends('SIGTERM'), ends('SIGKILL')]);
  });

  test.each([
    ['fleetlens serve --demo', true],
    ["'fleetlens'", true],
    ['node src/server/cli/start.mjs --port 8080', true],
    ['nohup fleetlens serve', false],
    ['fleetlens serve & tail -f log', false],
    [undefined, false],
  ])('detects whether npm waits for the script %j', (script, waits) => {
    expect(isNpmForegroundScript(script)).toBe(waits);
  });

  test('--demo-if-empty creates no demo in a directory with projects', { tags: ['long'] }, async () => {
    const path = directory();
    await runCommandInProcess('project', 'create', 'own', '--data', path);
    const { child, said, ended, text } = serve(['--demo-if-empty', '--data', path]);
    await said(/http:\/\//);
    expect((await runCommandInProcess('project', 'list', '--data', path)).out).toBe(
      'own\town\t0 devices\t0 documents\n',
    );
    child.kill('SIGTERM');
    await ended;
    expect(text()).not.toContain('Sign in');
    expect(existsSync(join(path, 'demo.json'))).toBe(false);
  });

  test.runIf(canUnshare())(
    'two processes with the same process ID do not share a directory',
    { tags: ['long'] },
    async () => {
      const path = directory();
      const first = serve(['--data', path], NAMESPACE);
      await first.said(/http:\/\//);
      const second = serve(['--data', path], NAMESPACE);
      const [code] = await second.ended;
      expect(code).toBe(1);
      expect(second.text()).toMatch(/^The data directory \S+ is in use by another process \(process 1 on \S+\)\./m);
      first.child.kill('SIGKILL');
      await first.ended;
    },
  );

  test.runIf(canMountMemoryDisk())('reports a read-only checkout in one sentence', async () => {
    const disk = mountMemoryDisk('size=20m');
    onTestFinished(disk.remove);
    const [cli, root] = ['src/server/cli', 'src/install.mjs package.json package-lock.json'.split(' ')];
    for (const path of [`${cli}/start.mjs`, `${cli}/buildState.mjs`, ...root]) cpSync(path, join(disk.path, path));
    disk.remount('ro');
    const start = end([join(disk.path, 'src/server/cli/start.mjs')]);
    expect(start).toEqual([
      1,
      `Fleetlens must be built, but ${disk.path} is read-only. Run npm run build where the folder is writable.\n`,
    ]);
    expect(await runCommandInProcess('serve', '--data', join(disk.path, 'data'))).toMatchObject({
      code: 1,
      err: `Cannot write to the data directory ${join(disk.path, 'data')} (EROFS).\n`,
    });
  });

  test.each<[string, object, boolean]>([
    ['every package in its version, except one for another system', { 'node_modules/a': { version: '1.2.3' } }, true],
    ['a package in another version', { 'node_modules/a': { version: '1.2.4' } }, false],
    ['no package', {}, false],
  ])('detects whether the packages are installed with %s', async (_, packages, installed) => {
    const folder = emptyFolder();
    const wanted = { 'node_modules/a': { version: '1.2.3' }, 'node_modules/b': { version: '1.0.0', optional: true } };
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }));
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
    const { areDependenciesInstalled } = await import(resolve('src/install.mjs'));
    expect(areDependenciesInstalled(folder)).toBe(installed);
  });

  test('reports a command that is not built in one sentence', () => {
    const folder = emptyFolder();
    const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));
    cpSync(bin.fleetlens, join(folder, bin.fleetlens));
    expect(end([join(folder, bin.fleetlens), 'serve'])).toEqual([
      1,
      'Fleetlens is not built. To build it, run: npm run build\n',
    ]);
  });

  test('`npm run dev` uses the service on the port in PORT', { tags: ['long'] }, async () => {
    vi.stubEnv('PORT', '4711');
    onTestFinished(() => void vi.unstubAllEnvs());
    const found = await loadConfigFromFile({ command: 'serve', mode: 'development' });
    const { proxy } = found?.config.server ?? {};
    expect(new Set(Object.values(proxy ?? {}))).toEqual(new Set(['http://127.0.0.1:4711']));
    expect(parseServeOptions([], process.env).port).toBe(4711);
    expect(() => parseServeOptions([], { PORT: 'abc' })).toThrow('PORT: expected a number from 0 to 65535, not "abc".');
  });
});

const NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];

function end(args: string[]): [code: number | null, said: string] {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return [status, stdout + stderr];
}

function serve(args: string[], within: string[] = []) {
  return run(['serve', '--port', '0', '--log', 'nothing', ...args], [...within, ...program()]);
}

function program(): string[] {
  return [process.execPath, inject('program')];
}

function run(args: string[], [command = '', ...before] = program()) {
  const { DATABASE_URL, PORT, ...env } = process.env;
  const child: ChildProcess = spawn(command, [...before, ...args], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  const ended = new Promise<[number | null, string | null]>((resolve) =>
    child.once('close', (code, signal) => resolve([code, signal])),
  );
  const heard: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      text += data;
      for (const check of heard) check();
    });
  }
  const said = (words: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const check = () => words.test(text) && resolve();
      heard.push(check);
      check();
      void ended.then(() => reject(new Error(`It ended: ${text}`)));
    });
  return { child, said, ended, text: () => text };
}

function directory(): string {
  const { path, remove } = createTestDataDirectory();
  onTestFinished(remove);
  return path;
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleetlens-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function canUnshare(): boolean {
  return spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;
}
