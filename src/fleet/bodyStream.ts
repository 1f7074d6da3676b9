import { FleetFault } from './fleetFault.ts';

/** One POST, ready to be sent. */
export type FleetRequest = { url: string; init: RequestInit };

/** How long a service may stay silent before it has answered, and between any two pieces of its answer. */
export const SILENCE_MAX_MS = 30_000;

/** How long an answer waits for whoever it was asked for. */
const UNCLAIMED_MAX_MS = 10_000;

export type OpenBody = {
  response: Response;
  /** When the request was sent, by `performance.now()`. */
  began: number;
  /** The next piece, or nothing at the end. @throws FleetFault */
  next: () => Promise<Uint8Array | undefined>;
};

type Ahead = { answer: Promise<OpenBody>; stop: () => void };

/** Answers asked for before the code that reads them was there. */
const ahead = new Map<string, Ahead>();

/** Sends a request that `openBody` is about to be asked for. */
export function sendAhead(request: FleetRequest): void {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const key = keyOf(request);
  const answer = send(request, controller.signal);
  answer.catch(() => undefined);
  ahead.set(key, { answer, stop });
  setTimeout(() => ahead.delete(key) && stop(), UNCLAIMED_MAX_MS);
}

/**
 * Sends the request, unless it was sent ahead, and gives its body piece by piece. A list that keeps flowing may take as
 * long as it wants.
 * @throws FleetFault network, timeout, aborted
 */
export function openBody(request: FleetRequest, signal: AbortSignal): Promise<OpenBody> {
  const key = keyOf(request);
  const sent = ahead.get(key);
  if (!sent) return send(request, signal);
  ahead.delete(key);
  signal.addEventListener('abort', sent.stop, { once: true });
  return sent.answer;
}

function keyOf({ url, init }: FleetRequest): string {
  return JSON.stringify([url, init.headers, init.body]);
}

async function send(request: FleetRequest, signal: AbortSignal): Promise<OpenBody> {
  const began = performance.now();
  const silence = new Silence();
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    silence.begin();
    try {
      return await work();
    } catch (cause) {
      throw transportFault(signal, silence, cause);
    } finally {
      silence.end();
    }
  };
  const both = AbortSignal.any([signal, silence.signal]);
  const response = await guarded(() => fetch(request.url, { ...request.init, signal: both }));
  const reader = response.body?.getReader();
  return { response, began, next: () => guarded(async () => (await reader?.read())?.value) };
}

function transportFault(signal: AbortSignal, silence: Silence, cause: unknown): FleetFault {
  if (signal.aborted) return new FleetFault('aborted', 'The request was cancelled.', { cause });
  if (silence.signal.aborted) {
    return new FleetFault('timeout', `The service was silent for ${SILENCE_MAX_MS / 1000} seconds.`, { cause });
  }
  return new FleetFault('network', 'The connection failed.', { cause });
}

/** Aborts when a wait is longer than SILENCE_MAX_MS. */
class Silence {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.timer = setTimeout(() => this.controller.abort(), SILENCE_MAX_MS);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
