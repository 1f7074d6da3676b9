import { type ChildProcess, spawn } from 'node:child_process';
import { inject } from 'vitest';

export type RunningService = {
  child: ChildProcess;
  url: string;
  getOutput: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

export async function startTestService(data: string, args: string[] = []): Promise<RunningService> {
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
  return { child, url, getOutput: () => text, stop: end };
}

export type KeyPair = { key: string; token: string };

/** Finds the pairs that a command printed. */
export function parseKeyPairs(out: string): KeyPair[] {
  const printed = out.matchAll(/API key (\S+)\nToken +(\S+)\n/g);
  return [...printed].map(([, key = '', token = '']) => ({ key, token }));
}

export function sendToTestService(url: string, pair: KeyPair | undefined, path: string, body: object = {}) {
  return fetch(`${url}/api${path}?apiKey=${pair?.key}`, {
    method: 'POST',
    headers: { authorization: pair?.token ?? '', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
