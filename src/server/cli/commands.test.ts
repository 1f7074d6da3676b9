import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CommandError } from '#server/commandError.ts';
import { lockDataDirectory } from '#server/store/embedded/dataDirectory.ts';
import { runCommandAsProcess, runCommandInProcess } from '#server/testing/commandLine.ts';
import { createCommandTestTarget } from '#server/testing/createCommandTestTarget.ts';
import { createTestDataDirectory } from '#server/testing/testService.ts';
import { COMMANDS } from './commands.ts';

const NOW = '2026-01-01T12:00:00.000Z';

type Complaint = [string[], string];

const UNREADABLE = '/proc/sys/vm/compact_memory';

const { target, file, at } = createCommandTestTarget();

test('creates, lists, rotates and removes a project', async () => {
  const made = await at('project', 'create', 'p1', '--name', 'x\n\u001b[2J\u007f\u202e\ty ü');
  expect(made.code).toBe(0);
  const [key, token] = [/API key (\S+)/.exec(made.out)?.[1], /Token +(\S+)/.exec(made.out)?.[1]];
  expect(key).toMatch(/^[\w-]{24}$/);
  expect(token).toMatch(/^[\w-]{32}$/);
  expect((await at('project', 'create', 'p1')).err).toBe('Project p1 already exists.\n');
  const rotated = await at('project', 'rotate', 'p1');
  expect(rotated.out).not.toContain(key);
  const documents = file('d.csv', 'documentID,n\na,1\nb,2\n');
  const collection = 'a\t\u009b31m\u2028\nb\\';
  const stored = await at('import', 'documents', documents, '--project', 'p1', '--collection', collection);
  expect(stored.out).toBe('Stored 2 documents.\n');
  const name = 'x\\n\\u001b[2J\\u007f\\u202e\\ty ü';
  expect((await at('project', 'list')).out).toContain(`\np1\t${name}\t0 devices\t2 documents\n`);
  const collections = await at('collection', 'list', '--project', 'p1');
  expect(collections.out).toBe('a\\t\\u009b31m\\u2028\\nb\\\\\t2 documents\n');
  expect((await at('project', 'delete', 'p1')).code).toBe(1);
  expect((await at('project', 'delete', 'p1', '--yes')).out).toBe('Deleted project p1.\n');
  expect((await at('project', 'list')).out).not.toContain('p1');
});

test('creates a demo', async () => {
  const made = await at('demo', '--devices', '50', '--documents', '500', '--seed', '7', '--now', NOW);
  expect(made.out).toBe(`Created the demo project: 50 devices and 500 documents, seed 7, data up to ${NOW}.\n`);
  expect(statSync(join(target.data, 'demo.json')).mode & 0o777).toBe(0o600);
});

test.runIf(process.geteuid?.() === 0)('root does not change the directory of another user', async () => {
  const directory = file('other');
  mkdirSync(directory);
  writeFileSync(join(directory, 'ready'), '');
  chownSync(join(directory, 'ready'), 1234, 1234);
  expect(await runCommandInProcess('project', 'list', '--data', directory)).toMatchObject({
    code: 1,
    err: `The data directory ${directory} belongs to another user (1234). Run this command as that user, for example with: sudo -u "#1234" …\n`,
  });
  expect(readdirSync(directory)).toEqual(['ready']);
});

test.each<Complaint>([
  [['serve', '--bogus'], "Unknown option '--bogus'"],
  [['serve', '--port', '99999'], '--port: expected a number from 0 to 65535, not "99999".'],
  [['serve', '--demo', '--host', '0.0.0.0'], 'loopback address'],
  [['serve', '--test-control', '--host', '0.0.0.0'], 'can only listen on a loopback address'],
  [['serve', '--upstream', 'ftp://x'], '--upstream: expected an http or https URL'],
  [['serve', '--upstream', 'https://:secret@x/api'], '--upstream: expected a URL without user name, password'],
  [['serve', '--upstream', 'https://x/api?apiKey=secret'], '--upstream: expected a URL without user name, password'],
  [['serve', '--base-path', 'fleet'], '--base-path: expected a path such as /fleet/, not "fleet".'],
  [['serve', '--allow-origin', 'http://x/'], '--allow-origin: expected an origin such as http://x'],
  [['serve', '--database', 'mysql://root:secret@x'], '--database: expected a URL that starts with postgres://'],
  [['serve', '--port', '0', '--data', '/dev/null/x'], 'Cannot write to the data directory /dev/null/x (ENOTDIR).'],
  [['import', 'documents', '/nothing', '--project', 'p', '--collection', 'c'], 'File /nothing does not exist.'],
  ...(existsSync(UNREADABLE)
    ? [[['import', 'devices', UNREADABLE, '--project', 'p'], `Cannot read ${UNREADABLE} (EACCES).`] as Complaint]
    : []),
  [['import', 'documents', '--collection', 'c'], '--project is required.'],
  [['project'], 'An action is required.'],
  [['project', 'create', 'a b'], 'A project ID is required: 1 to 64 letters, digits, dots, - or _.'],
])('%j fails with a clear message', async ([command = '', ...args], message) => {
  const error = await COMMANDS[command]?.run(args).catch((thrown: Error) => thrown);
  expect(error).toBeInstanceOf(CommandError);
  expect((error as Error).message).toContain(message);
  expect((error as Error).message).not.toContain('secret');
});

