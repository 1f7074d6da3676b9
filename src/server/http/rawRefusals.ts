import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { FAILURE, type FailureCode } from '#contract/codes.ts';
import { COMMON_HEADERS } from './securityHeaders.ts';

/** What never reaches the app, because it is no request that an app could be asked, is refused in the same envelope. */
type Complaint = { status: number; code: FailureCode; message: string };

const COMPLAINTS: Readonly<Record<string, Complaint>> = {
  HPE_HEADER_OVERFLOW: { status: 431, ...worded('HEADERS-TOO-LARGE') },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, ...worded('REQUEST-TIMEOUT') },
};

/** Not HTTP, or too slow. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const known = COMPLAINTS[error.code ?? ''];
  writeRaw(socket, known ?? { status: 400, code: 'DATA-INVALID', message: 'request: not valid HTTP.' });
}

/** CONNECT asks for a tunnel. */
export function refuseConnect(_: IncomingMessage, socket: NodeJS.WritableStream & { destroy(): unknown }): void {
  writeRaw(socket, { status: 405, ...worded('METHOD-NOT-ALLOWED') });
}

/** What the listener could not make an address of. */
export function refuseAddress(): Response {
  const body = JSON.stringify({ code: 'DATA-INVALID', message: 'request: not a valid address.' });
  return new Response(body, { status: 400, headers: headersFor(body) });
}

/** `Expect` with anything but 100-continue, which Node answers itself. */
export function refuseExpectation(_: IncomingMessage, outgoing: ServerResponse): void {
  write(outgoing, { status: 417, code: 'DATA-INVALID', message: 'Expect: only 100-continue is understood.' });
}

/**
 * Brings a request's target into the form that everything after it expects: a path, and a name in Host. Refuses what
 * has none.
 */
export function withTarget(answer: RequestListener): RequestListener {
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const complaint = settleTarget(incoming);
    if (!complaint) return answer(incoming, outgoing);
    incoming.resume();
    write(outgoing, complaint);
  };
}

function settleTarget(incoming: IncomingMessage): Complaint | undefined {
  const target = incoming.url ?? '';
  if (/^https?:\/\//i.test(target)) {
    if (!URL.canParse(target)) return { status: 400, code: 'DATA-INVALID', message: 'request: not a valid address.' };
    // what the target says wins over Host
    const { host, pathname, search } = new URL(target);
    incoming.url = pathname + search;
    setHost(incoming, host);
  } else if (!target.startsWith('/')) return { status: 404, ...worded('SERVER-INVALID-ENDPOINT') };
  // only HTTP/1.0 may leave it out
  if (incoming.headers.host === undefined && incoming.httpVersion === '1.0') setHost(incoming, 'localhost');
  return isHost(incoming.headers.host) && URL.canParse(`http://${incoming.headers.host}${incoming.url}`)
    ? undefined
    : { status: 400, code: 'DATA-INVALID', message: 'Host: expected the name of this service.' };
}

function setHost(incoming: IncomingMessage, host: string): void {
  incoming.headers.host = host;
  incoming.rawHeaders = [
    ...incoming.rawHeaders.filter((_, at, all) => all[at - (at % 2)]?.toLowerCase() !== 'host'),
    'host',
    host,
  ];
}

/** A name or address, and perhaps a port; nothing that would read as another part of an address. */
function isHost(host: string | undefined): boolean {
  return host !== undefined && /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host);
}

function worded(code: keyof typeof FAILURE): Pick<Complaint, 'code' | 'message'> {
  return { code, message: FAILURE[code] };
}

function headersFor(body: string): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': `${Buffer.byteLength(body)}`,
    connection: 'close',
  };
}

function write(outgoing: ServerResponse, { status, code, message }: Complaint): void {
  const body = JSON.stringify({ code, message });
  outgoing.writeHead(status, headersFor(body)).end(body);
}

function writeRaw(socket: NodeJS.WritableStream & { destroy(): unknown }, { status, code, message }: Complaint): void {
  const body = JSON.stringify({ code, message });
  const lines = Object.entries(headersFor(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}
