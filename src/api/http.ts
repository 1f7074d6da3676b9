import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { splitInvisible } from '#lib/invisible.ts';
import { isJsonObject, type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import { updateServiceClock } from '#lib/time/serviceClock.ts';
import { truncate } from '#lib/truncate.ts';
import { ApiError, getErrorKind } from './apiError.ts';
import { buildHttpRequest } from './buildHttpRequest.ts';
import { type Connection, getHost } from './connection.ts';
import { getPageOrigin } from './pageOrigin.ts';

type Envelope = { code: string; message: string; [field: string]: unknown };

/** Response with measurements: `latency` in ms, `bytes` of decoded body text. */
export type OperationResult = { envelope: Envelope; fetchedAt: number; latency: number; bytes: number };

export const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Sends one operation and returns its success response.
 * @throws ApiError of any kind: `aborted` when `signal` fires, `timeout` after 30 s
 */
export async function sendOperation(
  connection: Connection,
  operation: OperationName,
  body: object,
  signal: AbortSignal,
): Promise<OperationResult> {
  const { url, init } = buildHttpRequest(connection, operation, body);
  // setTimeout, not AbortSignal.timeout, so that all waits use the same clock
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), REQUEST_TIMEOUT_MS);
  const [began, sent] = [performance.now(), Date.now()];
  let reply: ServiceReply;
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, late.signal]) });
    updateServiceClock(response.headers, sent);
    const text = await response.text();
    reply = { status: response.status, headers: response.headers, text, secrets: getSecrets(connection) };
  } catch (cause) {
    throw createTransportError(connection, { signal, deadline: late.signal, cause });
  } finally {
    clearTimeout(timer);
  }
  const envelope = parseSuccessEnvelope(operation, reply);
  return { envelope, fetchedAt: Date.now(), latency: performance.now() - began, bytes: reply.text.length };
}

type TransportFailure = { signal: AbortSignal; deadline?: AbortSignal; cause: unknown };

export function createTransportError(connection: Connection, { signal, deadline, cause }: TransportFailure): ApiError {
  if (signal.aborted) return new ApiError('aborted', 'The request was canceled.', { cause });
  const host = getHost(connection.baseUrl);
  if (deadline?.aborted) {
    return new ApiError('timeout', `${host} did not answer within ${REQUEST_TIMEOUT_MS / 1000} seconds.`, { cause });
  }
  const pageOrigin = getPageOrigin();
  const isForeign = pageOrigin !== undefined && new URL(connection.baseUrl, pageOrigin).origin !== pageOrigin;
  return new ApiError('unreachable', `Cannot reach ${host}.`, {
    cause,
    ...(isForeign && {
      hint: `Check that the service is running and that its CORS settings allow the origin ${pageOrigin}.`,
    }),
  });
}

type ServiceReply = {
  status: number;
  text: string;
  headers: Headers;
  secrets: readonly string[];
};

export function getSecrets({ apiKey, token }: Connection): readonly string[] {
  return [token, apiKey];
}

/**
 * Parses a complete response. The `code` determines success, not the HTTP status: 200 with an error code is an error.
 * Without a code, as from a proxy, the status determines it.
 * @throws ApiError
 */
export function parseSuccessEnvelope(operation: OperationName, reply: ServiceReply): Envelope {
  let body: unknown;
  let cause: unknown;
  try {
    body = parseJson(reply.text);
  } catch (error) {
    cause = error;
  }
  return validateSuccessEnvelope(operation, isJsonObject(body) ? body : {}, reply, cause);
}

/**
 * Like `parseSuccessEnvelope`, for parsed fields. `cause` is the parse error, if any.
 * @throws ApiError
 */
export function validateSuccessEnvelope(
  operation: OperationName,
  fields: JsonObject,
  { status, headers, text = '', secrets }: Omit<ServiceReply, 'text'> & { text?: string },
  cause?: unknown,
): Envelope {
  const wordsOf = (words: unknown) => quoteServiceText(words, secrets);
  const { code, message, at } = fields;
  const { success } = OPERATIONS[operation];
  if (code === success) return { ...fields, code: success, message: wordsOf(message) };
  const retryAfter = Number.parseFloat(headers.get('retry-after') ?? '');
  const requestId = headers.get('x-request-id');
  // requests for a list are always short, so the response is too large
  const largeList = operation === 'devices' && status === 413;
  const details = {
    status,
    cause,
    ...(Number.isFinite(retryAfter) && { retryAfter }),
    ...(requestId && { requestId: wordsOf(requestId) }),
    ...(typeof at === 'string' && at.length <= POINTER_MAX_LENGTH && { at }),
    ...(largeList && { hint: 'Load one product, or only online devices.' }),
  };
  if (typeof code === 'string') {
    const shown = wordsOf(code);
    const sentence = wordsOf(message) || `The service returned ${shown}.`;
    throw new ApiError(getErrorKind(code, status), sentence, { ...details, code: shown });
  }
  // the status alone may explain an error without an envelope
  if (status >= 500 || status in STATUS_SENTENCES) {
    const sentence = largeList
      ? 'A proxy rejected the device list as too large (HTTP 413).'
      : (STATUS_SENTENCES[status] ?? `The service returned HTTP ${status} without a message.`);
    throw new ApiError(getErrorKind(undefined, status), wordsOf(message) || sentence, details);
  }
  throw cause && /^\s*[[{]/.test(text)
    ? new ApiError('unreadable', 'Unreadable response: the JSON ends early or is damaged.', details)
    : new ApiError('notThisInterface', 'This address is not a device service.', details);
}

const STATUS_SENTENCES: Record<number, string> = {
  401: 'A proxy rejected the credentials (HTTP 401).',
  403: 'A proxy rejected the request (HTTP 403).',
  404: 'No service was found at this address (HTTP 404).',
  408: 'The request took too long to arrive (HTTP 408).',
  413: 'A proxy rejected the query as too large (HTTP 413).',
  429: 'The service is limiting requests.',
  500: 'The service failed.',
};

const QUOTE_MAX_LENGTH = 300;
const POINTER_MAX_LENGTH = 1000;
const MASKED_SECRET_MIN_LENGTH = 6;

/**
 * Prepares text from the service for display: truncates it, names invisible characters and masks credentials. Other
 * values become JSON.
 */
function quoteServiceText(said: unknown, secrets: readonly string[]): string {
  if (said === undefined || said === null) return '';
  const text = secrets
    .filter((secret) => secret.length >= MASKED_SECRET_MIN_LENGTH)
    .reduce((words, secret) => words.replaceAll(secret, '•••'), typeof said === 'string' ? said : stringifyJson(said));
  return splitInvisible(truncate(text, QUOTE_MAX_LENGTH).toWellFormed())
    .map(({ text: piece, invisible }) => (invisible ? `[${piece}]` : piece))
    .join('');
}
