import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { getPath } from 'hono/utils/url';
import type { FailureCode } from '#contract/codes.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { CLIENT_CLOSED_STATUS, createInvalidDataError, HttpError, httpError } from '#server/httpError.ts';
import {
  type BodyChunkIterator,
  createErrorResponse,
  createHttpResponse,
  type OperationResponse,
} from '#server/operations/operationResponse.ts';
import type { OperationHandler } from '#server/operations/operations.ts';
import { DatabaseError } from '#server/store/database.ts';
import { ServiceMetrics, type SignInRefusalReason } from './metrics.ts';
import { buildOpenApiJson } from './openApi.ts';
import type { ReadinessStatus } from './readinessCheck.ts';
import type { RequestLogEntry } from './requestLogger.ts';
import { COMMON_RESPONSE_HEADERS } from './securityHeaders.ts';
import { type ServeConsoleOptions, serveConsole, stripServiceBasePath } from './serveConsole.ts';

export type AppOptions = {
  operate: OperationHandler;
  hostConfig: HostConfig;
  basePath?: string | undefined;
  console?: Omit<ServeConsoleOptions, 'basePath'> | undefined;
  log?: ((entry: RequestLogEntry) => void) | undefined;
  /** Accepted names in the Host header. Prevents DNS rebinding attacks. */
  hosts?: readonly string[] | undefined;
  allowOrigins?: readonly string[] | undefined;
  trustProxy?: boolean | undefined;
  ready?: (() => Promise<ReadinessStatus>) | undefined;
  extend?: ((app: ServiceApp) => void) | undefined;
};

export const API_PATH = '/api';

/** Maximum age of a CORS preflight response, in seconds. */
const PREFLIGHT_MAX_AGE_S = 600;

const SIGN_IN_REFUSAL_REASONS: Readonly<Partial<Record<FailureCode, SignInRefusalReason>>> = {
  'APIKEY-INVALID': 'api_key',
  'AUTH-UNAUTHORIZED': 'token',
  'REQUESTS-TOO-MANY': 'too_many',
};

type RequestVariables = {
  requestId: string;
  failure?: string;
  operation?: string;
  signInRefusal?: SignInRefusalReason;
  /** Resolves when a streamed body has ended, with its error if there was one. Undefined for other bodies. */
  bodyEnded?: Promise<unknown>;
};
type ServiceEnv = { Variables: RequestVariables };
type ServiceContext = Context<ServiceEnv>;
export type ServiceApp = Hono<ServiceEnv>;

const reportReady = async (): Promise<ReadinessStatus> => ({ status: 'ready' });

