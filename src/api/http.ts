import type { Envelope } from '#contract/envelope.ts';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { isJsonObject } from '#lib/json.ts';
import { parse } from '#lib/jsonText.ts';
import { ApiError, kindOf } from './apiError.ts';
import { type Connection, hostOf } from './connection.ts';
import { httpRequest } from './request.ts';

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
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const began = performance.now();
  let status = 0;
  let text: string;
  let headers: Headers;
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, deadline]) });
    status = response.status;
    headers = response.headers;
    text = await response.text();
  } catch (cause) {
    throw transportError(connection, { signal, deadline, cause });
  }
  const envelope = successEnvelope(operation, { status, text, headers });
  return { envelope, fetchedAt: Date.now(), latency: performance.now() - began, bytes: text.length };
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

type Reply = { status: number; text: string; headers: Headers };

/**
 * Reads a whole reply. Decides by `code`, never by status alone: a 200 with an error code is an error, a 400 with the
 * operation's success code is a success.
 * @throws ApiError
 */
export function successEnvelope(operation: OperationName, { status, text, headers }: Reply): Envelope {
  const envelope = readEnvelope(text, status);
  if (envelope.code === OPERATIONS[operation].success) return envelope;
  const retryAfter = Number.parseFloat(headers.get('retry-after') ?? '');
  const requestId = headers.get('x-request-id');
  throw new ApiError(kindOf(envelope.code, status), envelope.message || `The service answered ${envelope.code}.`, {
    code: envelope.code,
    status,
    ...(Number.isFinite(retryAfter) && { retryAfter }),
    ...(requestId && { requestId }),
  });
}

function readEnvelope(text: string, status: number): Envelope {
  let body: unknown;
  try {
    body = parse(text);
  } catch (cause) {
    // a gateway's own HTML page says less than its status does
    if (status >= 500 || status === 429)
      throw new ApiError(kindOf(undefined, status), statusSentence(status), { status });
    const json = /^\s*[[{]/.test(text);
    throw json
      ? new ApiError('unreadable', 'Unreadable reply: the JSON ends early or is damaged.', { status, cause })
      : new ApiError('notThisInterface', 'This address does not speak the interface.', { status, cause });
  }
  if (isJsonObject(body) && typeof body['code'] === 'string') {
    return { message: '', ...body } as Envelope; // `code` was just checked and `message` has a default
  }
  throw new ApiError('notThisInterface', 'This address does not speak the interface.', { status });
}

function statusSentence(status: number): string {
  if (status === 429) return 'The service asks for fewer requests.';
  if (status === 500) return 'The service failed.';
  return `The answer was an HTTP ${status} without an explanation.`;
}
