import { setTimeout } from 'node:timers/promises';
import type { OperationName } from '#contract/operations.ts';
import type { OperationResponse } from '#server/operations/operationResponse.ts';
import type { OperationHandler } from '#server/operations/operations.ts';

export type HttpFault =
  | { kind: 'latency'; ms: number }
  | { kind: 'never' }
  | { kind: 'reset'; afterBytes?: number }
  | { kind: 'truncate'; afterBytes?: number }
  | { kind: 'trickle'; bytes?: number; ms?: number }
  | { kind: 'html'; status?: number }
  | { kind: 'empty'; status?: number }
  | { kind: 'body'; body: string; status?: number }
  | { kind: 'error'; status: number; code: string; message?: string; retryAfter?: string };

export const FAULT_KINDS = ['latency', 'never', 'reset', 'truncate', 'trickle', 'html', 'empty', 'body', 'error'];

type PlannedFault = { operation: OperationName | 'any'; times: number; fault: HttpFault };

export class FaultQueue {
  private planned: PlannedFault[] = [];
  private waiting = new AbortController();

  add(planned: PlannedFault): void {
    this.planned.push({ ...planned });
  }

  clear(): void {
    this.planned = [];
  }

  release(): void {
    this.waiting.abort();
    this.waiting = new AbortController();
  }

  get releaseSignal(): AbortSignal {
    return this.waiting.signal;
  }

  take(operation: OperationName): HttpFault | undefined {
    const next = this.planned.find((planned) => planned.operation === 'any' || planned.operation === operation);
    if (!next) return undefined;
    next.times--;
    if (next.times <= 0) this.planned = this.planned.filter((planned) => planned !== next);
    return next.fault;
  }
}

export function withQueuedFaults(operate: OperationHandler, faults: FaultQueue): OperationHandler {
  return async (name, request, address) => {
    const fault = faults.take(name);
    if (!fault) return operate(name, request, address);
    return applyFault(fault, AbortSignal.any([request.signal, faults.releaseSignal]), () =>
      operate(name, request, address),
    );
  };
}

async function applyFault(
  fault: HttpFault,
  signal: AbortSignal,
  answer: () => Promise<OperationResponse>,
): Promise<OperationResponse> {
  switch (fault.kind) {
    case 'latency':
      await pause(fault.ms, signal);
      return answer();
    case 'never':
      await pause(2 ** 31 - 1, signal);
      return answer();
    case 'reset':
    case 'truncate':
    case 'trickle': {
      const { status, bytes } = await bufferResponse(await answer());
      return { status, body: fault.kind === 'trickle' ? trickle(bytes, fault, signal) : truncate(bytes, fault) };
    }
    case 'html':
      return {
        status: fault.status ?? 200,
        body: '<!doctype html><title>A proxy</title><p>Please sign in to the network.',
        headers: { 'content-type': 'text/html; charset=utf-8' },
      };
    case 'empty':
      return { status: fault.status ?? 200, body: '' };
    case 'body':
      return { status: fault.status ?? 200, body: fault.body };
    case 'error': {
      const { status, code, message = 'Fault injected by a test.', retryAfter } = fault;
      return {
        status,
        body: JSON.stringify({ code, message }),
        headers: retryAfter ? { 'retry-after': retryAfter } : {},
      };
    }
  }
}

async function bufferResponse({ status, body }: OperationResponse): Promise<{ status: number; bytes: Uint8Array }> {
  if (typeof body === 'string') return { status, bytes: Buffer.from(body) };
  const pieces: Uint8Array[] = [];
  for (let piece = await body.next(); !piece.done; piece = await body.next()) {
    pieces.push(typeof piece.value === 'string' ? Buffer.from(piece.value) : piece.value);
  }
  return { status, bytes: Buffer.concat(pieces) };
}

type FaultOf<Kind extends HttpFault['kind']> = Extract<HttpFault, { kind: Kind }>;

async function* truncate(
  bytes: Uint8Array,
  { kind, afterBytes = Math.floor(bytes.byteLength / 2) }: FaultOf<'reset'> | FaultOf<'truncate'>,
): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, afterBytes);
  if (kind === 'truncate') return;
  // the first part must be sent before the connection is closed
  await setTimeout(50);
  throw new Error('Connection reset injected by a test.');
}

async function* trickle(bytes: Uint8Array, fault: FaultOf<'trickle'>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { bytes: step = 64, ms = 100 } = fault;
  for (let at = 0; at < bytes.byteLength; at += step) {
    yield bytes.subarray(at, at + step);
    await pause(ms, signal);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
