import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { FAILURE } from '#contract/codes.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { Attempts, authenticate } from './authentication.ts';
import { readBody } from './body.ts';
import { type ConsoleOptions, consoleAnswer } from './console.ts';
import { invalid, Refusal, refuse } from './refusal.ts';
import { type Body, type Pieces, ROUTES } from './routes.ts';
import { COMMON_HEADERS } from './securityHeaders.ts';
import { DatabaseError } from './store/database.ts';
import type { Store } from './store/store.ts';

export type AppOptions = {
  store: Store;
  hostConfig: HostConfig;
  /** The built console, when this service serves it. */
  console?: ConsoleOptions | undefined;
  /** Where an unexpected error goes; never to the caller. */
  report: (error: unknown, requestId: string) => void;
  /** Only these names may stand in the Host header: a page elsewhere must not reach a demo by rebinding its own name. */
  hosts?: readonly string[] | undefined;
};

/** Where the operations are, below the service's origin. */
export const BASE_PATH = '/api';

/** The whole service from request to response; it listens to no port itself. */
export function createApp(options: AppOptions) {
  const attempts = new Attempts();
  const app = new Hono<{ Variables: { requestId: string } }>();

  app.use(async (context, next) => {
    context.set('requestId', randomUUID());
    if (options.hosts && !options.hosts.includes(hostName(context.req.raw))) throw refuse(421, 'HOST-UNFAMILIAR');
    await next();
    for (const [name, value] of Object.entries(COMMON_HEADERS)) context.res.headers.set(name, value);
    context.res.headers.set('x-request-id', context.get('requestId'));
  });

  for (const route of Object.values(ROUTES)) {
    app.post(BASE_PATH + route.path, async (context) => {
      const request = context.req.raw;
      const address = addressOf(context.env);
      attempts.admit(address, Date.now());
      const project = await authenticate(request, options.store).catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 401) attempts.fail(address, Date.now());
        throw error;
      });
      const body = await readBody(request);
      const answer = await route.answer(options.store, { project, signal: request.signal }, body);
      return json(answer.status, answer.body);
    });
    app.all(BASE_PATH + route.path, () => {
      throw refuse(405, 'METHOD-NOT-ALLOWED', { allow: 'POST' });
    });
  }

  app.get('/healthz', () => json(200, JSON.stringify({ status: 'live' })));
  app.get('/config.json', () => json(200, JSON.stringify(options.hostConfig)));
  app.get('*', async (context) => {
    const { path } = context.req;
    if (path === BASE_PATH || path.startsWith(`${BASE_PATH}/`)) return context.notFound();
    const answer = options.console && (await consoleAnswer(context.req.raw, options.console));
    return answer ?? context.notFound();
  });

  app.notFound(() => envelope(refuse(404, 'SERVER-INVALID-ENDPOINT')));
  app.onError((error, context) => {
    const refusal = error instanceof Refusal ? error : refusalFor(error, context.req.path);
    if (!(error instanceof Refusal)) options.report(error, context.get('requestId'));
    const answer = envelope(refusal);
    for (const [name, value] of Object.entries(COMMON_HEADERS)) answer.headers.set(name, value);
    answer.headers.set('x-request-id', context.get('requestId'));
    return answer;
  });
  return app;
}

export type App = ReturnType<typeof createApp>;

function json(status: number, body: Body, headers: Record<string, string> = {}): Response {
  const content = typeof body === 'string' ? body : stream(body);
  return new Response(content, {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
}

function envelope({ status, code, message, headers }: Refusal): Response {
  return json(status, JSON.stringify({ code, message }), headers);
}

/** What a caller hears of a failure that is not theirs. */
function refusalFor(error: unknown, path: string): Refusal {
  if (error instanceof DatabaseError) {
    if (error.fault === 'timeout') return refuse(504, 'QUERY-TIMEOUT');
    // data exceptions: a value of the request that the database cannot hold
    if (error.sqlState?.startsWith('22')) return invalid('body: a value is out of range.');
    if (error.fault !== 'statement') return refuse(503, 'SERVER-UNAVAILABLE', { 'retry-after': '1' });
    if (path === BASE_PATH + ROUTES.pipeline.path) return refuse(500, 'DATASTORE-DOCUMENTS-FETCH-FAILED');
  }
  return new Refusal(500, 'SERVER-ERROR', FAILURE['SERVER-ERROR']);
}

function stream(pieces: Pieces): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : (value as Uint8Array));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

function hostName(request: Request): string {
  return (request.headers.get('host') ?? new URL(request.url).host).replace(/:\d+$/, '');
}

/** The address a request came from; the server hands over Node's own request beside it. */
function addressOf(env: unknown): string {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return incoming?.socket?.remoteAddress ?? 'unknown';
}
