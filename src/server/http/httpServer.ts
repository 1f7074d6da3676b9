import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { CommandError } from '#server/commandError.ts';
import type { ServiceApp } from './app.ts';
import { createRawHttpErrorHandlers, type LogEntryWriter } from './rawHttpErrors.ts';

/**
 * Timeouts in ms.
 * - `headers`, `request`: maximum time from the first byte of a request to the end of its headers or body
 * - `idle`: time without traffic after which a connection is closed, unless a client waits for a response
 * - `keepAlive`: time after a response in which the client can send another request
 * - `drain`: time in which running responses can finish during a shutdown
 */
type ConnectionTimeouts = typeof DEFAULT_TIMEOUTS;

const MAX_HEADER_BYTES = 16 * 1024;

const CHECK_INTERVAL_MS = 500;
const PROBE_INTERVAL_MS = 200;

const DEFAULT_TIMEOUTS = {
  headers: 9000,
  request: 29_000,
  idle: 30_000,
  // longer than the 60 s for which many proxies reuse a connection, so that none reuses one that is being closed
  keepAlive: 75_000,
  drain: 7000,
};

export type HttpServer = {
  port: number;
  stop(): Promise<void>;
};

/**
 * Starts the HTTP server.
 * @throws CommandError if the port is not available
 */
export async function startHttpServer(
  app: ServiceApp,
  host: string,
  port: number,
  { log, ...patience }: Partial<ConnectionTimeouts> & { log?: LogEntryWriter } = {},
): Promise<HttpServer> {
  const { headers, request, idle, keepAlive, drain } = { ...DEFAULT_TIMEOUTS, ...patience };
  const raw = createRawHttpErrorHandlers(log);
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: raw.rejectInvalidUrl });
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headers,
      requestTimeout: request,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      keepAliveTimeout: keepAlive,
      // a missing Host header is rejected later, with the usual response body
      requireHostHeader: false,
    },
    raw.withNormalizedTarget(probeHalfClosed(answer)),
  );
  server.on('clientError', raw.rejectConnection);
  server.on('connect', raw.rejectConnectMethod);
  server.on('checkExpectation', raw.rejectExpectation);
  // a client may close its side after the request and still gets its response; Node's types lack this option
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  // a client can send further requests before it has received the response
  const openResponses = new WeakMap<Socket, number>();
  const countOpenResponses = (socket: Socket, change: number) => {
    openResponses.set(socket, (openResponses.get(socket) ?? 0) + change);
  };
  server.prependListener('request', ({ socket }, response) => {
    countOpenResponses(socket, 1);
    response.once('close', () => countOpenResponses(socket, -1));
  });
  // a client that waits for a response is not idle, but one that leaves response data unread is
  server.setTimeout(idle, (socket) => {
    if (socket.writableLength > 0 || !openResponses.get(socket)) socket.destroy();
  });
  await waitUntilListening(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), drain);
      await closed;
      clearTimeout(late);
    },
  };
}

/**
 * Checks that the port is free before anything else is started.
 * @throws CommandError if it is not available
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  await waitUntilListening(probe, host, port);
  await new Promise((resolve) => probe.close(resolve));
}

async function waitUntilListening(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host.replace(/^\[|\]$/g, ''));
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new CommandError(`Port ${port} is in use. Choose another with --port or PORT.`);
    throw new CommandError(`Cannot listen on ${host}:${port} (${code}).`);
  }
}

/**
 * Detects clients that have disconnected. A half-closed client may still read. A disconnected client rejects the first
 * interim response, and the next one fails, which ends the connection and its work.
 */
function probeHalfClosed(answer: RequestListener): RequestListener {
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    let timer: NodeJS.Timeout | undefined;
    const probe = () => {
      if (!outgoing.headersSent && incoming.httpVersion === '1.1') outgoing.writeProcessing();
    };
    const startProbing = () => {
      probe();
      timer = setInterval(probe, PROBE_INTERVAL_MS);
    };
    incoming.socket.once('end', startProbing);
    outgoing.once('close', () => {
      clearInterval(timer);
      incoming.socket.off('end', startProbing);
    });
    return answer(incoming, outgoing);
  };
}
