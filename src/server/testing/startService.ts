import { type ChildProcess, spawn } from 'node:child_process';
import { inject } from 'vitest';

/** A service in a process of its own, as a shell starts it. */
export type RunningService = {
  child: ChildProcess;
  url: string;
  /** What it has said so far on both its outputs. */
  text: () => string;
  /** Ends it, and waits until it has ended. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/** Starts a service on a data directory and waits until it serves. */
export async function startService(data: string, args: string[] = []): Promise<RunningService> {
  const { DATABASE_URL, PORT, ...env } = process.env;
  const all = ['serve', '--port', '0', '--log', 'nothing', '--data', data, ...args];
  const child = spawn(process.execPath, [inject('program'), ...all], { env });
  let text = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        text += data;
        const [said] = /http:\/\/\S+/.exec(text) ?? [];
        if (said) resolve(said);
      });
    }
    void ended.then(() => reject(new Error(`It ended: ${text}`)));
  });
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  return { child, url, text: () => text, stop: end };
}
