import { OPERATIONS } from '#contract/operations.ts';
import { createInvalidDataError, HttpError, httpError, STATUS_CLIENT_CLOSED } from '#server/httpError.ts';
import { isJsonContentType, readBytes } from './body.ts';
import type { OperationResponse } from './operationResponse.ts';
import type { Operate } from './operations.ts';

/** How long the other service may take until it begins to answer, and then between two pieces of it, in ms. */
const RESPONSE_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Header that counts the gateways a request has passed, so that it cannot go around in a circle. */
const HOPS_HEADER = 'x-fleetlens-hops';

/** Number of gateways that a request may pass. */
const MAX_HOPS = 4;

/**
 * Forwards the operations to another service that speaks the interface, for browsers that may not call it across
 * origins. Only the key, the token, the body and the hop count go there, and only status, Retry-After and a JSON body
 * come back: no redirect is followed, and a page of another host can never appear on this origin.
 */
export function createGateway(upstream: string, deadline = RESPONSE_TIMEOUT_MS, idle = IDLE_TIMEOUT_MS): Operate {
  const base = upstream.replace(/\/+$/, '');
  return async (name, request) => {
    const hops = readHops(request);
    const body = await readBytes(request);
    const address = new URL(base + OPERATIONS[name].path);
    for (const key of new URL(request.url).searchParams.getAll('apiKey')) address.searchParams.append('apiKey', key);
    const token = request.headers.get('authorization');
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), deadline);
    try {
      const response = await fetch(address, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          [HOPS_HEADER]: `${hops + 1}`,
          ...(token !== null && { authorization: token }),
        },
        signal: AbortSignal.any([request.signal, late.signal]),
      });
      return toOperationResponse(response, idle);
    } catch (error) {
      if (error instanceof HttpError) throw error;
      if (late.signal.aborted) throw createSafeCause('no answer in time', httpError(504, 'QUERY-TIMEOUT'));
      if (request.signal.aborted)
        throw createSafeCause('the caller went away', httpError(STATUS_CLIENT_CLOSED, 'SERVER-UNAVAILABLE'));
      throw createUnavailableError(getErrorCode(error));
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Reads how many gateways a request has passed. @throws Refusal 508 for one that goes around in a circle */
function readHops({ headers }: Request): number {
  const hops = headers.get(HOPS_HEADER) ?? '0';
  if (!/^\d+$/.test(hops)) throw createInvalidDataError(`${HOPS_HEADER}: expected a number.`);
  if (Number(hops) < MAX_HOPS) return Number(hops);
  throw createSafeCause('it forwards to itself', httpError(508, 'LOOP-DETECTED'));
}

function toOperationResponse(response: Response, idle: number): OperationResponse {
  const { status, headers, body } = response;
  const retryAfter = getRetryAfter(headers);
  const isBodyJson = isJsonContentType(headers.get('content-type') ?? '');
  if (!isBodyJson || (status >= 300 && status < 400) || status > 599) {
    void body?.cancel();
    throw createUnavailableError(`HTTP ${status}${isBodyJson ? '' : ', not JSON'}`, retryAfter);
  }
  return {
    status,
    body: body ? withIdleTimeout(body, idle) : '',
    headers: retryAfter ? { 'retry-after': retryAfter } : {},
  };
}

/** The Retry-After of an answer: a number of seconds or a date as RFC 9110 writes them; undefined for anything else. */
function getRetryAfter(headers: Headers): string | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  const isDate = () => Number.isFinite(Date.parse(value)) && new Date(value).toUTCString() === value;
  return /^\d{1,10}$/.test(value) || isDate() ? value : undefined;
}

/** What comes, until nothing comes for too long. */
async function* withIdleTimeout(body: ReadableStream<Uint8Array>, idle: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const cancel = () => reader.cancel().catch(() => undefined);
  let stalled = false;
  try {
    for (;;) {
      const timer = setTimeout(() => {
        stalled = true;
        void cancel();
      }, idle);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      // a cancelled reader reads an end, which must not be taken for the answer's
      if (stalled) throw new Error('The other service stopped in the middle of its answer.');
      if (done) return;
      yield value;
    }
  } finally {
    await cancel();
  }
}

function createUnavailableError(reason: string, retryAfter = '1'): HttpError {
  return createSafeCause(reason, httpError(502, 'SERVER-UNAVAILABLE', { 'retry-after': retryAfter }));
}

/** For the log alone. It never holds what the other service sent, or an address: the key may be in both. */
function createSafeCause(reason: string, refusal: HttpError): HttpError {
  refusal.cause = `upstream: ${reason}`;
  return refusal;
}

/** The name of what kept a request from its answer, as ECONNREFUSED: its sentence may hold the address. */
function getErrorCode(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  return code ?? (error as Error).name;
}
