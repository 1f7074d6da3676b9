import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEVICE_FIELD_NAMES } from '#contract/device.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { createTestFolder } from '#server/testing/commandLine.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import { describeOnEachDatabase, TEST_KEY, TEST_TOKEN, TestService } from '#server/testing/testService.ts';
import { createApp } from './app.ts';

const VERSION: string = JSON.parse(readFileSync('package.json', 'utf8')).version;
const PATHS: readonly string[] = Object.values(OPERATIONS).map(({ path }) => path);

describeOnEachDatabase('operating the service', { quickOn: 'postgres' }, (service) => {
  beforeAll(() => service.storeDevices(TEST_FLEET));

  test('no credential appears in logs, metrics, headers or responses when an operation fails', async () => {
    const answers: string[] = [];
    const paths = [...PATHS, '/nothing'].map((path) => `/api${path}`);
    for (const path of [...paths, '/', '/healthz', '/readyz', '/metrics', '/config.json', '/openapi.json']) {
      for (const method of ['POST', 'GET', 'PUT']) {
        for (const body of ['{}', '{', '[]', `{"deviceID":"x","collection":"y"}`, `{"deviceID":{"a":1}}`]) {
          const response = await service.request(`${path}?apiKey=${TEST_KEY}&apikey=${TEST_KEY}`, {
            method,
            headers: { authorization: TEST_TOKEN, 'content-type': 'application/json' },
            ...(method !== 'GET' && { body }),
          });
          answers.push(JSON.stringify([...response.headers]), await response.text());
        }
      }
    }
    expect(service.logEntries.length).toBeGreaterThan(100);
    expect(answers.join() + JSON.stringify(service.logEntries)).not.toMatch(/key-of-the-test|token-of-the-test/);
  });

  test('each request is one log entry', async () => {
    const response = await service.request(`/api/device/get?apiKey=${TEST_KEY}`, { method: 'POST' });
    expect(service.logEntries.at(-1)).toEqual({
      requestId: response.headers.get('x-request-id'),
      method: 'POST',
      path: '/api/device/get',
      status: 401,
      ms: expect.any(Number),
      address: 'unknown',
    });
  });

  test('a failed sign-in is logged with the address of the client, and counted by reason', async () => {
    const app = service.createApp({ trustProxy: true });
    const signIn = async (key: string, token: string) => {
      const headers = { authorization: token, 'x-forwarded-for': '192.0.2.7:4711' };
      await service.request(`/api/device/get?apiKey=${key}`, { method: 'POST', headers }, app);
      return service.logEntries.at(-1);
    };
    expect(await signIn('wrong', TEST_TOKEN)).toMatchObject({ status: 401, address: '192.0.2.7' });
    for (let attempt = 1; attempt < 60; attempt++) await signIn(TEST_KEY, 'wrong');
    expect(await signIn(TEST_KEY, 'wrong')).toMatchObject({ status: 429, address: '192.0.2.7' });
    // the body is refused, not the caller
    expect(await signIn(TEST_KEY, TEST_TOKEN)).not.toHaveProperty('address');
    const metrics = await (await service.request('/metrics', {}, app)).text();
    for (const count of ['"api_key"} 1', '"token"} 59', '"too_many"} 1'])
      expect(metrics).toContain(`\nfleetlens_sign_ins_refused_total{reason=${count}\n`);
  });

  test('reports liveness, readiness and metrics', async () => {
    expect(await (await service.request('/healthz')).json()).toEqual({ status: 'live' });
    expect(await (await service.request('/readyz')).json()).toEqual({ status: 'ready' });
    const metrics = await (await service.request('/metrics')).text();
    expect(metrics).toMatch(/^fleetlens_requests_total\{operation="device",status="401"\} \d+$/m);
    expect(metrics).toMatch(/^fleetlens_request_seconds_bucket\{le="\+Inf",operation="device"\} \d+$/m);
    expect(metrics).toMatch(/^fleetlens_ready 1$/m);
    expect(metrics).toContain(`\nfleetlens_build_info{version="${VERSION}"} 1\n`);
  });

  test('serves its OpenAPI description', async () => {
    const description = await (await service.request('/openapi.json')).json();
    expect(await new Validator().validate(description)).toEqual({ valid: true });
    expect(description.info.version).toBe(VERSION);
    expect(Object.keys(description.paths)).toEqual(PATHS);
    for (const path of PATHS) {
      const { summary, responses } = description.paths[path].post;
      expect(summary).toMatch(/^[A-Z].*\w$/);
      expect(responses['4XX'].content['application/json'].schema.required).toEqual(['code', 'message']);
    }
    const { schema } = description.paths['/device/get'].post.requestBody.content['application/json'];
    expect(schema.required).toEqual(['deviceID']);
    const list = description.paths['/devices/get'].post.responses[200].content['application/json'].schema.properties;
    expect(Object.keys(list.devices.items.properties)).toEqual(DEVICE_FIELD_NAMES);
  });
});

