import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { createInvalidDataError, HttpError, httpError } from '#server/httpError.ts';
import type { RequestLogEntry } from './requestLogger.ts';
import { COMMON_RESPONSE_HEADERS } from './securityHeaders.ts';

const RAW_ERRORS: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: httpError(431, 'HEADERS-TOO-LARGE'),
  ERR_HTTP_REQUEST_TIMEOUT: httpError(408, 'REQUEST-TIMEOUT'),
};

const NO_ADDRESS = createInvalidDataError('request: not a valid URL.');

export type LogEntryWriter = (entry: RequestLogEntry) => void;

type RawSocket = NodeJS.WritableStream & { destroy(): unknown };

export function createRawHttpErrorHandlers(log: LogEntryWriter = () => undefined) {
  const answer = (refusal: HttpError, incoming?: IncomingMessage) => {
    const requestId = randomUUID();
    const { method = '-', url = '' } = incoming ?? {};
    // a target in another form may contain credentials
    const path = url.startsWith('/') ? url.replace(/\?.*$/s, '') : '-';
    log({ requestId, method, path, status: refusal.status, ms: 0, error: refusal.message });
    return createRawResponse(refusal, requestId);
  };
  const write = (incoming: IncomingMessage, outgoing: ServerResponse, refusal: HttpError) => {
    const { status, body, headers } = answer(refusal, incoming);
    outgoing.writeHead(status, headers).end(body);
  };
  return {
    rejectConnection(error: NodeJS.ErrnoException, socket: Socket): void {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else writeRaw(socket, answer(RAW_ERRORS[error.code ?? ''] ?? createInvalidDataError('request: not valid HTTP.')));
    },
    rejectConnectMethod(incoming: IncomingMessage, socket: RawSocket): void {
      writeRaw(socket, answer(httpError(405, 'METHOD-NOT-ALLOWED'), incoming));
    },
    rejectInvalidUrl(): Response {
      const { status, body, headers } = answer(NO_ADDRESS);
      return new Response(body, { status, headers });
    },
    rejectExpectation(incoming: IncomingMessage, outgoing: ServerResponse): void {
      write(incoming, outgoing, new HttpError(417, 'DATA-INVALID', 'Expect: only 100-continue is supported.'));
    },
    withNormalizedTarget(listener: RequestListener): RequestListener {
      return (incoming: IncomingMessage, outgoing: ServerResponse) => {
        const refusal = normalizeTarget(incoming);
        if (!refusal) return listener(incoming, outgoing);
        incoming.resume();
        write(incoming, outgoing, refusal);
      };
    },
  };
}

function normalizeTarget(incoming: IncomingMessage): HttpError | undefined {
  const target = incoming.url ?? '';
  if (/^https?:\/\//i.test(target)) {
    if (!URL.canParse(target)) return NO_ADDRESS;
    // the target takes precedence over Host
    const { host, pathname, search } = new URL(target);
    incoming.url = pathname + search;
    setHost(incoming, host);
  } else if (!target.startsWith('/')) return httpError(404, 'SERVER-INVALID-ENDPOINT');
  // only HTTP/1.0 may omit it
  if (incoming.headers.host === undefined && incoming.httpVersion === '1.0') setHost(incoming, 'localhost');
  return isHost(incoming.headers.host) && URL.canParse(`http://${incoming.headers.host}${incoming.url}`)
    ? undefined
    : createInvalidDataError('Host: expected a valid host name.');
}

function setHost(incoming: IncomingMessage, host: string): void {
  incoming.headers.host = host;
  incoming.rawHeaders = [
    ...incoming.rawHeaders.filter((_, at, all) => all[at - (at % 2)]?.toLowerCase() !== 'host'),
    'host',
    host,
  ];
}

function isHost(host: string | undefined): boolean {
  return host !== undefined && /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host);
}

function createRawResponse({ status, code, message }: HttpError, requestId: string) {
  const body = JSON.stringify({ code, message });
  const headers: Record<string, string> = {
    ...COMMON_RESPONSE_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': `${Buffer.byteLength(body)}`,
    connection: 'close',
    'x-request-id': requestId,
  };
  return { status, body, headers };
}

function writeRaw(socket: RawSocket, { status, body, headers }: ReturnType<typeof createRawResponse>): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}
