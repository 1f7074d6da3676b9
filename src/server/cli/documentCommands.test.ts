import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createTestFolder } from '#server/testing/commandLine.ts';
import {
  FILES_TESTED_ELSEWHERE,
  type MarkdownSection,
  needsBackgroundShell,
  parseShellSections,
  readMarkdownFiles,
  UNTESTED_COMMANDS,
} from '#server/testing/markdownFiles.ts';
import { findFreePort } from '#server/testing/sockets.ts';
import { openTestDatabase } from '#server/testing/testService.ts';

const documents = readMarkdownFiles().filter(({ path }) => !(path in FILES_TESTED_ELSEWHERE));
const sections = documents
  .flatMap((document) => parseShellSections(document).map((section) => ({ path: document.path, ...section })))
  .filter((section) => section.commands.some(isRun) && !needsBackgroundShell(section));

const DEVICE = { productID: 'P', name: 'Unit', status: true, admin: 'ann@example.com', paired: true, online: true };
const TIMES = { registeredAt: 1_700_000_000_000, lastPairedAt: 1_710_000_000_000 };
const devices = ['A', 'B'].map((deviceID) => ({ deviceID, ...DEVICE, ...TIMES }));
const ndjson = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');
const documentsOf = (name: string) => ndjson(['1', '2'].map((n) => ({ documentID: `${name}-${n}`, n })));
const csv = (rows: readonly object[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((row) => row.join(',')).join('\n');

const FILES: Readonly<Record<string, string>> = {
  'fleet.csv': csv(devices),
  'changes.csv': csv(devices.slice(1)),
  'sheet.csv': csv(devices.map(({ admin, status, ...device }) => ({ ...device, deviceID: `${device.deviceID}-new` }))),
  'map.csv': 'documentID,hall\ns-1,3\n',
  'fleet.ndjson': ndjson(devices),
  'logs.ndjson': documentsOf('l'),
  'today.ndjson': documentsOf('t'),
  'readings.ndjson': documentsOf('r'),
};

const PROGRAMS: Readonly<Record<string, string>> = {
  fleetlens: `exec '${process.execPath}' '${resolve(inject('program'))}' "$@"`,
  npx: 'exec "$@"',
  npm: '[ "$1" = start ] || exit 0; shift; [ "$1" = -- ] && shift; exec fleetlens serve --demo-if-empty "$@"',
};

const { files } = createTestFolder();

// in short runs, documents.test.ts only parses them
test.each(sections)('every command of $path, $title runs as written', { tags: ['long'] }, async ({ commands }) => {
  const [folder, port] = [makeFolder(), await findFreePort()];
  const database = commands.some((command) => command.includes('postgres://')) && (await openPostgres());
  const exported: string[] = [];
  const run = async (written: string) => {
    const command = asHere(written, { port, database });
    const start = (line: string) => openShell(folder, port, ['-c', [...exported, line].join('\n')]);
    if (command.startsWith('export ')) exported.push(command);
    else if (/fleetlens serve\b/.test(command)) await start(`exec ${command}`).waitForText(/http:\/\/127/);
    else {
      const { ended, getText } = start(`set -o pipefail; ${command}`);
      expect({ written, code: await ended, said: getText() }).toMatchObject({ code: 0 });
    }
  };
  if (!commands.some((command) => /project create|serve/.test(command))) await prepare(run);
  for (const command of commands.filter(isRun)) await run(command);
});

for (const { title, says } of [
  { title: 'Monitor the service', says: /"status":"ready".*# HELP/s },
  { title: 'Configure the console', says: /"title":"Plant A"/ },
]) {
  test(`the code block ${title} of hosting.md works as pasted`, { tags: ['long'] }, async () => {
    const { blocks: [block = ''] = [] } =
      sectionsOf('docs/hosting.md').find((section) => section.title === title) ?? {};
    const said = await openShell(makeFolder(), await findFreePort()).paste(block);
    expect(said).toMatch(says);
    expect(said).not.toMatch(/not found|curl: |No such process/);
  });
}

test('the code blocks of the README work as pasted, in order', { tags: ['long'] }, async () => {
  const [start = '', ask = '', load = '', ...others] = sectionsOf('README.md').flatMap(({ blocks }) => blocks);
  expect(others).toEqual([]);
  const [folder, port] = [makeFolder(), await findFreePort()];
  // the first block keeps its terminal, so the next ones go to another
  const [first, second] = [openShell(folder, port), openShell(folder, port)];
  first.child.stdin.write(start);
  await first.waitForText(/^export URL=\S+ KEY=\S+ TOKEN=\S+$/m);
  const answers = await second.paste(ask);
  expect(answers).toContain('"nDevices":');
  expect(answers).toContain('"documents":[{');
  expect(answers).not.toMatch(/"error"|not found|curl: |No such process/);
  expect(await second.paste(load)).toMatch(/Stored 2 devices\..*Stored 2 documents\./s);
});

function sectionsOf(path: string): MarkdownSection[] {
  return documents.filter((document) => document.path === path).flatMap(parseShellSections);
}

function isRun(command: string): boolean {
  return (
    !UNTESTED_COMMANDS.some(([pattern]) => pattern.test(command)) &&
    !(command.includes('postgres://') && !inject('postgresUrl'))
  );
}

async function prepare(run: (command: string) => Promise<void>): Promise<void> {
  await run('fleetlens project create plant-a');
  await run('fleetlens import devices fleet.ndjson --project plant-a');
  await run('fleetlens import documents logs.ndjson --project plant-a --collection logs');
}

function asHere(command: string, { port, database }: { port: number; database: string | false }): string {
  return command
    .replace(/ &$/, '')
    .replace(/^npx /, '')
    .replaceAll(':4600', `:${port}`)
    .replace(/postgres:\/\/[^ ]+/g, database || '$&')
    .replace('/var/lib/fleetlens', 'var')
    .replace(/^curl /, 'curl --silent --show-error --fail ')
    .replace(/^tail -F/, 'cat');
}

async function openPostgres(): Promise<string> {
  const { database, url = '', remove } = await openTestDatabase('postgres');
  // a copy's target must be empty
  await database.query('drop schema public cascade');
  await database.query('create schema public');
  await database.close();
  onTestFinished(remove);
  return url;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(files, 'place-'));
  for (const name of ['bin', 'tmp']) mkdirSync(join(folder, name));
  for (const [name, script] of Object.entries(PROGRAMS))
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), `${text}\n`);
  return folder;
}

function openShell(folder: string, port: number, args: string[] = []) {
  const { DATABASE_URL, ...environment } = process.env;
  const PATH = `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`;
  const env = { ...environment, PATH, HOME: folder, PORT: `${port}`, TMPDIR: join(folder, 'tmp') };
  const child = spawn('bash', args, { cwd: folder, env, detached: true });
  let text = '';
  let heard = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      text += data;
      heard();
    });
  }
  const ended = new Promise<number | null>((close) => child.once('close', close));
  onTestFinished(async () => {
    // the shell and its foreground processes
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  const waitForText = async (words: RegExp) => {
    while (!words.test(text)) {
      if (child.exitCode !== null) throw new Error(`It ended: ${text}`);
      await new Promise<void>((found) => {
        heard = found;
        void ended.then(() => found());
      });
    }
  };
  const paste = async (block: string) => {
    const from = text.length;
    child.stdin.write(`${block}\necho end-of-block-${from}\n`);
    await waitForText(new RegExp(`end-of-block-${from}`));
    return text.slice(from);
  };
  return { child, ended, getText: () => text, waitForText, paste };
}
