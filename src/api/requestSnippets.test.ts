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

test('a shell passes on a request with any content unchanged', () => {
  const body = fc.object({ key: fc.string({ unit: 'binary' }), values: [fc.string({ unit: 'binary' })] });
  fc.assert(
    fc.property(body, (filter) => {
      const sent = argumentsOf(textOf('curl', filter));
      expect(sent).toEqual([
        'https://console.example/api/datastore/pipeline',
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

test('the script sends exactly the same request', async () => {
  const body = { collection: `it's \\ "quoted" \u2028`, index: {} };
  const sent: unknown[] = [];
  const fake = async (...given: unknown[]) => {
    sent.push(given);
    return { text: async () => '' };
  };
  // only running the text proves that it is a script
  const run = new Function('process', 'fetch', 'console', `return (async () => {${textOf('fetch', body)}})()`);
  await run({ env: SECRETS }, fake, { log: () => undefined });
  const url = `https://console.example/api/datastore/pipeline?apiKey=${encodeURIComponent(SECRETS.FLEETLENS_API_KEY)}`;
  const headers = { 'content-type': 'application/json', authorization: SECRETS.FLEETLENS_TOKEN };
  expect(sent).toEqual([[url, { method: 'POST', headers, body: JSON.stringify(body) }]]);
});

test('the Python code contains the same request, and a quote or backslash cannot end its string', () => {
  const text = textOf('Python', { collection: `it's \\ "quoted"` });
  expect(text).toContain("url = 'https://console.example/api/datastore/pipeline?apiKey=' + quote(");
  expect(text).toContain(String.raw`body = '{"collection":"it\'s \\\\ \\"quoted\\""}'`);
  expect(text).not.toContain(SECRETS.FLEETLENS_TOKEN);
});

test('a base URL with quotes in its path stays one word', () => {
  expect(argumentsOf(textOf('curl', {}, "https://x.example/it's/$HOME"))[0]).toBe(
    "https://x.example/it's/$HOME/datastore/pipeline",
  );
});

test('requests for several devices become one script', async () => {
  const [, script] = createDeviceRequestSnippets({ baseUrl: '/api' }, ['A', "it's"]);
  const sent: string[] = [];
  const fake = async (_url: string, { body }: { body: string }) => {
    sent.push(body);
    return { text: async () => '' };
  };
  const run = new Function('process', 'fetch', 'console', `return (async () => {${script?.text}})()`);
  await run({ env: SECRETS }, fake, { log: () => undefined });
  expect(sent).toEqual(['{"deviceID":"A"}', `{"deviceID":"it's"}`]);
});
