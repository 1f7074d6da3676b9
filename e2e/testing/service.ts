import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createServiceControl, type Device, type ServiceControl } from './serviceControl.ts';
import type { Credentials } from './session.ts';

/** Time at which the demo data ends, as ISO 8601. */
export const DEMO_NOW = '2026-01-01T12:00:00Z';

export const SERVICE_PROGRAM = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

/** Device record and its connectivity, which is not part of the record. */
export type StoredDevice = { record: Device; online: boolean };

export type Service = Credentials &
  ServiceControl & {
    url: string;
    devices: readonly StoredDevice[];
    /** True if a test changed the service since the last reset. */
    readonly disturbed: boolean;
  };

/**
 * Starts a service on a free port in a new directory, with a copy of `startFrom` or a new demo. `end` stops the service
 * and deletes the directory.
 */
export async function startTemporaryService(
  startFrom: string | undefined,
): Promise<{ service: Service; end: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-'));
  const data = join(directory, 'data');
  if (startFrom) cpSync(startFrom, data, { recursive: true });
  const [apiKey, token] = ['key', 'token'].map((kind) => `${kind}-${randomBytes(12).toString('hex')}`) as [
    string,
    string,
  ];
  const { process, url } = await startServiceProcess(data, {
    FLEETLENS_DEMO_API_KEY: apiKey,
    FLEETLENS_DEMO_TOKEN: token,
  });
  const end = async () => {
    await stopServiceProcess(process);
    rmSync(directory, { recursive: true, force: true });
  };
  const devices = await fetchDevices(url, { apiKey, token });
  return { service: createServiceClient(url, { apiKey, token }, devices), end };
}

function createServiceClient(url: string, credentials: Credentials, devices: readonly StoredDevice[]): Service {
  let disturbed = false;
  const control = Object.fromEntries(
    Object.entries(createServiceControl(url)).map(([name, tell]) => [
      name,
      (...told: Parameters<typeof tell>) => {
        disturbed = name !== 'reset';
        return (tell as (...told: unknown[]) => Promise<void>)(...told);
      },
    ]),
  ) as ServiceControl;
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

async function fetchDevices(url: string, { apiKey, token }: Credentials): Promise<StoredDevice[]> {
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

let errorOutput: string[] = [];

export function takeErrorOutput(): string {
  const said = errorOutput.join('');
  errorOutput = [];
  return said;
}

export async function startServiceProcess(
  data: string,
  environment: Record<string, string>,
  more: readonly string[] = [],
): Promise<{ process: ChildProcess; url: string }> {
  const parameters = [SERVICE_PROGRAM, 'serve', '--demo', '--test-control', '--port', '0', '--data', data, ...more];
  const child = spawn(process.execPath, parameters, {
    // the demo data ends at a fixed time
    env: { ...process.env, FLEETLENS_DEMO_NOW: DEMO_NOW, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => errorOutput.push(text));
  return { process: child, url: await waitForServiceUrl(child) };
}

/**
 * Waits for the URL of a started service.
 * @throws if the service exits first
 */
export async function waitForServiceUrl(child: ChildProcess & { stdout: Readable }): Promise<string> {
  // keeps reading: a service whose output is not consumed blocks at the next line
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

export async function stopServiceProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
