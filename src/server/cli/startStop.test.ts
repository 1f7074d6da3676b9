import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { createTestFolder, runCommandInProcess, startProgram } from '#server/testing/commandLine.ts';
import { canMountMemoryDisk, mountMemoryDisk } from '#server/testing/mountMemoryDisk.ts';
import { createTestDataDirectory } from '#server/testing/testService.ts';
import { isNpmForegroundScript } from './serve.ts';

const { files } = createTestFolder();
const emptyFolder = () => mkdtempSync(join(files, 'folder-'));

for (const { signals, tags } of [
  { signals: ['SIGTERM'], tags: [] },
  // a terminal sends it, and a parent passes it on
  { signals: ['SIGINT', 'SIGINT'], tags: ['long'] },
] as const)
  test(`${signals.join(' and ')} stops the service cleanly and leaves no lock`, { tags: [...tags] }, async () => {
    const path = directory();
    const { child, waitForText, ended, said } = serve(['--data', path]);
    const [url] = await waitForText(/http:\/\/\S+/);
    expect(said.all).toContain(`project create ID --data ${path}\n`);
    expect(existsSync(join(path, 'lock'))).toBe(true);
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^process_cpu_seconds_total \d/m);
    for (const signal of signals) child.kill(signal);
    expect(await ended).toBe(0);
    expect(existsSync(join(path, 'lock'))).toBe(false);
  });

test('a signal during startup stops it and leaves no lock', async () => {
  const path = directory();
  const { child, ended, said } = serve(['--data', path]);
  const lock = join(path, 'lock');
  await vi.waitUntil(() => existsSync(lock) && readFileSync(lock).length > 0, { timeout: 30_000, interval: 5 });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(said.all).not.toContain('http://');
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
    const { child, waitForText, ended } = run(['start', '--prefix', folder, '--', '--data', path], ['npm']);
    await waitForText(/http:\/\//);
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
  const { child, waitForText, ended, said } = serve(['--demo-if-empty', '--data', path]);
  await waitForText(/http:\/\//);
  expect((await runCommandInProcess('project', 'list', '--data', path)).out).toBe('own\town\t0 devices\t0 documents\n');
  child.kill('SIGTERM');
  await ended;
  expect(said.all).not.toContain('Sign in');
  expect(existsSync(join(path, 'demo.json'))).toBe(false);
});

test.runIf(canUnshare())(
  'two processes with the same process ID do not share a directory',
  { tags: ['long'] },
  async () => {
    const path = directory();
    const first = serve(['--data', path], NAMESPACE);
    await first.waitForText(/http:\/\//);
    const second = serve(['--data', path], NAMESPACE);
    expect(await second.ended).toBe(1);
    expect(second.said.all).toMatch(/^The data directory \S+ is in use by another process \(process 1 on \S+\)\./m);
    first.child.kill('SIGKILL');
    await first.ended;
  },
);

test.runIf(canMountMemoryDisk())('reports a read-only checkout in one sentence', async () => {
  const disk = mountMemoryDisk('size=20m');
  onTestFinished(disk.remove);
  const needed = ['src/server/cli/start.mjs', 'src/build/buildState.mjs', 'src/install.mjs'];
  for (const path of [...needed, 'package.json', 'package-lock.json']) cpSync(path, join(disk.path, path));
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

const NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];

function end(args: string[]): [code: number | null, said: string] {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return [status, stdout + stderr];
}

function serve(args: string[], within: string[] = []) {
  return run(['serve', '--port', '0', '--log', 'nothing', ...args], [...within, process.execPath, inject('program')]);
}

function run(args: string[], program?: string[]) {
  const running = startProgram(args, program);
  onTestFinished(() => void running.child.kill('SIGKILL'));
  return running;
}

function directory(): string {
  const { path, remove } = createTestDataDirectory();
  onTestFinished(remove);
  return path;
}

function canUnshare(): boolean {
  return spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;
}
