import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import {
  FILES_TESTED_ELSEWHERE,
  type MarkdownSection,
  needsBackgroundShell,
  parseShellSections,
  readMarkdownFiles,
  UNTESTED_COMMANDS,
} from '#server/testing/markdownFiles.ts';
import { openTestDatabase } from '#server/testing/testService.ts';

const sections = readMarkdownFiles()
  .filter(({ path }) => !(path in FILES_TESTED_ELSEWHERE))
  .flatMap((document) =>
    parseShellSections(document).map((section) => [`${document.path}, ${section.title}`, section] as const),
  )
  .filter(([, section]) => section.commands.some(isRun) && !needsBackgroundShell(section));

const DEVICE = {
  productID: 'P',
  name: 'Unit',
  status: true,
  admin: 'ann@example.com',
  registeredAt: 1_700_000_000_000,
  lastPairedAt: 1_710_000_000_000,
  paired: true,
  online: true,
};
const devices = ['A', 'B'].map((deviceID) => ({ deviceID, ...DEVICE }));
const documentsOf = (name: string) =>
  ['1', '2'].map((n) => JSON.stringify({ documentID: `${name}-${n}`, n })).join('\n');
const csv = (rows: readonly object[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((row) => row.join(',')).join('\n');

const FILES: Readonly<Record<string, string>> = {
  'fleet.csv': csv(devices),
  'changes.csv': csv(devices.slice(1)),
  'sheet.csv': csv(devices.map(({ admin, status, ...device }) => ({ ...device, deviceID: `${device.deviceID}-new` }))),
  'map.csv': 'documentID,hall\ns-1,3\n',
  'fleet.ndjson': devices.map((device) => JSON.stringify(device)).join('\n'),
  'logs.ndjson': documentsOf('l'),
  'today.ndjson': documentsOf('t'),
  'readings.ndjson': documentsOf('r'),
};

const cleanUp: (() => unknown)[] = [];
afterAll(() => Promise.all(cleanUp.map((remove) => remove())));

describe('every documented command runs as written', () => {
  // in short runs, documents.test.ts only parses them
  test.each(sections)('%s', { tags: ['long'] }, (_, section) => runAll(section));
});

function isRun(command: string): boolean {
  return (
    !UNTESTED_COMMANDS.some(([pattern]) => pattern.test(command)) &&
    !(command.includes('postgres://') && !inject('postgresUrl'))
  );
}

async function runAll({ commands }: MarkdownSection): Promise<void> {
  const place = makePlace();
  const port = await freePort();
  const database = commands.some((command) => command.includes('postgres://')) && (await openPostgres());
  const services: ChildProcess[] = [];
  const exported: string[] = [];
  const environment = {
    PATH: `${join(place, 'bin')}${delimiter}${process.env['PATH']}`,
    HOME: place,
    PORT: String(port),
  };
  const start = (command: string) =>
    spawn('bash', ['-c', [...exported, command].join('\n')], { cwd: place, env: environment, detached: true });
  const run = async (written: string) => {
    const command = asHere(written, { port, database });
    if (command.startsWith('export ')) exported.push(command);
    else if (/fleetlens serve\b/.test(command)) services.push(await startService(start(`exec ${command}`)));
    else expect(await ended(start(`set -o pipefail; ${command}`)), written).toMatchObject({ code: 0 });
  };
  try {
    if (!commands.some((command) => /project create|serve/.test(command))) await prepare(run);
    for (const command of commands.filter(isRun)) await run(command);
  } finally {
    for (const service of services) await endService(service);
  }
}

async function prepare(run: (command: string) => Promise<void>): Promise<void> {
  await run('fleetlens project create plant-a');
  await run('fleetlens import devices fleet.ndjson --project plant-a');
  await run('fleetlens import documents logs.ndjson --project plant-a --collection logs');
}

function asHere(command: string, { port, database }: { port: number; database: string | false }): string {
  return command
    .replace(/^npx /, '')
    .replace(/ &$/, '')
    .replaceAll(':4600', `:${port}`)
    .replace(/postgres:\/\/[^ ]+/g, database || '$&')
    .replace('/var/lib/fleetlens', 'var')
    .replace(/^curl /, 'curl --silent --show-error --fail ')
    .replace(/^tail -F/, 'cat');
}

function makePlace(): string {
  const place = mkdtempSync(join(tmpdir(), 'fleetlens-test-'));
  cleanUp.push(() => rmSync(place, { recursive: true, force: true }));
  mkdirSync(join(place, 'bin'));
  const program = join(place, 'bin', 'fleetlens');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${resolve(inject('program'))}' "$@"\n`);
  chmodSync(program, 0o755);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(place, name), `${text}\n`);
  return place;
}

async function openPostgres(): Promise<string> {
  if (!inject('postgresUrl')) return '';
  const { database, url = '', remove } = await openTestDatabase('postgres');
  // a copy's target must be empty
  await database.query('drop schema public cascade');
  await database.query('create schema public');
  await database.close();
  cleanUp.push(remove);
  return url;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function startService(child: ChildProcess): Promise<ChildProcess> {
  let said = '';
  await new Promise<void>((serves, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text) => {
        said += text;
        if (/http:\/\/127/.test(said)) serves();
      });
    }
    child.once('exit', () => reject(new Error(`It ended: ${said}`)));
  });
  return child;
}

async function endService(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

async function ended(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      said = (said + text).slice(-2000);
    });
  }
  const [code] = await once(child, 'close');
  return { code, said };
}
