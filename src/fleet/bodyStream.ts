import { FleetFault } from './fleetFault.ts';

/** One POST, ready to be sent. */
export type FleetRequest = { url: string; init: RequestInit };

/** How long a service may stay silent before it has answered, and between any two pieces of its answer. */
export const SILENCE_MAX_MS = 30_000;

export type OpenBody = {
  response: Response;
  /** The next piece, or nothing at the end. @throws FleetFault */
  next: () => Promise<Uint8Array | undefined>;
};

/**
 * Sends the request and gives its body piece by piece. A list that keeps flowing may take as long as it wants.
 * @throws FleetFault network, timeout, aborted
 */
export async function openBody(request: FleetRequest, signal: AbortSignal): Promise<OpenBody> {
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
  return { response, next: () => guarded(async () => (await reader?.read())?.value) };
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
