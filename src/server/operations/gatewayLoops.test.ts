import { afterEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/http/app.ts';
import { startHttpServer } from '#server/http/httpServer.ts';
import { createGatewayOperationHandler } from './gateway.ts';
import type { OperationHandler } from './operations.ts';

describe('gateways that forward to each other', () => {
  const servers: { stop(): Promise<unknown> }[] = [];
  let requests = 0;

  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    servers.length = 0;
    requests = 0;
  });

  async function startGateway() {
    let operate: OperationHandler;
    const counting: OperationHandler = (...request) => {
      requests++;
      return operate(...request);
    };
    const app = createApp({ operate: counting, hostConfig: {} });
    const server = await startHttpServer(app, '127.0.0.1', 0, { drain: 0 });
    servers.push(server);
    return {
      port: server.port,
      forwardTo: (port: number) => {
        operate = createGatewayOperationHandler(`http://127.0.0.1:${port}/api`, 3000);
      },
    };
  }

  async function call(port: number, hops?: string) {
    const headers = { 'content-type': 'application/json', ...(hops !== undefined && { 'x-fleetlens-hops': hops }) };
    const response = await fetch(`http://127.0.0.1:${port}/api/devices/get`, { method: 'POST', body: '{}', headers });
    return [response.status, ((await response.json()) as { code: string }).code];
  }

  test.each([1, 2, 3])('a ring of %i rejects a request with 508 at its fourth hop', async (size) => {
    const ring = await Promise.all(Array.from({ length: size }, startGateway));
    for (const [at, { forwardTo }] of ring.entries()) forwardTo(ring[(at + 1) % size]?.port ?? 0);
    expect(await call(ring[0]?.port ?? 0)).toEqual([508, 'LOOP-DETECTED']);
    expect(requests).toBe(5);
  });

  test.each([
    ['3', 502, 'SERVER-UNAVAILABLE'],
    ['4', 508, 'LOOP-DETECTED'],
    ['99999999999999999999', 508, 'LOOP-DETECTED'],
    ['1, 2', 400, 'DATA-INVALID'],
    ['-1', 400, 'DATA-INVALID'],
    ['many', 400, 'DATA-INVALID'],
  ])('a request with %s hops gets status %i', async (hops, ...expected) => {
    const { port, forwardTo } = await startGateway();
    forwardTo(1);
    expect(await call(port, hops)).toEqual(expected);
  });
});
