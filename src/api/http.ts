import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { splitInvisible } from '#lib/invisible.ts';
import { isJsonObject, type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import { readServiceDate } from '#lib/time/serviceClock.ts';
import { truncate } from '#lib/truncate.ts';
import { ApiError, kindOf } from './apiError.ts';
import { type Connection, hostOf } from './connection.ts';
import { httpRequest } from './request.ts';

/** What every response body is, success or error: an object with `code` and `message`, other fields beside them. */
type Envelope = { code: string; message: string; [field: string]: unknown };

/** What came back, with what is worth saying about it. `latency` in ms, `bytes` of decoded body text. */
export type HttpAnswer = { envelope: Envelope; fetchedAt: number; latency: number; bytes: number };

/** By when a service must have answered. */
export const DEADLINE_MS = 30_000;

/**
 * Sends one operation and gives its success envelope.
 * @throws ApiError of every kind; `aborted` when `signal` fires, `timeout` after 30 s
 */
export async function post(
  connection: Connection,
  operation: OperationName,
  body: object,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { url, init } = httpRequest(connection, operation, body);
  // a timer of the page's own clock, as every other wait is
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

/** The error of a request that got no whole answer. */
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
  /** What no word of a service may show, whatever it sends back. */
  secrets: readonly string[];
};

/** What a service is asked with and may repeat, which is never shown. */
export function secretsOf({ apiKey, token }: Connection): readonly string[] {
  return [token, apiKey];
}

/**
 * Reads a whole reply. Decides by `code`, never by status alone: a 200 with an error code is an error, a 400 with the
 * operation's success code is a success. A proxy on the way knows no codes: of its refusals the status decides.
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

/**
 * The same for a reply whose fields were read already; `cause` is why they could not be.
 * @throws ApiError
 */
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
  // what asks for a list is short whatever it asks for
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
  // a refusal without the envelope may say enough by its status
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

/** The longest that a service is quoted. */
const QUOTED_MAX = 300;
/** What is shorter than that is no secret, and may stand in any word. */
const SECRET_LEAST = 6;

/**
 * What a service said, fit to be shown: whatever is no text as its JSON, cut when long, with hidden characters named and
 * the credentials that it was asked with masked.
 */
function quoted(said: unknown, secrets: readonly string[]): string {
  if (said === undefined || said === null) return '';
  const text = secrets
    .filter((secret) => secret.length >= SECRET_LEAST)
    .reduce((words, secret) => words.replaceAll(secret, '•••'), typeof said === 'string' ? said : stringifyJson(said));
  return splitInvisible(truncate(text, QUOTED_MAX).toWellFormed())
    .map(({ text: piece, invisible }) => (invisible ? `[${piece}]` : piece))
    .join('');
}
