import { expect, test } from 'vitest';
import { describeOnEachDatabase, TEST_KEY, TEST_TOKEN, type TestService } from '#server/testing/testService.ts';

const PATHS = ['/devices/get', '/device/get', '/datastore/pipeline'];

describeOnEachDatabase('request validation', { quickOn: 'postgres' }, (service) => {
  test.each(PATHS)('%s requires a known key before anything else', async (path) => {
    for (const query of ['', '?apiKey=', '?apiKey=wrong', '?apikey=key-of-the-test', `?apiKey=${TEST_KEY}x`]) {
      const answer = await post(service, path + query, { body: '{not json', headers: { authorization: TEST_TOKEN } });
      expect(answer).toEqual(failed(401, 'APIKEY-INVALID', 'Your API Key seems unfamiliar.'));
    }
  });

  test.each(PATHS)('%s requires the token of the project before reading the body', async (path) => {
    for (const authorization of [undefined, '', 'wrong', `Bearer ${TEST_TOKEN}`, TEST_TOKEN.toUpperCase()]) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const answer = await post(service, `${path}?apiKey=${TEST_KEY}`, { body: '{not json', headers });
      const message = 'Your authorization token is missing or not valid for this project.';
      expect(answer).toEqual(failed(401, 'AUTH-UNAUTHORIZED', message));
    }
  });

  test('a repeated key is rejected, even if one is valid', async () => {
    const answer = await post(service, `/devices/get?apiKey=${TEST_KEY}&apiKey=${TEST_KEY}`);
    expect(answer).toEqual(invalid('apiKey: expected only once in the URL.'));
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'])('%s is not allowed on an operation', async (method) => {
    const response = await service.request('/api/devices/get', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    if (method === 'HEAD') return;
    expect(await response.json()).toEqual({ code: 'METHOD-NOT-ALLOWED', message: 'Only POST is allowed here.' });
  });

  test('other addresses are not operations', async () => {
    const missing = failed(404, 'SERVER-INVALID-ENDPOINT', 'No operation exists at this address.');
    for (const path of ['', '/', '/devices', '/devices/get/', '/device/get/x', '//devices/get', '/Devices/get'])
      expect({ path, ...(await post(service, path)) }).toEqual({ path, ...missing });
    expect(await outcome(await service.request('/nothing'))).toEqual(missing);
  });

  test.each([
    ['{', 'body: unexpected end at character 2.'],
    ["{'type':1}", 'body: expected a quoted name at character 2.'],
    ['{} {}', 'body: unexpected text after the end at character 4.'],
    ['[]', 'body: expected a JSON object.'],
    ['5', 'body: expected a JSON object.'],
    ['null', 'body: expected a JSON object.'],
    ['{"a":"\\u0000"}', 'body: a string contains NUL or an unpaired surrogate at character 6.'],
    ['{"a":"\\ud800"}', 'body: a string contains NUL or an unpaired surrogate at character 6.'],
    ['{"a":{"b":1,"c":{"b":2},"b":3}}', 'body: the name "b" occurs twice in an object at character 31.'],
    ['{"a":1e9999}', 'body: a number is out of range at character 6.'],
    [`{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 'body: nested deeper than 32 levels at character 37.'],
    ['{"a":'.repeat(100_000), 'body: nested deeper than 32 levels at character 161.'],
  ])('the body %.40s is rejected', async (body, message) => {
    expect(await authorized(service, body)).toEqual(invalid(message));
  });

  test('a body that is not UTF-8 is rejected', async () => {
    for (const bytes of [[0xff], [0x7b, 0x22, 0xc3, 0x28, 0x22], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
      expect(await authorized(service, new Uint8Array(bytes))).toEqual(invalid('body: expected JSON in UTF-8.'));
    }
  });

  test.each(['', '  ', '{}', '{"type":null}', '\ufeff{}'])('the body %j is accepted', async (body) => {
    expect((await authorized(service, body)).status).toBe(200);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['/datastore/pipeline', { collection: 'logs', $where: 'x' }, '/$where'],
    ['/datastore/pipeline', { collection: 'a', other: [{ b: { $or: [] } }] }, '/other/0/b/$or'],
    ['/datastore/pipeline', { collection: 'a', pipeline: [{ type: 'match', $limit: 3 }] }, '/pipeline/0/$limit'],
    ['/devices/get', { $or: [] }, '/$or'],
    ['/device/get', { deviceID: 'D', $where: 'x' }, '/$where'],
  ])('%s %j is rejected because of its operator', async (path, request, at) => {
    const { status, body } = await service.callOperation(path, request);
    const place = at
      .slice(1)
      .replaceAll(/\/(\d+)/g, '[$1]')
      .replaceAll('/', '.');
    const message = `${place}: operators are allowed only inside the values of a filter or of a group stage.`;
    expect({ status, body }).toEqual({ status: 400, body: { code: 'DATA-INVALID', message, at } });
  });

  test.each(['-0', '"00"', '"0"', '0'])('page %s is the first page', async (page) => {
    const { status } = await service.callOperation('/datastore/pipeline', `{"collection":"none","nPage":${page}}`);
    expect(status).toBe(200);
  });

  test('the content type must be JSON in UTF-8', async () => {
    const message = 'The request body must be JSON, sent with content-type: application/json.';
    const refused = failed(415, 'CONTENT-TYPE-UNSUPPORTED', message);
    const json = ['application/json; charset=utf-16', 'application/json;charset="latin1"', 'application/jsonx'];
    for (const type of ['text/plain', ...json, 'multipart/form-data; boundary=x'])
      expect({ type, ...(await authorized(service, '{}', type)) }).toEqual({ type, ...refused });
    for (const type of ['application/json; charset="UTF-8"', 'APPLICATION/JSON', 'application/problem+json'])
      expect((await authorized(service, '{}', type)).status, type).toBe(200);
  });

  test('a body of 1 MiB is accepted, a larger one is rejected', async () => {
    const body = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    const refused = failed(413, 'REQUEST-TOO-LARGE', 'The request body is larger than 1 MiB.');
    expect(await authorized(service, body(1024 * 1024 + 1))).toEqual(refused);
    expect((await authorized(service, body(1024 * 1024))).status).toBe(200);
  });

  test('every response has a distinct request ID, and reveals nothing about the service', async () => {
    const init = { method: 'POST', headers: { authorization: TEST_TOKEN } };
    const answers = [
      await service.request(`/api/devices/get?apiKey=${TEST_KEY}`, init),
      await service.request('/api/devices/get', { method: 'POST' }),
      await service.request('/nothing'),
      await service.request('/healthz'),
    ];
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length);
    for (const { headers, body } of answers) {
      await body?.cancel();
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });
});

type Outcome = { status: number; body: unknown };

async function post(service: TestService, path: string, init: RequestInit = {}): Promise<Outcome> {
  return outcome(await service.request(`/api${path}`, { method: 'POST', ...init }));
}

function authorized(service: TestService, body: BodyInit, type = 'application/json'): Promise<Outcome> {
  const headers = { authorization: TEST_TOKEN, 'content-type': type };
  return post(service, `/devices/get?apiKey=${TEST_KEY}`, { body, headers });
}

async function outcome(response: Response): Promise<Outcome> {
  return { status: response.status, body: await response.json() };
}

function failed(status: number, code: string, message: string): Outcome {
  return { status, body: { code, message } };
}

function invalid(message: string): Outcome {
  return failed(400, 'DATA-INVALID', message);
}
