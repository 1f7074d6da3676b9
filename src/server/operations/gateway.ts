import { OPERATIONS } from '#contract/operations.ts';
import { CLIENT_CLOSED_STATUS, createInvalidDataError, HttpError, httpError } from '#server/httpError.ts';
import type { OperationResponse } from './operationResponse.ts';
import type { OperationHandler } from './operations.ts';
import { isJsonContentType, readBodyBytes } from './requestBody.ts';

/** Timeout until the upstream service responds, and between two chunks of its response, in ms. */
const RESPONSE_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Header that counts the gateways a request has passed, to detect loops. */
const HOPS_HEADER = 'x-fleetlens-hops';

const MAX_HOPS = 4;

/**
 * Forwards the operations to another service, for browsers that cannot make cross-origin requests to it. Sends only the
 * key, the token, the body and the hop count. Returns only status, Retry-After and a JSON body: redirects are not
 * followed, and no page of another host can appear on this origin.
 */
export function createGatewayOperationHandler(
  upstream: string,
  deadline = RESPONSE_TIMEOUT_MS,
  idle = IDLE_TIMEOUT_MS,
): OperationHandler {
  const base = upstream.replace(/\/+$/, '');
  return async (name, request) => {
    const hops = readHops(request);
    const body = await readBodyBytes(request);
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
      if (late.signal.aborted) throw createSafeCause('no response in time', httpError(504, 'QUERY-TIMEOUT'));
      if (request.signal.aborted)
        throw createSafeCause('the client disconnected', httpError(CLIENT_CLOSED_STATUS, 'SERVER-UNAVAILABLE'));
      throw createUnavailableError(getErrorCode(error));
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Reads the number of gateways that the request has passed.
 * @throws HttpError 508 for a loop
 */
function readHops({ headers }: Request): number {
  const hops = headers.get(HOPS_HEADER) ?? '0';
  if (!/^\d+$/.test(hops)) throw createInvalidDataError(`${HOPS_HEADER}: expected a number.`);
  if (Number(hops) < MAX_HOPS) return Number(hops);
  throw createSafeCause('the gateway forwards to itself', httpError(508, 'LOOP-DETECTED'));
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

/** Returns Retry-After if it is a valid number of seconds or HTTP date (RFC 9110). */
function getRetryAfter(headers: Headers): string | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  const isDate = () => Number.isFinite(Date.parse(value)) && new Date(value).toUTCString() === value;
  return /^\d{1,10}$/.test(value) || isDate() ? value : undefined;
}

/**
 * Passes chunks on.
 * @throws Error if no chunk arrives for too long
 */
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
      // a canceled reader reports an end, which must not be mistaken for the end of the response
      if (stalled) throw new Error('The upstream service stopped responding before its response was complete.');
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

/**
 * Creates an error whose cause is logged. It contains no response data and no URL, because both may contain the key.
 */
function createSafeCause(reason: string, refusal: HttpError): HttpError {
  refusal.cause = `upstream: ${reason}`;
  return refusal;
}

/** Returns an error code such as ECONNREFUSED. The message is not used, because it may contain the URL. */
function getErrorCode(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  return code ?? (error as Error).name;
}
