import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestSocket, parseRawResponseBody, readSocketText, sendRawRequest } from '#server/testing/sockets.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import { describeOnEachDatabase, TEST_KEY, TEST_TOKEN, TestService } from '#server/testing/testService.ts';
import { createApp } from './app.ts';
import { type HttpServer, startHttpServer } from './httpServer.ts';

const CREDENTIALS = `POST /api/devices/get?apiKey=${TEST_KEY} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${TEST_TOKEN}\r\n`;

const CHUNKED = 'transfer-encoding: chunked\r\n\r\n';

const ENDLESS_SQL = 'select count(*) from (select generate_series(1, 1e12::bigint)) s';

const REQUEST_ID = /^x-request-id: [\da-f-]{36}\r$/m;

describe('connections', () => {
  const service = new TestService();
  let server: HttpServer;

  beforeAll(async () => {
    await service.open();
    await service.storeDevices(TEST_FLEET);
    server = await startHttpServer(service.app, '127.0.0.1', 0, { headers: 600, request: 1200 });
  });
  afterAll(async () => {
    await server.stop();
    await service.close();
  });

  const expectError = (answer: string, status: number, body: object) => {
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(REQUEST_ID);
    expect(parseRawResponseBody(answer)).toEqual(body);
  };

  test('headers over 16 KiB are rejected', async () => {
    const answer = await sendRawRequest(server.port, `${CREDENTIALS}x: ${'y'.repeat(17_000)}\r\n\r\n`);
    const message = 'The request headers are larger than 16 KiB.';
    expectError(answer, 431, { code: 'HEADERS-TOO-LARGE', message });
  });

  test('headers and a body that do not end time out', async () => {
    const body = { code: 'REQUEST-TIMEOUT', message: 'The request took too long to arrive.' };
    expectError(await sendRawRequest(server.port, CREDENTIALS), 408, body);
    expectError(await sendRawRequest(server.port, `${CREDENTIALS}content-length: 100\r\n\r\n{"type":`), 408, body);
  });

  test('a body in 10,000 chunks is accepted, one in more is rejected', async () => {
    const head = `${CREDENTIALS}connection: close\r\n${CHUNKED}`;
    const send = (chunks: number) => sendRawRequest(server.port, `${head}${'1\r\n \r\n'.repeat(chunks)}0\r\n\r\n`);
    expect(await send(10_000)).toMatch(/^HTTP\/1.1 200 /);
    const message = 'body: sent in more than 10,000 chunks. Send larger ones, or a Content-Length.';
    expectError(await send(10_001), 400, { code: 'DATA-INVALID', message });
  });

  test.each([
    ['content-length and transfer-encoding', `${CREDENTIALS}content-length: 2\r\n${CHUNKED}0\r\n\r\n`],
    ['two content lengths', `${CREDENTIALS}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
    ['an unusual transfer encoding', `${CREDENTIALS}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['an invalid chunk', `${CREDENTIALS}${CHUNKED}zz\r\n{}\r\n0\r\n\r\n`],
    ['a header with a bare line feed', `${CREDENTIALS}x: a\n b\r\n\r\n`],
    ['no host', 'POST /api/devices/get HTTP/1.1\r\n\r\n'],
    ['an empty host', 'GET /healthz HTTP/1.1\r\nhost:\r\n\r\n'],
    ['an invalid host', 'GET /healthz HTTP/1.1\r\nhost: a b/c@d\r\n\r\n'],
    ['an invalid address', 'GET http://[/ HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['an unknown method', 'FROB /healthz HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a TLS handshake', '\u0016\u0003\u0001\u0000\u0005hello\r\n\r\n'],
    ['random bytes', '\u0000\u0001\u0002 hello\r\n\r\n'],
  ])('%s is rejected with a JSON error', async (_, request) => {
    const body = { code: 'DATA-INVALID', message: expect.any(String) };
    expectError(await sendRawRequest(server.port, request), 400, body);
  });

  test.each([
    ['GET *', 'GET * HTTP/1.1\r\nhost: a\r\n\r\n', 404, 'SERVER-INVALID-ENDPOINT'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n', 404, 'SERVER-INVALID-ENDPOINT'],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n', 405, 'METHOD-NOT-ALLOWED'],
    ['an unsupported expectation', 'GET /healthz HTTP/1.1\r\nhost: a\r\nexpect: tea\r\n\r\n', 417, 'DATA-INVALID'],
    ['another method', 'PROPFIND /api/devices/get HTTP/1.1\r\nhost: a\r\n\r\n', 405, 'METHOD-NOT-ALLOWED'],
  ])('%s gets a JSON error', async (_, request, status, code) => {
    expectError(await sendRawRequest(server.port, request), status, { code, message: expect.any(String) });
  });

  test.each([
    ['HTTP/1.0 without a host', 'GET /healthz HTTP/1.0\r\n\r\n'],
    ['an absolute target', 'GET http://service.example/healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
  ])('%s is served', async (_, request) => {
    const answer = await sendRawRequest(server.port, request);
    expect(answer).toMatch(/^HTTP\/1.[01] 200 /);
    expect(parseRawResponseBody(answer)).toEqual({ status: 'live' });
  });

  test('a client that closes its side after the request gets a response', async () => {
    const socket = await openTestSocket(server.port);
    socket.end(`${CREDENTIALS}content-length: 2\r\n\r\n{}`);
    const answer = await readSocketText(socket);
    expect(answer).toMatch(/HTTP\/1.1 200 /);
    expect(answer).toContain('"nDevices":7');
  });

  test.each([
    ['in the middle of its body', 'content-length: 100\r\n\r\n{"type":'],
    ['between two chunks', 'transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n'],
  ])('a client that disconnects %s causes neither a server error nor a query', async (_, rest) => {
    const before = service.logEntries.length;
    // a server with short timeouts would close the connection before the check
    const patient = await startHttpServer(service.app, '127.0.0.1', 0);
    for (let times = 0; times < 5; times++) {
      const socket = await openTestSocket(patient.port);
      socket.write(`${CREDENTIALS}${rest}`);
      await new Promise((resolve) => setTimeout(resolve, times));
      socket.destroy();
    }
    const left = () => service.logEntries.slice(before);
    while (left().length < 5) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const { status } of left()) expect(status).toSatisfy((is: number) => is >= 400 && is < 500);
    await patient.stop();
  });

  test('a thousand idle sockets leave room for a request', async () => {
    const idle = await Promise.all(Array.from({ length: 1000 }, () => openTestSocket(server.port)));
    const answer = await sendRawRequest(server.port, `${CREDENTIALS}connection: close\r\ncontent-length: 2\r\n\r\n{}`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    for (const socket of idle) socket.destroy();
  });

  test('a connection that stays unused after a response is closed', async () => {
    const impatient = await startHttpServer(service.app, '127.0.0.1', 0, { keepAlive: 100 });
    const socket = await openTestSocket(impatient.port);
    socket.write(`${CREDENTIALS}content-length: 2\r\n\r\n{}`);
    expect(await readSocketText(socket)).toMatch(/^HTTP\/1.1 200 /);
    await impatient.stop();
  });
});

test('a shutdown lets running requests finish, accepts no new ones, and aborts the rest', async () => {
  const signals = new EventEmitter();
  const began = once(signals, 'began');
  const app = createApp({
    hostConfig: {},
    operate: async (name) => {
      signals.emit('began');
      if (name === 'device') await new Promise(() => undefined);
      await once(signals, 'end');
      return { status: 200, body: '{"done":true}' };
    },
  });
  const server = await startHttpServer(app, '127.0.0.1', 0, { drain: 300 });
  const answer = sendRawRequest(server.port, `${CREDENTIALS}content-length: 2\r\n\r\n{}`);
  const stuck = sendRawRequest(server.port, `${CREDENTIALS.replace('devices', 'device')}content-length: 2\r\n\r\n{}`);
  await began;
  const stopped = server.stop();
  await expect(openTestSocket(server.port)).rejects.toThrow('ECONNREFUSED');
  signals.emit('end');
  expect(parseRawResponseBody(await answer)).toEqual({ done: true });
  expect(await stuck).toBe('');
  await stopped;
});

describeOnEachDatabase('the statement of a client', (service) => {
  test('ends when the client has disconnected', async () => {
    const signals = new EventEmitter();
    const app = service.createApp({
      operate: async (_, { signal }) => {
        const endless = service.store.database.query(ENDLESS_SQL, [], signal);
        signals.emit('began');
        return { status: 200, body: String(await endless) };
      },
    });
    const server = await startHttpServer(app, '127.0.0.1', 0);
    const socket = await openTestSocket(server.port);
    const began = once(signals, 'began');
    socket.write(`${CREDENTIALS}content-length: 2\r\n\r\n{}`);
    await began;
    const { length } = service.logEntries;
    // closes the connection in an orderly way, unlike a reset
    socket.destroy();
    await expect.poll(() => service.logEntries[length], { timeout: 30_000 }).toBeDefined();
    // the time limit of a statement would be 504
    expect(service.logEntries[length]).toMatchObject({ status: 499, error: 'client disconnected' });
    expect(await service.store.database.query('select 1')).toEqual([['1']]);
    await server.stop();
  });
});

describeOnEachDatabase('clients that stop reading', { quickOn: 'postgres' }, (service) => {
  beforeAll(async () => {
    // more than the socket buffers of the two programs hold
    const name = 'x'.repeat(2000);
    await service.storeDevices(
      Array.from({ length: 10_000 }, (_, n) => ({ ...TEST_FLEET[0], deviceID: `D${n}`, registeredAt: n, name })),
    );
  });

  test('do not block other requests', { tags: ['long'] }, async () => {
    const server = await startHttpServer(service.app, '127.0.0.1', 0);
    const readers = await Promise.all(Array.from({ length: 15 }, () => standstill(server.port)));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.callOperation('/device/get', { deviceID: 'D1', path: 'admin' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await service.store.database.isResponding()).toBe(true);
    for (const { socket } of readers) socket.destroy();
    await server.stop();
  });

  test('are disconnected', async () => {
    const idle = 200;
    const server = await startHttpServer(service.app, '127.0.0.1', 0, { idle, keepAlive: idle });
    let pause = 10 * idle;
    const countBytesAfterPause = async () => {
      const { socket, closed } = await standstill(server.port);
      await new Promise((resolve) => setTimeout(resolve, pause));
      // on a busy machine, the service may not have filled the socket buffers yet
      pause *= 2;
      let bytes = 0;
      socket.on('data', (data) => {
        bytes += data.byteLength;
      });
      await closed;
      return bytes;
    };
    // the connection ended before the list did
    const isPart = (bytes: number) => bytes > 0 && bytes < 20_000_000;
    await expect.poll(countBytesAfterPause, { timeout: 60_000 }).toSatisfy(isPart);
    await server.stop();
  });
});

async function standstill(port: number): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const socket = await openTestSocket(port);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`${CREDENTIALS}content-length: 2\r\n\r\n{}`);
  await new Promise((resolve) => socket.once('readable', resolve));
  return { socket, closed };
}
