import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createStoreOperationHandler } from '#server/operations/operations.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import { TEST_KEY, TEST_TOKEN, TestService } from '#server/testing/testService.ts';
import { createApp } from './app.ts';

const ALLOWED = 'https://console.example';

const parseVary = (headers: Headers) => headers.get('vary')?.toLowerCase().split(/,\s*/);

const service = new TestService();
beforeAll(async () => {
  await service.open();
  await service.storeDevices(TEST_FLEET);
});
afterAll(() => service.close());

describe('requests of other origins', () => {
  const post = async (origin: string, path = `/api/devices/get?apiKey=${TEST_KEY}`) => {
    const init = { method: 'POST', headers: { origin, authorization: TEST_TOKEN } };
    const { headers, body } = await service.request(path, init, service.createApp({ allowOrigins: [ALLOWED] }));
    await body?.cancel();
    return headers;
  };

  test('an allowed origin is named in the response, errors included', async () => {
    for (const path of [`/api/devices/get?apiKey=${TEST_KEY}`, '/api/devices/get', '/api/nothing']) {
      const headers = await post(ALLOWED, path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'access-control-allow-origin': ALLOWED,
        'access-control-expose-headers': 'date,retry-after,x-request-id',
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(parseVary(headers)).toContain('origin');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test.each(['https://other.example', 'https://console.example.evil', 'http://console.example', 'null'])(
    '%s is not allowed',
    async (origin) => {
      const headers = await post(origin);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(parseVary(headers)).toContain('origin');
    },
  );

  const preflight = (origin: string, path = '/api/devices/get') => {
    const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const init = { method: 'OPTIONS', headers: { origin, ...asked } };
    return service.request(path, init, service.createApp({ allowOrigins: [ALLOWED] }));
  };

  test('a preflight response lists what an allowed origin may send, and its lifetime', async () => {
    const { status, headers } = await preflight(ALLOWED);
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': ALLOWED,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization,content-type',
      'access-control-max-age': '600',
    });
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(parseVary(headers)).toContain('origin');
  });

  test('a preflight request is rejected for other origins and other paths', async () => {
    expect((await preflight('https://other.example')).headers.get('access-control-allow-origin')).toBeNull();
    expect((await preflight(ALLOWED, '/api/nothing')).status).toBe(404);
  });
});

describe('default settings', () => {
  test('allow no origin, and compress nothing without accept-encoding', async () => {
    const response = await service.request(`/api/devices/get?apiKey=${TEST_KEY}`, {
      method: 'POST',
      headers: { origin: ALLOWED, authorization: TEST_TOKEN },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('content-encoding')).toBeNull();
    await response.text();
  });

  test.each([
    ['br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.0', null],
    ['BR; Q=0 , gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.5', 'gzip'],
    ['identity, gzip;q=0.5', null],
    ['x-gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.5', 'gzip'],
    ['*;q=0', null],
    ['', null],
    ['brotli, deflate', null],
  ])('a long response for accept-encoding %s is sent as %s', async (accepted, encoding) => {
    const response = await service.request(`/api/devices/get?apiKey=${TEST_KEY}`, {
      method: 'POST',
      headers: { authorization: TEST_TOKEN, 'accept-encoding': accepted },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toContain('accept-encoding');
    const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(JSON.parse(plain.toString())).toMatchObject({ nDevices: TEST_FLEET.length });
  });
});

test('a short response is compressed only if identity is not acceptable', async () => {
  const app = createApp({ operate: async () => ({ status: 200, body: '{}' }), hostConfig: {} });
  for (const [accepted, coding] of [
    ['gzip', null],
    ['gzip, identity;q=0', 'gzip'],
    ['br;q=0.5, *;q=0', 'br'],
    ['identity;q=0', null],
  ] as const) {
    const { headers } = await app.request('/healthz', { headers: { 'accept-encoding': accepted } });
    expect([accepted, headers.get('content-encoding')]).toEqual([accepted, coding]);
  }
});

describe('failed sign-ins', () => {
  test('after 60 in five minutes the address has to wait, and other addresses and valid credentials do not', async () => {
    let now = 1_000_000;
    const operate = createStoreOperationHandler({ store: service.store, now: () => now });
    const app = service.createApp({ operate });
    const call = async (key: string, address: string) => {
      const init = { method: 'POST', headers: { authorization: TEST_TOKEN } };
      const request = new Request(`http://127.0.0.1/api/device/get?apiKey=${key}`, init);
      const { status, headers } = await app.fetch(request, { incoming: { socket: { remoteAddress: address } } });
      return [status, headers.get('retry-after')];
    };
    for (let attempt = 0; attempt < 60; attempt++) {
      now += 1000;
      expect(await call('wrong', 'a')).toEqual([401, null]);
    }
    expect(await call('wrong', 'a')).toEqual([429, '241']);
    expect(await call('wrong', 'b')).toEqual([401, null]);
    expect(await call(TEST_KEY, 'a')).toEqual([400, null]);
    now += 241_000;
    expect(await call('wrong', 'a')).toEqual([401, null]);
  });

  test('count also when concurrent', async () => {
    const app = service.createApp({});
    const wrong = () => service.request('/api/device/get?apiKey=wrong', { method: 'POST' }, app);
    const statuses = (await Promise.all(Array.from({ length: 200 }, wrong))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(140);
  });

  const failing = (trustProxy = true) => {
    const app = service.createApp({ trustProxy });
    const path = '/api/device/get?apiKey=wrong';
    return (from: string) => service.request(path, { method: 'POST', headers: { 'x-forwarded-for': from } }, app);
  };

  test.each([
    [true, '10.0.0.1, 10.0.0.2', 429],
    [true, '10.0.0.2, 10.0.0.1', 401],
    [false, '10.0.0.1', 429],
  ])('with a trusted proxy (%s) the client of %s is the last address added by it', async (trust, forwarded, status) => {
    const call = failing(trust);
    for (let attempt = 0; attempt < 60; attempt++) await call('10.0.0.2');
    expect((await call(`spoofed, ${forwarded}`)).status).toBe(status);
  });

  const notation = (at: number) => `[2001:DB8:${at % 2 ? '0:0' : '0000:0'}::${at}]:${at}`;
  test.each<[string, (at: number) => string, string]>([
    ['from another port', (at) => `10.0.0.2:${1000 + at}`, '10.0.0.3:1000'],
    ['from another address of its /64', (at) => `2001:db8:1:2:${at.toString(16)}::${at}`, '2001:db8:1:3::1'],
    ['with another notation of its address', notation, '[2001:db8:0:1::]:7'],
    ['with an IPv4-mapped IPv6 address', (at) => (at % 2 ? '::ffff:10.0.0.4' : '10.0.0.4'), '::ffff:10.0.0.5'],
  ])('a client that returns %s is recognized', async (_, address, other) => {
    const call = failing();
    for (let attempt = 0; attempt < 60; attempt++) expect((await call(address(attempt))).status).toBe(401);
    expect((await call(address(60))).status).toBe(429);
    expect((await call(other)).status).toBe(401);
  });

  test('setting the clock back does not extend the wait', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const call = failing();
    for (let attempt = 0; attempt < 60; attempt++) await call('10.0.0.6');
    vi.setSystemTime(Date.now() - 86_400_000);
    const { status, headers } = await call('10.0.0.6');
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(300);
  });
});

test('the Host header must be a loopback name for the demo', async () => {
  const app = service.createApp({ hosts: ['127.0.0.1', 'localhost', '[::1]'] });
  const status = async (host: string) => (await app.request('/config.json', { headers: { host } })).status;
  for (const host of ['127.0.0.1:4600', 'localhost', 'LocalHost:4600', '[::1]:4600'])
    expect(await status(host)).toBe(200);
  for (const host of ['evil.example:4600', '127.0.0.1.evil.example']) expect(await status(host)).toBe(421);
});
