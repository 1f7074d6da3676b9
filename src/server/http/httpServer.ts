import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { CommandError } from '#server/commandError.ts';
import type { ServiceApp } from './app.ts';
import { createRawHttpErrorHandlers, type WriteLogEntry } from './rawHttpErrors.ts';

/** Timeouts of a connection, in ms. */
type ConnectionTimeouts = {
  /** From the first byte of a request to the end of its headers. */
  headers: number;
  /** From the first byte of a request to the end of its body. */
  request: number;
  /** Without progress while response data waits to be read. */
  idle: number;
  /** From the start of the shutdown to the end of running responses. */
  drain: number;
};

/** Maximum size of request headers, in bytes. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Interval at which timeouts are checked, in ms. */
const CHECK_INTERVAL_MS = 500;

const DEFAULT_TIMEOUTS: ConnectionTimeouts = { headers: 9000, request: 29_000, idle: 30_000, drain: 7000 };

export type HttpServer = {
  port: number;
  /** Stops accepting requests, and ends those that do not finish in time. */
  stop(): Promise<void>;
};

/** @throws CommandError if the port is not available */
export async function listen(
  app: ServiceApp,
  host: string,
  port: number,
  { log, ...patience }: Partial<ConnectionTimeouts> & { log?: WriteLogEntry } = {},
): Promise<HttpServer> {
  const { headers, request, idle, drain } = { ...DEFAULT_TIMEOUTS, ...patience };
  const raw = createRawHttpErrorHandlers(log);
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: raw.refuseAddress });
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headers,
      requestTimeout: request,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      keepAliveTimeout: 5000,
      // its absence is refused in an envelope, further on
      requireHostHeader: false,
    },
    raw.withTarget(probeHalfClosed(answer)),
  );
  server.on('clientError', raw.refuseConnection);
  server.on('connect', raw.refuseConnect);
  server.on('checkExpectation', raw.refuseExpectation);
  // a caller that has said all it has to say may close its side, and still gets its answer; Node's types lack the switch
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  // who waits for an answer that is being made is not slow
  server.setTimeout(idle, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
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
 * Checks the port before anything else is started.
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
 * Detects clients that are gone: one that half-closed its connection may still read. A client that is gone rejects an
 * interim response, which ends the connection and its work.
 */
function probeHalfClosed(answer: RequestListener): RequestListener {
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const probe = () => {
      if (!outgoing.headersSent && incoming.httpVersion === '1.1') outgoing.writeProcessing();
    };
    incoming.socket.once('end', probe);
    outgoing.once('close', () => incoming.socket.off('end', probe));
    return answer(incoming, outgoing);
  };
}
