import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** When the demo's data ends. */
export const DEMO_NOW = '2026-01-01T12:00:00Z';

let complaints: string[] = [];

/** What services of this worker wrote to their standard error since this was asked last. */
export function takeComplaints(): string {
  const said = complaints.join('');
  complaints = [];
  return said;
}

/** Starts a service on a data directory and tells where it listens. */
export async function startService(data: string, environment: Record<string, string>, more: readonly string[] = []) {
  const parameters = [
    'dist/server/main.js',
    'serve',
    '--demo',
    '--test-control',
    '--port',
    '0',
    '--data',
    data,
    ...more,
  ];
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
