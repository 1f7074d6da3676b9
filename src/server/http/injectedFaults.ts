import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import type { OperationResponse } from '#server/operations/operationResponse.ts';
import type { OperationHandler } from '#server/operations/operations.ts';

const ms = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1));
const status = z.int().check(z.minimum(200), z.maximum(599));
const text = z.optional(z.string());

export const faultRequestSchema = z.strictObject({
  operation: z.optional(z.enum(['any', ...(Object.keys(OPERATIONS) as OperationName[])])),
  times: z.optional(z.int().check(z.minimum(1))),
  fault: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('latency'), ms }),
    z.strictObject({ kind: z.literal('never') }),
    z.strictObject({ kind: z.literal(['reset', 'truncate']), afterBytes: z.optional(z.int().check(z.minimum(0))) }),
    z.strictObject({
      kind: z.literal('trickle'),
      bytes: z.optional(z.int().check(z.minimum(1))),
      ms: z.optional(ms),
    }),
    z.strictObject({ kind: z.literal(['html', 'empty']), status: z.optional(status) }),
    z.strictObject({ kind: z.literal('body'), body: z.string(), status: z.optional(status) }),
    z.strictObject({ kind: z.literal('error'), status, code: z.string(), message: text, retryAfter: text }),
  ]),
});

type FaultRequest = z.infer<typeof faultRequestSchema>;
type HttpFault = FaultRequest['fault'];

export class InjectedFaults {
  private planned: { operation: OperationName | 'any'; times: number; fault: HttpFault }[] = [];
  private waiting = new AbortController();

  add({ operation = 'any', times = 1, fault }: FaultRequest): void {
    this.planned.push({ operation, times, fault });
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

export function withInjectedFaults(operate: OperationHandler, faults: InjectedFaults): OperationHandler {
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

type FaultOf<Kind extends HttpFault['kind']> = HttpFault & { kind: Kind };

async function* truncate(
  bytes: Uint8Array,
  { kind, afterBytes = Math.floor(bytes.byteLength / 2) }: FaultOf<'reset' | 'truncate'>,
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
