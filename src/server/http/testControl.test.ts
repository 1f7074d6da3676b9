import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseServeOptions } from '#server/cli/serveOptions.ts';
import { FailedSignInLimiter } from '#server/operations/authentication.ts';
import { createStoreOperationHandler } from '#server/operations/operations.ts';
import { findTestDevices, TEST_FLEET } from '#server/testing/testFleet.ts';
import { describeOnEachDatabase, TEST_KEY, TEST_PROJECT, TEST_TOKEN } from '#server/testing/testService.ts';
import { createApp } from './app.ts';
import { type HttpServer, startHttpServer } from './httpServer.ts';
import { TestControl } from './testControl.ts';

const NEW = { deviceID: 'x', productID: 'p', registeredAt: 1 };

describeOnEachDatabase('test control', { quickOn: 'postgres' }, (service) => {
  let server: HttpServer;
  let control: TestControl;

  beforeAll(async () => {
    await service.storeDevices(TEST_FLEET.slice(0, 2));
    await service.storeDocuments('logs', [{ documentID: 'a' }, { documentID: 'b' }]);
    const attempts = new FailedSignInLimiter();
    control = new TestControl(service.store, attempts);
    const operate = createStoreOperationHandler({ store: service.store, attempts, now: control.now });
    const app = service.createApp({
      operate: control.withFaults(operate),
      extend: (extended) => control.addRoutes(extended),
    });
    // a request that never gets a response does not delay the shutdown
    server = await startHttpServer(app, '127.0.0.1', 0, { drain: 100 });
  });
  afterAll(() => server.stop());

  const send = (path: string, body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  const tell = async (action: string, body: unknown = {}) =>
    expect((await send(`/test/${action}`, body)).status).toBe(200);
  const ask = (path = '/devices/get', body: unknown = {}, signal?: AbortSignal) =>
    send(`/api${path}?apiKey=${TEST_KEY}`, body, { authorization: TEST_TOKEN }, signal);
  const devices = async () => ((await (await ask()).json()) as { nDevices: number }).nDevices;
  const documents = async () =>
    ((await (await ask('/datastore/pipeline', { collection: 'logs' })).json()) as { nDocuments: number }).nDocuments;

  test('seeds an existing project, and reset undoes it', async () => {
    await tell('seed', {
      project: TEST_PROJECT,
      devices: TEST_FLEET.slice(2),
      online: ['DRONE-4'],
      documents: { logs: [{ documentID: 'c' }], fresh: [{ n: 1 }] },
    });
    expect([await devices(), await documents()]).toEqual([TEST_FLEET.length, 3]);
    const online = await ask('/devices/get', { filter: 'online' });
    expect(await online.json()).toMatchObject({ devices: findTestDevices(['DRONE-4']) });
    await tell('reset');
    expect([await devices(), await documents()]).toEqual([2, 2]);
  });

  test('creates a project for the test, and removes it', async () => {
    await tell('project', { project: 'own', apiKey: 'k', token: 't' });
    await tell('seed', { project: 'own', devices: TEST_FLEET });
    const own = () => send('/api/devices/get?apiKey=k', {}, { authorization: 't' });
    expect(await (await own()).json()).toMatchObject({ nDevices: TEST_FLEET.length });
    await tell('project', { project: 'own', apiKey: 'k', token: 't' });
    expect(await (await own()).json()).toMatchObject({ nDevices: 0 });
    await tell('reset');
    expect((await own()).status).toBe(401);
  });

  test('sets the clock', async () => {
    await tell('clock', { now: 5 });
    expect(control.now()).toBe(5);
    await tell('clock', { now: null });
    expect(control.now()).toBeGreaterThan(1e12);
  });

  test.each<[Record<string, unknown>, number, string]>([
    [{ kind: 'html' }, 200, '<!doctype html>'],
    [{ kind: 'empty' }, 200, ''],
    [{ kind: 'empty', status: 204 }, 204, ''],
    [{ kind: 'body', body: '{"devices":null}' }, 200, '{"devices":null}'],
    [{ kind: 'truncate', afterBytes: 20 }, 200, '{"code":"DEVICES-LIS'],
    [{ kind: 'error', status: 503, code: 'X', message: 'm', retryAfter: '7' }, 503, '{"code":"X","message":"m"}'],
    [{ kind: 'latency', ms: 1 }, 200, '{"code":"DEVICES-LIST-FETCHED"'],
    [{ kind: 'trickle', bytes: 500, ms: 1 }, 200, '{"code":"DEVICES-LIST-FETCHED"'],
  ])('%j happens as often as planned, for the given operation', async (fault, status, start) => {
    await tell('fault', { operation: 'devices', times: 2, fault });
    expect((await ask('/device/get', { deviceID: 'GATEWAY-1' })).status).toBe(200);
    for (const expected of [status, status, 200]) {
      const response = await ask();
      expect(response.status).toBe(expected);
      if (fault['kind'] === 'error' && expected === 503) expect(response.headers.get('retry-after')).toBe('7');
      const text = await response.text();
      expect(text.startsWith(start) || expected !== status || text.startsWith('{"code":"DEVICES')).toBe(true);
    }
    expect(await devices()).toBe(2);
  });

  test('a reset closes the connection in the middle of the body', async () => {
    await tell('fault', { fault: { kind: 'reset' } });
    const response = await ask();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('a fault can leave a request without a response, and calm clears pending faults', async () => {
    await tell('fault', { fault: { kind: 'never' } });
    await expect(ask('/devices/get', {}, AbortSignal.timeout(200))).rejects.toThrow('timeout');
    await tell('fault', { times: 5, fault: { kind: 'empty' } });
    await tell('calm');
    expect(await devices()).toBe(2);
  });

  test.each([{ kind: 'never' }, { kind: 'latency', ms: 3_600_000 }, { kind: 'trickle', bytes: 1, ms: 3_600_000 }])(
    'release ends the fault %j',
    async (fault) => {
      await tell('fault', { fault });
      const answer = ask('/devices/get').then((response) => response.json());
      // the request may not have arrived at the first release
      const releasing = setInterval(() => void tell('release'), 20);
      expect((await answer).nDevices).toBe(2);
      clearInterval(releasing);
    },
  );

  describe('a page of another origin', () => {
    const tell = async (headers: Record<string, string>, body: BodyInit) => {
      const response = await fetch(`http://127.0.0.1:${server.port}/test/clock`, { method: 'POST', headers, body });
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    const JSON_TYPE = { 'content-type': 'application/json' };

    test.each([
      ['origin', 'https://evil.example'],
      ['origin', 'null'],
      ['origin', 'http://127.0.0.1:1'],
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
    ])('cannot send commands: %s %s', async (name, value) => {
      const before = control.now();
      expect(await tell({ ...JSON_TYPE, [name]: value }, '{"now":5}')).toEqual([403, 'ORIGIN-FORBIDDEN']);
      expect(control.now()).toBeGreaterThanOrEqual(before);
    });

    test('cannot omit the content type to avoid the preflight request', async () => {
      const typeless = new Blob(['{"now":5}']);
      for (const headers of [{}, { 'content-type': 'text/plain' }])
        expect(await tell(headers, typeless)).toEqual([415, 'CONTENT-TYPE-UNSUPPORTED']);
      expect(await tell(JSON_TYPE, '')).toEqual([400, 'DATA-INVALID']);
      expect(control.now()).toBeGreaterThan(1e12);
    });

    test('is distinguished from a page of the service', async () => {
      const own = { origin: `http://127.0.0.1:${server.port}`, 'sec-fetch-site': 'same-origin' };
      expect(await tell({ ...JSON_TYPE, ...own }, '{"now":null}')).toEqual([200, undefined]);
    });
  });

  test.each<[string, unknown, string]>([
    ['project', {}, 'project: '],
    ['project', { project: 'p', apiKey: '', token: 't' }, 'apiKey: '],
    ['seed', { devices: 5 }, 'devices: expected array, received number.'],
    ['seed', { devices: [{ deviceID: 'x', registeredAt: 1 }] }, 'devices[0].productID: expected string'],
    ['seed', { devices: [{ deviceID: 'x', productID: 'p', registeredAt: 1.5 }] }, 'devices[0].registeredAt: '],
    ['seed', { online: 'x' }, 'online: '],
    ['seed', { documents: { logs: [{}, null] } }, 'documents.logs[1]: '],
    ['seed', { documents: [] }, 'documents: '],
    ['seed', { document: {} }, 'body: unrecognized key: "document".'],
    ['seed', { devices: [NEW, NEW] }, 'devices: expected IDs that differ and are not stored yet.'],
    ['seed', { project: TEST_PROJECT, devices: [TEST_FLEET[0]] }, 'devices: expected IDs'],
    ['seed', { documents: { logs: [{ documentID: 'x' }, {}, { documentID: 'x' }] } }, 'documents.logs: expected IDs'],
    ['clock', { now: 'noon' }, 'now: '],
    ['fault', { fault: { kind: 'flood' } }, 'fault.kind: '],
    ['fault', { operation: 'x', fault: { kind: 'never' } }, 'operation: '],
    ['fault', { times: 0, fault: { kind: 'never' } }, 'times: '],
    ['fault', { fault: { kind: 'latency' } }, 'fault.ms: '],
    ['fault', { fault: { kind: 'trickle', bytes: 0 } }, 'fault.bytes: '],
    ['fault', { fault: { kind: 'empty', status: 999 } }, 'fault.status: '],
  ])('rejects the body of %s %j', async (action, body, message) => {
    const response = await send(`/test/${action}`, body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { message: string }).message).toContain(message);
    expect(await devices()).toBe(2);
  });
});

describe('without --test-control', () => {
  test('the commands do not exist', async () => {
    const app = createApp({ operate: async () => ({ status: 200, body: '{}' }), hostConfig: {} });
    for (const action of ['project', 'seed', 'reset', 'clock', 'fault', 'calm', 'release'])
      expect((await app.request(`/test/${action}`, { method: 'POST', body: '{}' })).status).toBe(404);
  });

  test('the option is off by default', () => {
    expect(parseServeOptions([], {}).testControl).toBe(false);
    expect(parseServeOptions(['--test-control'], {}).testControl).toBe(true);
  });
});
