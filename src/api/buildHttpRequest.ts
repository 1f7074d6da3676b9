import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { stringifyJson } from '#lib/json/json.ts';
import type { Connection } from './connection.ts';
import { getPageOrigin } from './pageOrigin.ts';

type HttpRequest = { url: string; init: RequestInit };

/**
 * Builds the HTTP request of an operation: API key in the query string, token in a header, JSON body. Sends no cookies
 * or referrer and uses no HTTP cache.
 * @throws DOMException AbortError if the session has ended
 */
export function buildHttpRequest(connection: Connection, operation: OperationName, body: object): HttpRequest {
  connection.beforeRequest?.();
  if (!connection.apiKey) throw new DOMException('The session has ended.', 'AbortError');
  const url = new URL(connection.baseUrl + OPERATIONS[operation].path, getPageOrigin());
  url.searchParams.set('apiKey', connection.apiKey);
  return {
    url: url.href,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: connection.token },
      body: stringifyJson(body),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'error',
    },
  };
}
