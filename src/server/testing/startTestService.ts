import { startProgram } from './commandLine.ts';

export type RunningService = Awaited<ReturnType<typeof startTestService>>;

export async function startTestService(data: string, args: readonly string[] = []) {
  const all = ['serve', '--port', '0', '--log', 'nothing', '--data', data, ...args];
  const { child, said, ended, waitForText } = startProgram(all);
  const [url] = await waitForText(/http:\/\/\S+/);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  return { child, url, getOutput: () => said.all, stop };
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
