type ApiErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'unreadable'
  | 'notThisInterface'
  | 'rejectedCredentials'
  | 'forbidden'
  | 'notFound'
  | 'invalid'
  | 'tooLarge'
  | 'tooMany'
  | 'serviceFailed'
  | 'unavailable'
  | 'aborted';

type ApiErrorDetails = {
  code?: string;
  status?: number;
  retryAfter?: number;
  requestId?: string;
  at?: string;
  hint?: string;
  cause?: unknown;
};

/**
 * Error of all requests. `message` is a sentence for the user, which quotes the service where possible. `code` is the code
 * of the response. `retryAfter` is in seconds, as sent by the service. `at` is a JSON Pointer to the invalid member of
 * the request.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  readonly at: string | undefined;
  readonly hint: string | undefined;

  constructor(kind: ApiErrorKind, message: string, details: ApiErrorDetails = {}) {
    const { code, status, retryAfter, requestId, at, hint, cause } = details;
    super(message, { cause });
    this.kind = kind;
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
    this.at = at;
    this.hint = hint ?? (code === 'PAGE-TOO-LARGE' ? 'Keep fewer fields with a project stage.' : HINTS[kind]);
  }

  /** Seconds to wait if the request was rate limited, up to a maximum. Otherwise undefined. */
  get rateLimitSeconds(): number | undefined {
    if (this.kind !== 'tooMany') return undefined;
    return Math.min(Math.max(this.retryAfter ?? RETRY_AFTER_DEFAULT_S, 0), RETRY_AFTER_MAX_S);
  }

  /** Seconds until the retry that a rate-limited or unavailable service requested, up to a maximum. */
  get retryAfterSeconds(): number | undefined {
    if (this.kind !== 'unavailable' || this.retryAfter === undefined) return this.rateLimitSeconds;
    return Math.min(Math.max(this.retryAfter, 0), RETRY_AFTER_MAX_S);
  }

  get isRetryable(): boolean {
    return this.kind === 'unreachable' || this.status === 408 || this.status === 429 || (this.status ?? 0) >= 500;
  }

  /** True if the service is down. Failed queries are then retried automatically while their page is open. */
  get isOutage(): boolean {
    return this.kind === 'unavailable' || this.kind === 'unreachable';
  }
}

/** True for an error about a query or its cost. Another query for the same data may succeed. */
export function isQueryRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'invalid' || error.status === 504);
}

/** Maximum automatic wait, and the wait if the service specifies none, in seconds. */
const RETRY_AFTER_MAX_S = 30;
const RETRY_AFTER_DEFAULT_S = 5;

const HINTS: Partial<Record<ApiErrorKind, string>> = {
  timeout: 'The service may be busy. Try again, or request less data.',
  unreadable: 'The response was damaged in transit. Try again.',
  notThisInterface: 'Check the base URL of the connection.',
  forbidden: 'These credentials do not permit this request. You are still signed in.',
  tooLarge: 'The query is too large for the service. Shorten it.',
  tooMany: 'Too many requests. Wait a moment, then try again.',
  serviceFailed:
    'The problem is in the service, not in your request. Try again, or contact the service’s administrator.',
  unavailable: 'The service is temporarily unavailable.',
};

/** A Map, because a service may send any text as code, including the names of properties of Object.prototype. */
const KIND_BY_CODE = new Map<string, ApiErrorKind>(
  Object.entries({
    'APIKEY-INVALID': 'rejectedCredentials',
    'AUTH-UNAUTHORIZED': 'rejectedCredentials',
    'DEVICE-ID-INVALID': 'notFound',
    'DATA-INVALID': 'invalid',
    'PATH-INVALID': 'invalid',
    'SERVER-INVALID-ENDPOINT': 'notThisInterface',
    'DATASTORE-DOCUMENTS-FETCH-FAILED': 'serviceFailed',
  } as const),
);

const KIND_BY_STATUS: Record<number, ApiErrorKind> = {
  401: 'rejectedCredentials',
  403: 'forbidden',
  404: 'notThisInterface',
  408: 'timeout',
  413: 'tooLarge',
  429: 'tooMany',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

export function getErrorKind(code: string | undefined, status: number): ApiErrorKind {
  const known = code === undefined ? undefined : KIND_BY_CODE.get(code);
  return known ?? KIND_BY_STATUS[status] ?? (status >= 500 ? 'serviceFailed' : 'invalid');
}

export function isRetryable(error: unknown): boolean {
  return error instanceof ApiError && error.isRetryable;
}