export function createApp(options: AppOptions): ServiceApp {
  const { operate, ready = reportReady, allowOrigins = [], trustProxy = false, basePath = '/' } = options;
  const metrics = new ServiceMetrics();
  const app: ServiceApp = new Hono({ getPath: (request) => stripServiceBasePath(basePath, getPath(request)) });
  const handleCors = allowOrigins.length > 0 ? createCorsHandler(allowOrigins) : undefined;

  app.use(async (context, next) => {
    const start = performance.now();
    context.set('requestId', randomUUID());
    metrics.recordRequestStart();
    if (options.hosts && !options.hosts.includes(getHostName(context.req.raw))) {
      context.res = respond(context, createErrorResponse(httpError(421, 'HOST-UNFAMILIAR')));
    } else await next();
    // added after the response, because hono would copy its body to add headers that were set before; preflights have a
    // separate route
    if (context.req.method !== 'OPTIONS') await handleCors?.(context, async () => undefined);
    setCommonHeaders(context);
    const ms = performance.now() - start;
    metrics.recordRequestEnd(context.get('operation') ?? 'other', context.res.status, ms / 1000);
    const signInRefusal = context.get('signInRefusal');
    if (signInRefusal) metrics.countSignInRefusal(signInRefusal);
    const address = signInRefusal && getClientAddress(context, trustProxy);
    const entry = { ...createLogEntry(context, ms), ...(address !== undefined && { address }) };
    logWhenEnded(context, entry, options.log);
  });
  options.extend?.(app);

  for (const [name, { path }] of Object.entries(OPERATIONS) as [OperationName, { path: string }][]) {
    app.post(API_PATH + path, async (context) => {
      context.set('operation', name);
      const answer = await operate(name, context.req.raw, getClientAddress(context, trustProxy));
      // rejected by the service behind the gateway
      if (answer.status === 401) context.set('signInRefusal', 'upstream');
      return respond(context, trackBodyEnd(answer, context));
    });
    app.options(API_PATH + path, handleCors ?? (() => new Response(null, { status: 204, headers: { allow: 'POST' } })));
    app.all(API_PATH + path, () => {
      throw httpError(405, 'METHOD-NOT-ALLOWED', { allow: 'POST' });
    });
  }

  app.get('/healthz', (context) => respond(context, { status: 200, body: '{"status":"live"}' }));
  app.get('/readyz', async (context) => {
    const report = await ready();
    const status = report.status === 'not ready' ? 503 : 200;
    return respond(context, { status, body: JSON.stringify(report) });
  });
  app.get('/metrics', async (context) =>
    context.body(await metrics.formatText((await ready()).status !== 'not ready'), 200, {
      'content-type': metrics.contentType,
    }),
  );
  app.get('/openapi.json', (context) =>
    respond(context, { status: 200, body: buildOpenApiJson(basePath + API_PATH.slice(1)) }),
  );
  app.get('/config.json', (context) => respond(context, { status: 200, body: JSON.stringify(options.hostConfig) }));
  app.get('*', async (context) => {
    const { path } = context.req;
    if (path === API_PATH || path.startsWith(`${API_PATH}/`)) return context.notFound();
    const answer = options.console && (await serveConsole(context.req.raw, { ...options.console, basePath }));
    return answer ?? context.notFound();
  });

  app.notFound((context) => respond(context, createErrorResponse(httpError(404, 'SERVER-INVALID-ENDPOINT'))));
  app.onError((error, context) => {
    const refusal = error instanceof HttpError ? error : toHttpError(error, context.get('operation'));
    const failure = toLogError(error, context.get('operation')).error;
    if (failure !== undefined) context.set('failure', failure);
    const signInRefusal = SIGN_IN_REFUSAL_REASONS[refusal.code];
    if (signInRefusal) context.set('signInRefusal', signInRefusal);
    return respond(context, createErrorResponse(refusal));
  });
  return app;
}

/** Logs a request after its body has ended, so that an error while streaming is not logged as success. */
function logWhenEnded(context: ServiceContext, entry: RequestLogEntry, log: AppOptions['log']): void {
  const ended = context.get('bodyEnded');
  if (!ended) log?.(entry);
  void ended?.then((error) => {
    log?.(error === undefined ? entry : { ...entry, ...toLogError(error, context.get('operation')) });
  });
}

function respond(context: Context, answer: OperationResponse): Response {
  return createHttpResponse(context.req.raw, answer);
}

function setCommonHeaders(context: ServiceContext): void {
  const { headers } = context.res;
  for (const [name, value] of Object.entries(COMMON_RESPONSE_HEADERS)) headers.set(name, value);
  // a page of an allowed origin may read the response
  if (headers.has('access-control-allow-origin')) headers.set('cross-origin-resource-policy', 'cross-origin');
  headers.set('x-request-id', context.get('requestId'));
}

function createLogEntry(context: ServiceContext, ms: number): RequestLogEntry {
  const { method, path } = context.req;
  const failure = context.get('failure');
  const entry = { requestId: context.get('requestId'), method, path, status: context.res.status, ms: Math.round(ms) };
  return failure ? { ...entry, error: failure } : entry;
}

/**
 * Describes an error for the log. For a database error only the kind is logged, because its message may quote request
 * data.
 */
function toLogError(error: unknown, operation: string | undefined): { status: number; error?: string } {
  if (!(error instanceof HttpError))
    return { status: toHttpError(error, operation).status, error: describeError(error) };
  const { status, cause } = error;
  return typeof cause === 'string' ? { status, error: cause } : { status };
}

