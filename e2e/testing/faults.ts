/** Fault of a response. Times are in ms, lengths in bytes. */
export type Fault =
  | { kind: 'latency'; ms: number }
  | { kind: 'never' }
  | { kind: 'reset'; afterBytes?: number }
  | { kind: 'truncate'; afterBytes?: number }
  | { kind: 'trickle'; bytes?: number; ms?: number }
  | { kind: 'html'; status?: number }
  | { kind: 'empty'; status?: number }
  | { kind: 'body'; body: string; status?: number }
  | { kind: 'error'; status: number; code: string; message?: string; retryAfter?: string };

const message = 'Fault injected by a test.';

/**
 * Faults to inject, by name. Faults with a status imitate error responses of the service; `proxyPage` imitates an HTML
 * page of a proxy. The others disturb the connection or the body.
 */
export const FAULTS = {
  slow: { kind: 'latency', ms: 3000 },
  unanswered: { kind: 'never' },
  trickling: { kind: 'trickle', bytes: 50_000, ms: 500 },
  cutOff: { kind: 'reset' },
  truncated: { kind: 'truncate' },
  empty: { kind: 'empty' },
  proxyPage: { kind: 'html' },
  unauthorized: { kind: 'error', status: 401, code: 'AUTH-UNAUTHORIZED', message },
  forbidden: { kind: 'error', status: 403, code: 'FORBIDDEN', message },
  tooLarge: { kind: 'error', status: 413, code: 'REQUEST-TOO-LARGE', message },
  tooMany: { kind: 'error', status: 429, code: 'REQUESTS-TOO-MANY', message, retryAfter: '5' },
  failed: { kind: 'error', status: 500, code: 'SERVER-ERROR', message },
  unavailable: { kind: 'error', status: 503, code: 'SERVER-UNAVAILABLE', message },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

/**
 * Parts of the error messages for faults that fail at once. Other faults delay the page for up to 30 seconds, or
 * redirect to sign-in.
 */
export const FAULT_SENTENCES = {
  cutOff: 'Cannot reach',
  truncated: 'Unreadable response',
  empty: 'This address is not a device service',
  proxyPage: 'This address is not a device service',
  forbidden: 'do not permit this request',
  tooLarge: 'too large',
  tooMany: 'The service is limiting requests',
  failed: message,
  unavailable: 'temporarily unavailable',
} as const satisfies Partial<Record<FaultName, string>>;
