import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/http/app.ts';
import { type HttpServer, startHttpServer } from '#server/http/httpServer.ts';
import type { RequestLogEntry } from '#server/http/requestLogger.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import { describeOnEachDatabase, TEST_KEY, TEST_TOKEN } from '#server/testing/testService.ts';
import { createGatewayOperationHandler } from './gateway.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describeOnEachDatabase('a gateway', { quickOn: 'postgres' }, (service) => {
  let server: HttpServer;
  let app: ReturnType<typeof createApp>;
  const logged: RequestLogEntry[] = [];

  beforeAll(async () => {
    await service.storeDevices(TEST_FLEET);
    server = await startHttpServer(service.app, '127.0.0.1', 0);
    const operate = createGatewayOperationHandler(`http://127.0.0.1:${server.port}/api/`);
    app = createApp({ operate, hostConfig: {}, log: (entry) => void logged.push(entry) });
  });
  afterAll(() => server.stop());

  test.each([
    ['/devices/get', '{"type":"paired"}', TEST_KEY, TEST_TOKEN],
    ['/device/get', '{"deviceID":"DRONE-1","path":"admin"}', TEST_KEY, TEST_TOKEN],
    ['/device/get', '{"deviceID":"nobody"}', TEST_KEY, TEST_TOKEN],
    ['/datastore/pipeline', '{"collection":"a","nPage":9007199254740993}', TEST_KEY, TEST_TOKEN],
    ['/datastore/pipeline', '{"collection":"none"}', TEST_KEY, TEST_TOKEN],
    ['/devices/get', '{}', 'wrong', TEST_TOKEN],
    ['/devices/get', '{}', TEST_KEY, 'wrong'],
  ])('responds to %s %s like the service itself', async (path, body, key, token) => {
    const init = { method: 'POST', body, headers: { ...JSON_TYPE, authorization: token } };
    const direct = await service.request(`/api${path}?apiKey=${key}`, init);
    const through = await service.request(`/api${path}?apiKey=${key}`, init, app);
    expect(through.status).toBe(direct.status);
    expect(await through.text()).toBe(await direct.text());
    expect(JSON.stringify(logged)).not.toMatch(/key-of-the-test|token-of-the-test/);
  });

  test('logs and counts a sign-in rejected by the service behind it', async () => {
    await service.request('/api/devices/get?apiKey=wrong', { method: 'POST', body: '{}', headers: JSON_TYPE }, app);
    expect(logged.at(-1)).toMatchObject({ status: 401, address: expect.any(String) });
    const metrics = await (await service.request('/metrics', {}, app)).text();
    expect(metrics).toMatch(/^fleetlens_sign_ins_refused_total\{reason="upstream"\} [1-9]/m);
  });

  test('forwards no other requests', async () => {
    for (const path of ['/api/other', '/api/../healthz2', '/test/reset', '/api/devices/get/x']) {
      expect((await service.request(path, { method: 'POST' }, app)).status).toBe(404);
    }
    expect((await service.request('/api/devices/get', { method: 'GET' }, app)).status).toBe(405);
  });
});

describe('a gateway to a faulty service', () => {
  let upstream: Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;

  beforeAll(async () => {
    upstream = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    upstream.closeAllConnections();
    upstream.close();
  });

  const send = (init: RequestInit = {}, ...timeouts: number[]) => {
    const { port } = upstream.address() as AddressInfo;
    const logged: RequestLogEntry[] = [];
    const operate = createGatewayOperationHandler(`http://127.0.0.1:${port}`, ...timeouts);
    const app = createApp({ operate, hostConfig: {}, log: (entry) => void logged.push(entry) });
    const headers = { ...JSON_TYPE, authorization: 'secret' };
    const whole = { method: 'POST', body: '{}', headers, ...init };
    return { logged, answer: app.request('/api/devices/get?apiKey=k&x=1', whole) };
  };
  const call = async (init?: RequestInit) => {
    const { logged, answer } = send(init, 200);
    const response = await answer;
    const text = await response.text();
    expect(JSON.stringify(logged)).not.toMatch(/apiKey|secret/);
    return { status: response.status, headers: response.headers, text, error: logged[0]?.error };
  };

  test('sends only key, token and body of the request', async () => {
    const seen: unknown[] = [];
    answer = (request, response) => {
      seen.push(request.url, request.headers.authorization, request.headers['cookie']);
      response.setHeader('content-type', 'application/json').setHeader('set-cookie', 'a=b').end('{"code":"X"}');
    };
    const { status, headers, text } = await call();
    expect(seen).toEqual(['/devices/get?apiKey=k', 'secret', undefined]);
    expect([status, text, headers.get('set-cookie')]).toEqual([200, '{"code":"X"}', null]);
  });

  test.each<[string, typeof answer, number, string]>([
    ['redirects', (_, response) => response.writeHead(302, { location: '/?k' }).end(), 502, 'HTTP 302, not JSON'],
    ['sends an invalid status', (_, response) => response.writeHead(999, JSON_TYPE).end('{}'), 502, 'HTTP 999'],
    ['closes the connection', (request) => request.socket.destroy(), 502, 'UND_ERR_SOCKET'],
    ['never responds', () => undefined, 504, 'no response in time'],
  ])('reports a service that %s', async (_, misbehave, status, error) => {
    answer = misbehave;
    const result = await call();
    expect(result).toMatchObject({ status, error: `upstream: ${error}` });
    expect(JSON.parse(result.text)).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  test('does not report an error of the service when the client disconnects', async () => {
    const caller = new AbortController();
    answer = () => caller.abort();
    const { status, error } = await call({ signal: caller.signal });
    expect({ status, error }).toEqual({ status: 499, error: 'upstream: the client disconnected' });
  });

  test('does not block the client when the service stops in the middle of its response', async () => {
    answer = (_, response) => {
      response.setHeader('content-type', 'application/json').write('{"code":');
    };
    const response = await send({}, 2000, 100).answer;
    await expect(response.text()).rejects.toThrow();
  });

  test.each(['text/html', 'application/json+html', 'application/json, text/html', 'application/json; charset=utf-16'])(
    'rejects a response of type %s',
    async (type) => {
      answer = (_, response) => response.writeHead(200, { 'content-type': type }).end('{"code":"<"}');
      expect(await call()).toMatchObject({
        status: 502,
        error: 'upstream: HTTP 200, not JSON',
        text: expect.not.stringContaining('<'),
      });
    },
  );

  test.each(['Application/JSON;charset=UTF-8', 'application/problem+json'])('accepts %s as JSON', async (type) => {
    answer = (_, response) => response.writeHead(400, { 'content-type': type }).end('{"code":"X"}');
    expect(await call()).toMatchObject({ status: 400, text: '{"code":"X"}' });
  });

  test.each([
    ['120', '120'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    ['<script>', null],
    ['1.5', null],
    ['2026-10-21', null],
    ['Wed, 41 Oct 2026 07:28:00 GMT', null],
  ])('turns the Retry-After %s into %s', async (given, expected) => {
    answer = (_, response) => response.writeHead(429, { ...JSON_TYPE, 'retry-after': given }).end('{"code":"X"}');
    expect((await call()).headers.get('retry-after')).toBe(expected);
    answer = (_, response) => response.writeHead(503, { 'retry-after': given }).end();
    expect((await call()).headers.get('retry-after')).toBe(expected ?? '1');
  });

  test('does not forward a body over 1 MiB', async () => {
    answer = () => expect.unreachable();
    expect((await call({ body: `{"a":"${'x'.repeat(1024 * 1024)}"}` })).status).toBe(413);
  });
});
