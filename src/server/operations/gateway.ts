import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '#contract/operations.ts';
import { CALLER_GONE, Refusal, refuse } from '#server/refusal.ts';
import type { Answer } from './answer.ts';
import { readBytes } from './body.ts';
import type { Operate } from './operations.ts';

/** How long the other service may take until it begins to answer, and then between two pieces of it, in ms. */
const DEADLINE = 30_000;
const IDLE = 30_000;

/** By this header a gateway knows a request that it has sent itself, which would go round until the deadline. */
const SENDER = 'x-fleetlens-gateway';

/**
 * Forwards the operations to another service that speaks the interface, for browsers that may not call it across
 * origins. Only the key, the token, the body and its own mark go there, and only status, Retry-After and a JSON body
 * come back: no redirect is followed, and a page of another host can never appear on this origin.
 */
export function gateway(upstream: string, deadline = DEADLINE, idle = IDLE): Operate {
  const base = upstream.replace(/\/+$/, '');
  const id = randomUUID();
  return async (name, request) => {
    if (request.headers.get(SENDER) === id) throw unavailable('it is this gateway itself');
    const body = await readBytes(request);
    const address = new URL(base + OPERATIONS[name].path);
    for (const key of new URL(request.url).searchParams.getAll('apiKey')) address.searchParams.append('apiKey', key);
    const token = request.headers.get('authorization');
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), deadline);
    try {
      const response = await fetch(address, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { 'content-type': 'application/json', [SENDER]: id, ...(token !== null && { authorization: token }) },
        signal: AbortSignal.any([request.signal, late.signal]),
      });
      return forwarded(response, idle);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (late.signal.aborted) throw because('no answer in time', refuse(504, 'QUERY-TIMEOUT'));
      if (request.signal.aborted) throw because('the caller went away', refuse(CALLER_GONE, 'SERVER-UNAVAILABLE'));
      throw unavailable(codeOf(error));
    } finally {
      clearTimeout(timer);
    }
  };
}

function forwarded(response: Response, idle: number): Answer {
  const { status, headers, body } = response;
  const retryAfter = headers.get('retry-after');
  const type = headers.get('content-type') ?? '';
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(type);
  if (!isJson || (status >= 300 && status < 400) || status > 599) {
    void body?.cancel();
    throw unavailable(`HTTP ${status}${isJson ? '' : ', not JSON'}`, retryAfter ?? undefined);
  }
  return {
    status,
    body: body ? flowing(body, idle) : '',
    headers: retryAfter ? { 'retry-after': retryAfter } : {},
  };
}

/** What comes, until nothing comes for too long. */
async function* flowing(body: ReadableStream<Uint8Array>, idle: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const cancel = () => reader.cancel().catch(() => undefined);
  let stalled = false;
  try {
    for (;;) {
      const timer = setTimeout(() => {
        stalled = true;
        void cancel();
      }, idle);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      // a cancelled reader reads an end, which must not be taken for the answer's
      if (stalled) throw new Error('The other service stopped in the middle of its answer.');
      if (done) return;
      yield value;
    }
  } finally {
    await cancel();
  }
}

function unavailable(reason: string, retryAfter = '1'): Refusal {
  return because(reason, refuse(502, 'SERVER-UNAVAILABLE', { 'retry-after': retryAfter }));
}

/** For the log alone. It never holds what the other service sent, or an address: the key may be in both. */
function because(reason: string, refusal: Refusal): Refusal {
  refusal.cause = `upstream: ${reason}`;
  return refusal;
}

/** The name of what kept a request from its answer, as ECONNREFUSED: its sentence may hold the address. */
function codeOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  return code ?? (error as Error).name;
}
