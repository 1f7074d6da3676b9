import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Control, controlOf, type Device } from './control.ts';
import type { Credentials } from './session.ts';

/** When the demo's data ends. */
export const DEMO_NOW = '2026-01-01T12:00:00Z';

/** The service as it was built, seen from here and from what this is built into alike. */
const PROGRAM = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

/** A device, with what the interface does not send: whether it is online. */
export type StoredDevice = { record: Device; online: boolean };

/** A running service with data and credentials of its own. */
export type Service = Credentials &
  Control & {
    url: string;
    /** Every device it began with. */
    devices: readonly StoredDevice[];
    /** Whether a test told it anything since it was reset. */
    readonly disturbed: boolean;
  };

/**
 * Starts a service on a free port, in a directory of its own: a copy of another one's data, or a demo made anew; `end`
 * leaves nothing of it.
 */
export async function startOwnService(
  startFrom: string | undefined,
): Promise<{ service: Service; end: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-'));
  const data = join(directory, 'data');
  if (startFrom) cpSync(startFrom, data, { recursive: true });
  const [apiKey, token] = ['key', 'token'].map((kind) => `${kind}-${randomBytes(12).toString('hex')}`) as [
    string,
    string,
  ];
  const { process, url } = await startService(data, { FLEETLENS_DEMO_API_KEY: apiKey, FLEETLENS_DEMO_TOKEN: token });
  const end = async () => {
    await stopService(process);
    rmSync(directory, { recursive: true, force: true });
  };
  const devices = await devicesOf(url, { apiKey, token });
  return { service: serviceAt(url, { apiKey, token }, devices), end };
}

function serviceAt(url: string, credentials: Credentials, devices: readonly StoredDevice[]): Service {
  let disturbed = false;
  const control = Object.fromEntries(
    Object.entries(controlOf(url)).map(([name, tell]) => [
      name,
      (...told: Parameters<typeof tell>) => {
        disturbed = name !== 'reset';
        return (tell as (...told: unknown[]) => Promise<void>)(...told);
      },
    ]),
  ) as Control;
  return {
    url,
    ...credentials,
    ...control,
    devices,
    get disturbed() {
      return disturbed;
    },
  };
}

/** Every device of a service, and by a second request who of them is online. */
async function devicesOf(url: string, { apiKey, token }: Credentials): Promise<StoredDevice[]> {
  const ask = async (body: object): Promise<Device[]> => {
    const response = await fetch(`${url}/api/devices/get?apiKey=${apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { devices: Device[] }).devices;
  };
  const online = new Set((await ask({ filter: 'online' })).map(({ deviceID }) => deviceID));
  return (await ask({})).map((record) => ({ record, online: online.has(record.deviceID) }));
}

let complaints: string[] = [];

/** What services of this worker wrote to their standard error since this was asked last. */
export function takeComplaints(): string {
  const said = complaints.join('');
  complaints = [];
  return said;
}

/** Starts a service on a data directory and tells where it listens. */
export async function startService(
  data: string,
  environment: Record<string, string>,
  more: readonly string[] = [],
): Promise<{ process: ChildProcess; url: string }> {
  const parameters = [PROGRAM, 'serve', '--demo', '--test-control', '--port', '0', '--data', data, ...more];
  const child = spawn(process.execPath, parameters, {
    // the demo ends at the same moment whenever the tests run
    env: { ...process.env, FLEETLENS_DEMO_NOW: DEMO_NOW, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  return { process: child, url: await listening(child) };
}

/** Where a service that was started listens, once it does. */
export async function listening(child: ChildProcess & { stdout: Readable }): Promise<string> {
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
  return url;
}

export async function stopService(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
