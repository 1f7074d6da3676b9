import { FleetLoadError } from '#fleet/model/fleetLoadError.ts';
import { updateServiceClock } from '#lib/time/serviceClock.ts';

type FleetRequest = { url: string; init: RequestInit };

/** Maximum time without data from the service, in ms: before its response, and between two chunks. */
const IDLE_TIMEOUT_MS = 30_000;

const PREFETCH_TIMEOUT_MS = 10_000;

export type BodyStream = {
  response: Response;
  startTime: number;
  /**
   * Returns the next chunk, or undefined at the end.
   * @throws FleetLoadError
   */
  readChunk: () => Promise<Uint8Array | undefined>;
};

/** Request that is sent before the code that needs its response is loaded. */
export class BodyPrefetch {
  /** Released when taken, because request and response contain the credentials. */
  #pending: { request: FleetRequest; body: Promise<BodyStream> } | undefined;
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor(request: FleetRequest) {
    this.#pending = { request, body: suppressUnhandledRejection(sendRequest(request, this.#controller.signal)) };
    this.#timer = setTimeout(() => {
      this.#pending = undefined;
      this.#controller.abort();
    }, PREFETCH_TIMEOUT_MS);
  }

  /** Returns the response to the same request, once. `signal` then aborts it. */
  take(request: FleetRequest, signal: AbortSignal): Promise<BodyStream> | undefined {
    const pending = this.#pending;
    if (!pending || !isSameRequest(pending.request, request)) return undefined;
    clearTimeout(this.#timer);
    this.#pending = undefined;
    signal.addEventListener('abort', () => this.#controller.abort(), { once: true });
    return pending.body;
  }
}

/**
 * Sends a request, or takes over its prefetch, and streams the body. The total time is unlimited.
 * @throws FleetLoadError network, timeout, aborted
 */
export function requestBodyStream(
  request: FleetRequest,
  signal: AbortSignal,
  prefetch: BodyPrefetch | undefined,
): Promise<BodyStream> {
  return prefetch?.take(request, signal) ?? sendRequest(request, signal);
}

function isSameRequest(one: FleetRequest, other: FleetRequest): boolean {
  const contents = ({ url, init }: FleetRequest) => JSON.stringify([url, init.headers, init.body]);
  return contents(one) === contents(other);
}

async function sendRequest(request: FleetRequest, signal: AbortSignal): Promise<BodyStream> {
  const [began, sent] = [performance.now(), Date.now()];
  const silence = new AbortController();
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    const timer = setTimeout(() => silence.abort(), IDLE_TIMEOUT_MS);
    try {
      return await work();
    } catch (cause) {
      throw createTransportError(signal, silence.signal, cause);
    } finally {
      clearTimeout(timer);
    }
  };
  const both = AbortSignal.any([signal, silence.signal]);
  const response = await guarded(() => fetch(request.url, { ...request.init, signal: both }));
  updateServiceClock(response.headers, sent);
  const reader = response.body?.getReader();
  const read = () => guarded(async () => (await reader?.read())?.value);
  // always reads one chunk ahead: a connection that breaks discards received chunks that were not read
  let ahead = suppressUnhandledRejection(read());
  const next = () => {
    const piece = ahead;
    ahead = suppressUnhandledRejection(piece.then((bytes) => (bytes ? read() : undefined)));
    return piece;
  };
  return { response, startTime: began, readChunk: next };
}

function suppressUnhandledRejection<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined);
  return promise;
}

function createTransportError(signal: AbortSignal, silence: AbortSignal, cause: unknown): FleetLoadError {
  if (signal.aborted) return new FleetLoadError('aborted', 'The request was canceled.', { cause });
  if (silence.aborted) {
    return new FleetLoadError('timeout', `The service sent nothing for ${IDLE_TIMEOUT_MS / 1000} seconds.`, { cause });
  }
  return new FleetLoadError('network', 'The connection failed.', { cause });
}
