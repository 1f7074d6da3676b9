import { FAILURE_MESSAGES, type FailureCode } from '#contract/codes.ts';

type Headers = Record<string, string>;

/** The status that logs of web servers know for a caller that left. */
export const STATUS_CLIENT_CLOSED = 499;

/** A request that is turned down: becomes one envelope with this status, code and message. Its `cause` is for the log. */
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

/** A refusal in the words that the contract has for its code. */
export function httpError(status: number, code: keyof typeof FAILURE_MESSAGES, headers?: Headers): HttpError {
  return new HttpError(status, code, FAILURE_MESSAGES[code], headers);
}

/** 400 DATA-INVALID; the message starts with the field it is about, and `at` is the JSON Pointer to that field. */
export function createInvalidDataError(message: string, at?: string): HttpError {
  return new HttpError(400, 'DATA-INVALID', message, {}, at);
}