test('the program exits with 1 and a message on standard error, and prints its version', async () => {
  for (const [args, message] of [
    [[], 'A command is required.'],
    [['serve', '--port'], "Option '--port <value>' argument missing. For usage, run: fleetlens serve --help"],
    [['project', 'list', '--database', 'postgres://127.0.0.1:1/x'], 'connect ECONNREFUSED 127.0.0.1:1.\n'],
    [['fly'], 'Unknown command fly. Available commands: serve, import,'],
  ] as const) {
    const { code, out, err } = await runCommandAsProcess(args);
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringContaining(message) });
    expect(err).not.toMatch(/\n\s+at /);
  }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(await runCommandAsProcess(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('serve reports a port in use before creating anything', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const path = file('new');
  const { code, err } = await runCommandInProcess('serve', '--demo', '--data', path, '--port', `${port}`);
  expect({ code, err }).toEqual({ code: 1, err: `Port ${port} is in use. Choose another with --port or PORT.\n` });
  expect(existsSync(path)).toBe(false);
});

test('rejects a second process on the same directory', async () => {
  const { path, remove } = createTestDataDirectory();
  onTestFinished(remove);
  const held = await lockDataDirectory(path);
  onTestFinished(() => held.release());
  await held.refuseCommands();
  const where = `process ${process.pid} on ${hostname()}, which does not accept commands`;
  expect(await runCommandInProcess('project', 'list', '--data', path)).toMatchObject({
    code: 1,
    err: `The data directory ${path} is in use by another process (${where}). Stop it first.\n`,
  });
});

test('recovers from a first start that was killed', { tags: ['long'] }, async () => {
  const path = file('killed');
  const create = ['project', 'create', 'p', '--data', path];
  await runCommandAsProcess(create, (child) => {
    const watch = setInterval(() => {
      if (existsSync(join(path, 'pglite', 'base'))) child.kill('SIGKILL');
    }, 5);
    child.on('exit', () => clearInterval(watch));
  });
  expect(existsSync(join(path, 'ready'))).toBe(false);
  const list = ['project', 'list', '--data', path];
  const missing = `No database exists in ${path}. Select a data directory with --data, or create a project: fleetlens`;
  expect(await runCommandAsProcess(list)).toMatchObject({ code: 1, err: expect.stringContaining(missing) });
  expect(await runCommandAsProcess(create)).toMatchObject({ code: 0, err: `Created a new database in ${path}.\n` });
  expect((await runCommandAsProcess(list)).out).toBe('p\tp\t0 devices\t0 documents\n');
});

test('a new database that cannot be marked as complete is an error, and ends its engine', async () => {
  const path = file('unmarked');
  mkdirSync(path);
  symlinkSync(join(path, 'nothing', 'ready'), join(path, 'ready'));
  const { code, err } = await runCommandAsProcess(['project', 'create', 'p', '--data', path]);
  expect({ code, err }).toEqual({ code: 1, err: `Cannot write to the data directory ${path} (ENOENT).\n` });
});

test('a command that only looks up a project creates no directory', async () => {
  const path = file('absent');
  for (const words of ['project list', 'project rotate p', 'collection list --project p']) {
    const { code, err } = await runCommandInProcess(...words.split(' '), '--data', path);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(`No database exists in ${path}.`) });
    expect(existsSync(path)).toBe(false);
  }
});
