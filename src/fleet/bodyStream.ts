import { FleetFault } from '#fleet/model/fleetFault.ts';
import { readServiceDate } from '#lib/time/serviceClock.ts';

type FleetRequest = { url: string; init: RequestInit };

/** Maximum silence of the service before its response, and between two chunks of it. */
const SILENCE_MAX_MS = 30_000;

/** Time after which an unclaimed prefetch is aborted. */
const UNCLAIMED_MAX_MS = 10_000;

export type OpenBody = {
  response: Response;
  /** Time of the request, by `performance.now()`. */
  began: number;
  /** Returns the next chunk; undefined at the end. @throws FleetFault */
  next: () => Promise<Uint8Array | undefined>;
};

type SentAhead = {
  request: FleetRequest;
  answer: Promise<OpenBody>;
  stop: () => void;
  timer: ReturnType<typeof setTimeout>;
};

let sentAhead: SentAhead | undefined;

/** Prefetches a request for a later call of `openBody`. */
export function sendAhead(request: FleetRequest): void {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const giveUp = () => {
    sentAhead = undefined;
    stop();
  };
  const answer = heard(send(request, controller.signal));
  sentAhead = { request, answer, stop, timer: setTimeout(giveUp, UNCLAIMED_MAX_MS) };
}

/**
 * Sends the request, or takes its prefetched response, and streams the body. There is no limit on the total time.
 * @throws FleetFault network, timeout, aborted
 */
export function openBody(request: FleetRequest, signal: AbortSignal): Promise<OpenBody> {
  if (!sentAhead || !isSame(sentAhead.request, request)) return send(request, signal);
  const { answer, stop, timer } = sentAhead;
  // nothing may keep the request, which contains the credentials
  clearTimeout(timer);
  sentAhead = undefined;
  signal.addEventListener('abort', stop, { once: true });
  return answer;
}

function isSame(one: FleetRequest, other: FleetRequest): boolean {
  const contents = ({ url, init }: FleetRequest) => JSON.stringify([url, init.headers, init.body]);
  return contents(one) === contents(other);
}

async function send(request: FleetRequest, signal: AbortSignal): Promise<OpenBody> {
  const [began, sent] = [performance.now(), Date.now()];
  const silence = new AbortController();
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    const timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
    try {
      return await work();
    } catch (cause) {
      throw transportFault(signal, silence.signal, cause);
    } finally {
      clearTimeout(timer);
    }
  };
  const both = AbortSignal.any([signal, silence.signal]);
  const response = await guarded(() => fetch(request.url, { ...request.init, signal: both }));
  readServiceDate(response.headers, sent);
  const reader = response.body?.getReader();
  const read = () => guarded(async () => (await reader?.read())?.value);
  // always reads one chunk ahead: a connection that breaks discards received chunks that were not read
  let ahead = heard(read());
  const next = () => {
    const piece = ahead;
    ahead = heard(piece.then((bytes) => (bytes ? read() : undefined)));
    return piece;
  };
  return { response, began, next };
}

/** Returns the promise, and prevents an unhandled rejection until it is awaited. */
function heard<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined);
  return promise;
}

function transportFault(signal: AbortSignal, silence: AbortSignal, cause: unknown): FleetFault {
  if (signal.aborted) return new FleetFault('aborted', 'The request was cancelled.', { cause });
  if (silence.aborted) {
    return new FleetFault('timeout', `The service was silent for ${SILENCE_MAX_MS / 1000} seconds.`, { cause });
  }
  return new FleetFault('network', 'The connection failed.', { cause });
}
