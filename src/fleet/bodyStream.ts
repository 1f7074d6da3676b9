import { FleetFault } from '#fleet/model/fleetFault.ts';
import { readServiceDate } from '#lib/time/serviceClock.ts';

/** One POST, ready to be sent. */
type FleetRequest = { url: string; init: RequestInit };

/** How long a service may stay silent before it has answered, and between any two pieces of its answer. */
const SILENCE_MAX_MS = 30_000;

/** How long an answer waits for whoever it was asked for. */
const UNCLAIMED_MAX_MS = 10_000;

export type OpenBody = {
  response: Response;
  /** When the request was sent, by `performance.now()`. */
  began: number;
  /** The next piece, or nothing at the end. @throws FleetFault */
  next: () => Promise<Uint8Array | undefined>;
};

type SentAhead = {
  request: FleetRequest;
  answer: Promise<OpenBody>;
  stop: () => void;
  timer: ReturnType<typeof setTimeout>;
};

/** An answer asked for before the code that reads it was there. */
let sentAhead: SentAhead | undefined;

/** Sends a request that `openBody` is about to be asked for. */
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
 * Sends the request, unless it was sent ahead, and gives its body piece by piece. A list that keeps flowing may take as
 * long as it wants.
 * @throws FleetFault network, timeout, aborted
 */
export function openBody(request: FleetRequest, signal: AbortSignal): Promise<OpenBody> {
  if (!sentAhead || !isSame(sentAhead.request, request)) return send(request, signal);
  const { answer, stop, timer } = sentAhead;
  // nothing may go on holding the request, and with it the credentials
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
  // always one piece ahead: a connection that breaks takes with it what came and was not read
  let ahead = heard(read());
  const next = () => {
    const piece = ahead;
    ahead = heard(piece.then((bytes) => (bytes ? read() : undefined)));
    return piece;
  };
  return { response, began, next };
}

/** The promise itself, whose failure counts as heard until somebody awaits it. */
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