function toHttpError(error: unknown, operation: string | undefined): HttpError {
  if (error instanceof DatabaseError) {
    // the client has disconnected; in the log and the metrics this is not a failure of the service
    if (error.fault === 'aborted') return httpError(CLIENT_CLOSED_STATUS, 'SERVER-UNAVAILABLE');
    if (error.fault === 'timeout') return httpError(504, 'QUERY-TIMEOUT');
    // data exceptions: a value of the request that the database cannot hold
    if (error.sqlState?.startsWith('22')) return createInvalidDataError('body: a value is out of range.');
    if (error.fault !== 'statement') return httpError(503, 'SERVER-UNAVAILABLE', { 'retry-after': '1' });
    if (operation === 'pipeline') return httpError(500, 'DATASTORE-DOCUMENTS-FETCH-FAILED');
  }
  return httpError(500, 'SERVER-ERROR');
}

function describeError(error: unknown): string {
  if (error instanceof DatabaseError && error.fault === 'aborted') return 'client disconnected';
  if (error instanceof DatabaseError) return `database: ${error.fault} ${error.sqlState ?? ''}`.trim();
  return error instanceof Error ? `${error.name} ${error.stack?.split('\n')[1]?.trim() ?? ''}` : 'unknown';
}

function getHostName(request: Request): string {
  return (request.headers.get('host') ?? new URL(request.url).host).replace(/:\d+$/, '').toLowerCase();
}

/** Adds CORS headers to responses and errors, and answers preflights. Only exact origins are allowed. */
function createCorsHandler(allowOrigins: readonly string[]): MiddlewareHandler<ServiceEnv> {
  return cors({
    origin: [...allowOrigins],
    allowMethods: ['POST'],
    allowHeaders: ['authorization', 'content-type'],
    exposeHeaders: ['date', 'retry-after', 'x-request-id'],
    maxAge: PREFLIGHT_MAX_AGE_S,
  });
}

/**
 * Returns the address of the client. Behind a trusted proxy this is the last entry of X-Forwarded-For, which the proxy
 * added. The client may have forged the other entries.
 */
function getClientAddress({ env, req }: Context, trustProxy: boolean): string {
  const forwarded = trustProxy && req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
  if (forwarded) return normalizeAddress(forwarded);
  // set by the server; requests of tests have none
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return normalizeAddress(incoming?.socket?.remoteAddress ?? 'unknown');
}

/** Removes port and zone, shortens IPv6, and converts IPv4-mapped addresses to IPv4. */
function normalizeAddress(text: string): string {
  const [, bracketed, single] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(text) ?? [];
  const address = (bracketed ?? single ?? text).replace(/%.*$/, '');
  if (!isIPv6(address)) return address;
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(shortest) ?? [];
  if (high === undefined || low === undefined) return shortest;
  return [high, low].flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]).join('.');
}

/**
 * Records when the body of a response ends, and with which error. After an error the connection is closed, so that the
 * client does not mistake the partial body for a complete one.
 */
function trackBodyEnd(answer: OperationResponse, context: ServiceContext): OperationResponse {
  const { body } = answer;
  if (typeof body === 'string') return answer;
  let end: (error?: unknown) => void = () => undefined;
  const ended = new Promise<unknown>((resolve) => {
    end = resolve;
  });
  context.set('bodyEnded', ended);
  const pieces: BodyChunkIterator = {
    async next() {
      try {
        const result = await body.next();
        if (result.done) end();
        return result;
      } catch (error) {
        end(error);
        // set by the server's adapter; without it, the reader of the body receives the error itself
        const { outgoing } = (context.env ?? {}) as { outgoing?: ServerResponse };
        if (!outgoing) throw error;
        outgoing.destroy();
        return { done: true, value: undefined };
      }
    },
    return(value) {
      end();
      return body.return(value);
    },
  };
  return { ...answer, body: pieces };
}
