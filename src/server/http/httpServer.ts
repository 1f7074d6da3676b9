import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { CommandError } from '#server/commandError.ts';
import type { Service } from './app.ts';
import { createRawHttpErrorHandlers, type Log } from './rawHttpErrors.ts';

/** What a connection may take its time with, in ms. */
type ConnectionTimeouts = {
  /** From the first byte of a request to the last of its headers. */
  headers: number;
  /** From the first byte of a request to the last of its body. */
  request: number;
  /** Between two bytes that a reader takes of an answer that is there for it. */
  idle: number;
  /** From the wish to stop to the end of what is still being answered. */
  drain: number;
};

/** Largest headers of a request, in bytes. */
const MAX_HEADER_BYTES = 16 * 1024;

/** How often connections are looked at, in ms; what is late is ended this much later at most. */
const CHECK_INTERVAL_MS = 500;

const DEFAULT_TIMEOUTS: ConnectionTimeouts = { headers: 9000, request: 29_000, idle: 30_000, drain: 7000 };

export type HttpServer = {
  port: number;
  /** Takes no more requests, lets the running ones end, and ends those that do not. */
  stop(): Promise<void>;
};

/** Listens for the service. Throws CommandError when the port cannot be had. */
export async function listen(
  app: Service,
  host: string,
  port: number,
  { log, ...patience }: Partial<ConnectionTimeouts> & { log?: Log } = {},
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

/** Throws CommandError when a port cannot be had, so that it can be said before anything else is begun. */
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
 * A caller that closes its side may be gone, or only have finished speaking. An interim answer finds out: who is gone
 * refuses it, which ends the connection and with it what was being done for the caller.
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
