import { FAILURE_MESSAGES, type FailureCode } from '#contract/codes.ts';

type Headers = Record<string, string>;

/** Status in logs of web servers if the client closed the connection. */
export const CLIENT_CLOSED_STATUS = 499;

/** Rejected request, sent as a response with this status, code and message. `cause` is only logged. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly headers: Headers;
  /** JSON Pointer to the invalid member of the request body. */
  readonly at: string | undefined;

  constructor(status: number, code: FailureCode, message: string, headers: Headers = {}, at?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.at = at;
  }
}

export function httpError(status: number, code: keyof typeof FAILURE_MESSAGES, headers?: Headers): HttpError {
  return new HttpError(status, code, FAILURE_MESSAGES[code], headers);
}

/**
 * Creates the error 400 DATA-INVALID. The message starts with the name of the invalid field; `at` is the JSON Pointer
 * to the field.
 */
export function createInvalidDataError(message: string, at?: string): HttpError {
  return new HttpError(400, 'DATA-INVALID', message, {}, at);
}
