import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PGlite } from '@electric-sql/pglite';
import { test as base } from 'playwright/test';
import type { Device } from '#contract/deviceSchemas.ts';

/** A running service with the demo project in a directory of its own, and its devices as the database holds them. */
export type Service = {
  url: string;
  apiKey: string;
  token: string;
  /** Every device with what the interface does not send: whether it is online. */
  devices: readonly StoredDevice[];
  /** Test control: `fault`, `seed`, `reset` … with their JSON bodies. */
  control: (action: string, body: object) => Promise<void>;
};

export type StoredDevice = { record: Device; online: boolean };

type Fixtures = { complaints: string[]; serviceComplaints: undefined };

/** What services wrote to their standard error since the test began: deliberate faults, until one is not. */
let complaintsOfServices: string[] = [];

/** When the demo's data ends. */
export const DEMO_NOW = '2026-01-01T12:00:00Z';

/** Each worker has its own service; a page that breaks the content policy or throws fails its test. */
export const test = base.extend<Fixtures, { service: Service }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
    async ({}, use) => {
      const directory = mkdtempSync(join(tmpdir(), 'fleetlens-e2e-'));
      const apiKey = `key-${randomBytes(12).toString('hex')}`;
      const token = `token-${randomBytes(12).toString('hex')}`;
      const data = join(directory, 'data');
      const start = () => startService(data, { FLEETLENS_DEMO_API_KEY: apiKey, FLEETLENS_DEMO_TOKEN: token });
      const first = await start();
      await stopService(first.process);
      const devices = await readDevices(data, join(directory, 'copy'));
      const { process, url } = await start();
      const control = (action: string, body: object) => testControl(url, action, body);
      await use({ url, apiKey, token, devices, control });
      await stopService(process);
      rmSync(directory, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ service }, use) => use(service.url),
  serviceComplaints: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use, info) => {
      complaintsOfServices = [];
      await use(undefined);
      if (info.status !== info.expectedStatus) process.stderr.write(complaintsOfServices.join(''));
    },
    { auto: true },
  ],
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
      context.on('console', (message) => {
        if (/content security policy/i.test(message.text())) complaints.push(message.text());
      });
      // the console words some violations otherwise, and others not at all
      await context.exposeFunction('noteViolation', (text: string) => complaints.push(text));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
          Reflect.get(window, 'noteViolation')?.(`policy: ${effectiveDirective} kept out ${blockedURI} ${sample}`);
        });
      });
      await use(complaints);
      if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from 'playwright/test';

/** Starts a service on a data directory and tells where it listens. */
export async function startService(data: string, environment: Record<string, string>) {
  const parameters = ['dist/server/main.js', 'serve', '--demo', '--test-control', '--port', '0', '--data', data];
  const child = spawn(process.execPath, parameters, {
    // the demo ends at the same moment whenever the tests run
    env: { ...process.env, FLEETLENS_DEMO_NOW: DEMO_NOW, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaintsOfServices.push(text));
  // read to its end: a service whose output nobody takes any more fails at the next line
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string | undefined>((resolve) => {
    lines.on('line', (line) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (found) resolve(found);
    });
    lines.once('close', () => resolve(undefined));
  });
  if (!url) throw new Error(`The service ended (${child.exitCode}) before it served.`);
  return { process: child, url };
}

async function testControl(url: string, action: string, body: object): Promise<void> {
  const response = await fetch(`${url}/test/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`/test/${action} answered ${response.status}: ${await response.text()}`);
}

export async function stopService(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Reads the devices from a copy of the database, past the service and its locks. */
async function readDevices(data: string, copy: string): Promise<StoredDevice[]> {
  cpSync(join(data, 'pglite'), copy, { recursive: true });
  const database = await PGlite.create(copy);
  const { rows } = await database.query<{ record: string; online: boolean }>('select record, online from device');
  await database.close();
  return rows.map(({ record, online }) => ({ record: JSON.parse(record) as Device, online }));
}
