import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { findFreePort } from '#server/testing/sockets.ts';
import { describeNetworkError } from './describeNetworkError.ts';

/** Self-signed, for localhost only. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgacEMzCGWIuj8suRS
sxtun85n7B/H+Azfbfj4acvELAyhRANCAATkCsweZLnoeWq80SgyYkx1JntRLqWI
tCASBZL3KyeuXkTTl2bxb19PgUiJ+TQTiTALJA6R9lmzu8MSqzxQ02r+
-----END PRIVATE KEY-----`;

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUMjFrK0Gg/KGzNQsljZTlH4CjW4gwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTA2NDMxNloYDzIxMjYxMTA1
MDY0MzE2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATkCsweZLnoeWq80SgyYkx1JntRLqWItCASBZL3KyeuXkTTl2bxb19P
gUiJ+TQTiTALJA6R9lmzu8MSqzxQ02r+o1MwUTAdBgNVHQ4EFgQUluPQkBXzTtTa
O1RpMeTrsa/HW7wwHwYDVR0jBBgwFoAUluPQkBXzTtTaO1RpMeTrsa/HW7wwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiA4McBOpiuCrTDdxF7c2vH+
sh8fg2VROOHsqn06sMgHYwIhAOyuhbtI4X3UWZfVGFBqIafNI6cODjGs21PTMRHy
Ixkv
-----END CERTIFICATE-----`;

const servers: Server[] = [];
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(server: Server): Promise<number> {
  servers.push(server.on('connection', (socket) => sockets.push(socket)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const startWebServer = () =>
  listen(
    createServer(({ url, socket }, response) => {
      if (url === '/reset') socket.destroy();
      else response.writeHead(302, { location: '/', connection: 'close' }).end();
    }),
  );

const startSecureServer = () => listen(createTlsServer({ key: KEY, cert: CERTIFICATE }));

const startMailServer = () =>
  listen(createTcpServer((socket) => socket.on('error', () => undefined).end('220 mail\r\n')));

test.each<[string, string, () => Promise<number | string>, string]>([
  ['an unknown name', 'http://unknown.invalid', async () => 80, 'DNS '],
  ['a refused connection', 'http://127.0.0.1', findFreePort, 'it refuses the connection (ECONNREFUSED)'],
  ['a redirect', 'http://127.0.0.1', startWebServer, 'it redirects to another URL'],
  [
    'a closed connection',
    'http://127.0.0.1',
    async () => `${await startWebServer()}/reset`,
    'it closes the connection',
  ],
  ['https without TLS', 'https://127.0.0.1', startWebServer, 'it does not use TLS'],
  ['http with TLS', 'http://127.0.0.1', startSecureServer, 'as a port for https does'],
  ['a certificate of its own', 'https://localhost', startSecureServer, 'its certificate is not trusted'],
  ['another protocol', 'http://127.0.0.1', startMailServer, 'it does not use HTTP'],
])('describes %s', async (_name, origin, start, words) => {
  const error = await fetch(`${origin}:${await start()}`, { redirect: 'error' }).catch((failure) => failure);
  expect(describeNetworkError(error)).toContain(words);
  expect(describeNetworkError(new Error('Cannot reach it.', { cause: error }))).toContain(words);
});
