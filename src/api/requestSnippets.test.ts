import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createDeviceRequestSnippets, createRequestSnippets } from './requestSnippets.ts';

vi.stubGlobal('location', { origin: 'https://console.example' });

const SECRETS = { FLEETLENS_API_KEY: `a"key'$&+`, FLEETLENS_TOKEN: 'Bearer a `token`' };

function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const said = execFileSync('sh', ['-c', script], { env: { ...process.env, ...SECRETS } });
  return said.toString().split('\0').slice(0, -1);
}

function textOf(label: string, body: object, baseUrl = '/api'): string {
  const found = createRequestSnippets({ baseUrl }, 'pipeline', body).find((one) => one.label === label);
  return found?.text ?? '';
}

async function runScript(text: string): Promise<unknown[]> {
  const sent: unknown[] = [];
  const fake = async (...given: unknown[]) => {
    sent.push(given);
    return { text: async () => '' };
  };
  // only running the text proves that it is a script
  const run = new Function('process', 'fetch', 'console', `return (async () => {${text}})()`);
  await run({ env: SECRETS }, fake, { log: () => undefined });
  return sent;
}

test('a shell passes on a request with any content unchanged', () => {
  const body = fc.object({ key: fc.string({ unit: 'binary' }), values: [fc.string({ unit: 'binary' })] });
  fc.assert(
    fc.property(body, (filter) => {
      const sent = argumentsOf(textOf('curl', filter, "https://x.example/it's/$HOME"));
      expect(sent).toEqual([
        "https://x.example/it's/$HOME/datastore/pipeline",
        '--url-query',
        `apiKey=${SECRETS.FLEETLENS_API_KEY}`,
        '--header',
        `Authorization: ${SECRETS.FLEETLENS_TOKEN}`,
        '--header',
        'Content-Type: application/json',
        '--data-raw',
        JSON.stringify(filter),
      ]);
    }),
    { numRuns: 50 },
  );
});

test('the script sends exactly the same request, or one request for each device', async () => {
  const body = { collection: `it's \\ "quoted" \u2028`, index: {} };
  const url = (path: string) =>
    `https://console.example/api/${path}?apiKey=${encodeURIComponent(SECRETS.FLEETLENS_API_KEY)}`;
  const headers = { 'content-type': 'application/json', authorization: SECRETS.FLEETLENS_TOKEN };
  expect(await runScript(textOf('fetch', body))).toEqual([
    [url('datastore/pipeline'), { method: 'POST', headers, body: JSON.stringify(body) }],
  ]);
  const [, script] = createDeviceRequestSnippets({ baseUrl: '/api' }, ['A', "it's"]);
  expect(await runScript(script?.text ?? '')).toMatchObject([
    [url('device/get'), { body: '{"deviceID":"A"}' }],
    [url('device/get'), { body: `{"deviceID":"it's"}` }],
  ]);
});

test('the Python code contains the same request, and a quote or backslash cannot end its string', () => {
  const text = textOf('Python', { collection: `it's \\ "quoted"` });
  expect(text).toContain("url = 'https://console.example/api/datastore/pipeline?apiKey=' + quote(");
  expect(text).toContain(String.raw`body = '{"collection":"it\'s \\\\ \\"quoted\\""}'`);
  expect(text).not.toContain(SECRETS.FLEETLENS_TOKEN);
});
