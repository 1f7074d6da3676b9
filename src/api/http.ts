import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { splitInvisible } from '#lib/invisible.ts';
import { isJsonObject, type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import { readServiceDate } from '#lib/time/serviceClock.ts';
import { truncate } from '#lib/truncate.ts';
import { ApiError, kindOf } from './apiError.ts';
import { type Connection, hostOf } from './connection.ts';
import { httpRequest } from './request.ts';

/** Every response body, success or error: an object with `code`, `message` and other fields. */
type Envelope = { code: string; message: string; [field: string]: unknown };

/** Response with measurements: `latency` in ms, `bytes` of decoded body text. */
export type HttpAnswer = { envelope: Envelope; fetchedAt: number; latency: number; bytes: number };

export const DEADLINE_MS = 30_000;

/**
 * Sends one operation and returns its success envelope.
 * @throws ApiError of any kind; `aborted` when `signal` fires, `timeout` after 30 s
 */
export async function post(
  connection: Connection,
  operation: OperationName,
  body: object,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { url, init } = httpRequest(connection, operation, body);
  // setTimeout, not AbortSignal.timeout, so that all waits use the same clock
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), DEADLINE_MS);
  const [began, sent] = [performance.now(), Date.now()];
  let reply: Reply;
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, late.signal]) });
    readServiceDate(response.headers, sent);
    const text = await response.text();
    reply = { status: response.status, headers: response.headers, text, secrets: secretsOf(connection) };
  } catch (cause) {
    throw transportError(connection, { signal, deadline: late.signal, cause });
  } finally {
    clearTimeout(timer);
  }
  const envelope = successEnvelope(operation, reply);
  return { envelope, fetchedAt: Date.now(), latency: performance.now() - began, bytes: reply.text.length };
}

type Failure = { signal: AbortSignal; deadline?: AbortSignal; cause: unknown };

export function transportError(connection: Connection, { signal, deadline, cause }: Failure): ApiError {
  if (signal.aborted) return new ApiError('aborted', 'The request was cancelled.', { cause });
  const host = hostOf(connection.baseUrl);
  if (deadline?.aborted) {
    return new ApiError('timeout', `${host} did not answer within ${DEADLINE_MS / 1000} seconds.`, { cause });
  }
  const foreign = new URL(connection.baseUrl, location.origin).origin !== location.origin;
  const hint = `If it is running, it must allow the origin ${location.origin}.`;
  return new ApiError('unreachable', `Cannot reach ${host}.`, { cause, ...(foreign && { hint }) });
}

type Reply = {
  status: number;
  text: string;
  headers: Headers;
  secrets: readonly string[];
};

export function secretsOf({ apiKey, token }: Connection): readonly string[] {
  return [token, apiKey];
}

/**
 * Parses a complete response. `code` decides, not the status: 200 with an error code is an error, 400 with the success code is a
 * success. Without a code, as from a proxy, the status decides.
 * @throws ApiError
 */
export function successEnvelope(operation: OperationName, reply: Reply): Envelope {
  let body: unknown;
  let cause: unknown;
  try {
    body = parseJson(reply.text);
  } catch (error) {
    cause = error;
  }
  return successFields(operation, isJsonObject(body) ? body : {}, reply, cause);
}

/** Like `successEnvelope` for parsed fields; `cause` is the parse error, if any. @throws ApiError */
export function successFields(
  operation: OperationName,
  said: JsonObject,
  { status, headers, text = '', secrets }: Omit<Reply, 'text'> & { text?: string },
  cause?: unknown,
): Envelope {
  const wordsOf = (words: unknown) => quoted(words, secrets);
  const { code, message } = said;
  const { success } = OPERATIONS[operation];
  if (code === success) return { ...said, code: success, message: wordsOf(message) };
  const retryAfter = Number.parseFloat(headers.get('retry-after') ?? '');
  const requestId = headers.get('x-request-id');
  // requests for a list are always short, so the response is too large
  const largeList = operation === 'devices' && status === 413;
  const details = {
    status,
    cause,
    ...(Number.isFinite(retryAfter) && { retryAfter }),
    ...(requestId && { requestId: wordsOf(requestId) }),
    ...(largeList && { hint: 'Ask for one product, or only for those online.' }),
  };
  if (typeof code === 'string') {
    const shown = wordsOf(code);
    const sentence = wordsOf(message) || `The service answered ${shown}.`;
    throw new ApiError(kindOf(code, status), sentence, { ...details, code: shown });
  }
  // the status alone may explain an error without an envelope
  if (status >= 500 || status in STATUS_SENTENCES) {
    const sentence = largeList
      ? LIST_TOO_LARGE
      : (STATUS_SENTENCES[status] ?? `The answer was an HTTP ${status} without an explanation.`);
    throw new ApiError(kindOf(undefined, status), wordsOf(message) || sentence, details);
  }
  throw cause && /^\s*[[{]/.test(text)
    ? new ApiError('unreadable', 'Unreadable reply: the JSON ends early or is damaged.', details)
    : new ApiError('notThisInterface', 'This address does not speak the interface.', details);
}

const LIST_TOO_LARGE = 'The list was too large on the way from the service (HTTP 413).';

const STATUS_SENTENCES: Record<number, string> = {
  401: 'The credentials were refused on the way to the service (HTTP 401).',
  403: 'This was refused on the way to the service (HTTP 403).',
  404: 'There is no service at this address (HTTP 404).',
  408: 'The request took too long to arrive (HTTP 408).',
  413: 'The query was too large on the way to the service (HTTP 413).',
  429: 'The service asks for fewer requests.',
  500: 'The service failed.',
};

const QUOTED_MAX = 300;
/** Shorter credentials are not masked, as they may occur in any word. */
const SECRET_LEAST = 6;

/** Service text for display: non-strings as JSON, truncated, invisible characters named, credentials masked. */
function quoted(said: unknown, secrets: readonly string[]): string {
  if (said === undefined || said === null) return '';
  const text = secrets
    .filter((secret) => secret.length >= SECRET_LEAST)
    .reduce((words, secret) => words.replaceAll(secret, '•••'), typeof said === 'string' ? said : stringifyJson(said));
  return splitInvisible(truncate(text, QUOTED_MAX).toWellFormed())
    .map(({ text: piece, invisible }) => (invisible ? `[${piece}]` : piece))
    .join('');
}