const operate = async () => ({ status: 200, body: '{}' });

describe('the console', () => {
  const { files: root } = createTestFolder();
  const service = new TestService();

  beforeAll(async () => {
    for (const folder of ['assets', 'below']) mkdirSync(join(root, folder));
    const html = '<script nonce="__CSP_NONCE__"></script><style nonce="__CSP_NONCE__"></style>';
    writeFileSync(join(root, 'index.html'), html);
    writeFileSync(join(root, 'assets', 'a-1.js'), 'plain');
    writeFileSync(join(root, 'assets', 'a-1.js.br'), 'brotli');
    writeFileSync(join(root, 'assets', 'a-1.js.gz'), 'gzip');
    await service.open({ console: { root } });
  });
  afterAll(() => service.close());

  const page = (path: string) => service.request(path, { headers: { accept: 'text/html,*/*' } });

  test('every page has its own nonce, and a policy that contains it', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '/devices', '/devices/A%2FB', '/datastore?x=1', '/index.html']) {
      const response = await page(path);
      const { headers } = response;
      expect(response.status).toBe(200);
      const policy = headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(await response.text()).toBe(`<script nonce="${nonce}"></script><style nonce="${nonce}"></style>`);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(5);
  });

  test.each([
    ['br, gzip', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['', null, 'plain'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'gzip'],
  ])('serves an asset for accept-encoding "%s"', async (accepted, encoding, content) => {
    const response = await service.request('/assets/a-1.js', { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await response.text()).toBe(content);
  });

  test('a file without a hash in its name is sent again only after a change', async () => {
    const file = join(root, 'icon.svg');
    writeFileSync(file, '<svg/>');
    writeFileSync(`${file}.br`, 'brotli');
    const ask = (headers: Record<string, string> = {}) => service.request('/icon.svg', { headers });
    const tag = async (headers: Record<string, string>) => (await ask(headers)).headers.get('etag') ?? '';
    const [plain, packed] = [await tag({}), await tag({ 'accept-encoding': 'br' })];
    expect(plain).toMatch(/^"[\w-]+"$/);
    expect(packed).not.toBe(plain);
    for (const known of [plain, `W/${plain}`, `"other", ${plain}`, '*']) {
      const response = await ask({ 'if-none-match': known });
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', plain]);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('vary')).toBe('accept-encoding');
    }
    expect((await ask({ 'if-none-match': packed })).status).toBe(200);
    writeFileSync(file, '<svg><g/></svg>');
    expect(await (await ask({ 'if-none-match': plain })).text()).toBe('<svg><g/></svg>');
  });

  test.each(['/assets/gone.js', '/..%2f..%2fetc%2fpasswd.js', '/assets/..%2f..%2findex.html%00', '/api/x'])(
    '%s does not exist',
    async (path) => {
      const response = await page(path);
      expect([response.status, (await response.json()).code]).toEqual([404, 'SERVER-INVALID-ENDPOINT']);
    },
  );

  test.each(['/datastore/%', '/about%', '/%ff'])('%s is handled by the console', async (path) => {
    expect((await page(path)).status).toBe(200);
  });

  test('serves pages under a base path, with or without the prefix removed by a proxy', async () => {
    const files = '<link href="/a.css"><script src="/assets/a-1.js"></script>';
    writeFileSync(join(root, 'below', 'index.html'), files);
    const app = createApp({ operate, hostConfig: {}, console: { root: join(root, 'below') }, basePath: '/fleet/' });
    const ask = (path: string) => app.request(path, { headers: { accept: 'text/html' } });
    for (const path of ['/fleet', '/fleet/', '/fleet/devices', '/'])
      expect(await (await ask(path)).text()).toBe(files.replaceAll('="/', '="/fleet/'));
    expect((await ask('/fleetlens/assets/a-1.js')).status).toBe(404);
    for (const prefix of ['', '/fleet']) {
      expect((await ask(`${prefix}/healthz`)).status).toBe(200);
      expect((await (await ask(`${prefix}/openapi.json`)).json()).servers).toEqual([{ url: '/fleet/api' }]);
    }
  });

  test('a path that is neither a page nor a file is an error', async () => {
    for (const accept of ['application/json', 'text/html;q=0, */*', 'text/htmlx'])
      expect((await service.request('/devices', { headers: { accept } })).status).toBe(404);
  });
});
