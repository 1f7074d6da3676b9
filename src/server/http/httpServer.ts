import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { FAILURE, type FailureCode } from '#contract/codes.ts';
import { CommandError } from '#server/commandError.ts';
import type { Service } from './app.ts';

/** What a connection may take its time with, in ms. */
export type Patience = {
  /** From the first byte of a request to the last of its headers. */
  headers: number;
  /** From the first byte of a request to the last of its body. */
  request: number;
  /** Between two bytes that a reader takes of an answer. */
  idle: number;
  /** From the wish to stop to the end of what is still being answered. */
  drain: number;
};

/** Largest headers of a request, in bytes. */
const HEADERS_MAX = 16 * 1024;

/** How often connections are looked at, in ms; what is late is ended this much later at most. */
const CHECK = 500;

const PATIENCE: Patience = { headers: 9000, request: 29_000, idle: 60_000, drain: 10_000 };

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
  patience: Partial<Patience> = {},
): Promise<HttpServer> {
  const { headers, request, idle, drain } = { ...PATIENCE, ...patience };
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    serverOptions: {
      maxHeaderSize: HEADERS_MAX,
      headersTimeout: headers,
      requestTimeout: request,
      connectionsCheckingInterval: CHECK,
      keepAliveTimeout: 5000,
    },
  }) as Server;
  server.on('clientError', refuseConnection);
  server.setTimeout(idle);
  await listening(server, host, port);
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

async function listening(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host.replace(/^\[|\]$/g, ''));
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new CommandError(`Port ${port} is in use. Choose another with --port or PORT.`);
    throw new CommandError(`Cannot listen on ${host}:${port} (${code}).`);
  }
}

type Complaint = { status: string; code: FailureCode; message: string };

const COMPLAINTS: Readonly<Record<string, Complaint>> = {
  HPE_HEADER_OVERFLOW: complaint('431 Request Header Fields Too Large', 'HEADERS-TOO-LARGE'),
  ERR_HTTP_REQUEST_TIMEOUT: complaint('408 Request Timeout', 'REQUEST-TIMEOUT'),
};

/** What is not HTTP, or too slow, never reaches the app; it is told so in the same envelope. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code, message } = COMPLAINTS[error.code ?? ''] ?? {
    status: '400 Bad Request',
    code: 'DATA-INVALID',
    message: 'request: not valid HTTP.',
  };
  const body = JSON.stringify({ code, message });
  const headers = `content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`, () => socket.destroy());
}

function complaint(status: string, code: keyof typeof FAILURE): Complaint {
  return { status, code, message: FAILURE[code] };
}
