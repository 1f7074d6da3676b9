import { OPERATIONS } from '#contract/operations.ts';
import { refuse } from '#server/refusal.ts';
import type { Answer } from './answer.ts';
import { readBytes } from './body.ts';
import type { Operate } from './operations.ts';

/** How long the other service may take until it begins to answer, and then between two pieces of it, in ms. */
const DEADLINE = 30_000;
const IDLE = 30_000;

/**
 * Forwards the operations to another service that speaks the interface, for browsers that may not call it across
 * origins. Only the key, the token and the body go there, and only status, Retry-After and a JSON body come back: no
 * redirect is followed, and a page of another host can never appear on this origin.
 */
export function gateway(upstream: string, deadline = DEADLINE, idle = IDLE): Operate {
  const base = upstream.replace(/\/+$/, '');
  return async (name, request) => {
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
        headers: { 'content-type': 'application/json', ...(token !== null && { authorization: token }) },
        signal: AbortSignal.any([request.signal, late.signal]),
      });
      return forwarded(response, idle);
    } catch {
      // the reason may hold the address, and with it the key
      throw late.signal.aborted ? refuse(504, 'QUERY-TIMEOUT') : unavailable();
    } finally {
      clearTimeout(timer);
    }
  };
}

function forwarded(response: Response, idle: number): Answer {
  const { status, headers, body } = response;
  const type = headers.get('content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type) || (status >= 300 && status < 400)) {
    void body?.cancel();
    throw unavailable();
  }
  const retryAfter = headers.get('retry-after');
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

function unavailable() {
  return refuse(502, 'SERVER-UNAVAILABLE', { 'retry-after': '1' });
}
