import type pg from 'pg';
import { DatabaseError } from '#server/store/database.ts';

/** SQLSTATEs of a server that is unavailable or shutting down, in addition to class 08. */
const SERVER_GONE_STATES = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006']);
const CANCELLED = '57014';
const DUPLICATE = '23505';
const INTERNAL = 'XX000';

/**
 * True for SQLSTATEs, which have five characters. All other codes are connection errors; only EPIPE has the same form.
 */
export function isSqlState(code: string | undefined): boolean {
  return /^[0-9A-Z]{5}$/.test(code ?? '') && code !== 'EPIPE';
}

export function toDatabaseError({ code, message }: pg.DatabaseError, signal?: AbortSignal): DatabaseError {
  if (code === CANCELLED) return new DatabaseError(signal?.aborted ? 'aborted' : 'timeout', message, code);
  const lost = !isSqlState(code) || code?.startsWith('08') || SERVER_GONE_STATES.has(code ?? '');
  // a Citus coordinator forwards the message or the loss of a worker without the corresponding SQLSTATE
  const gone = lost || (code === INTERNAL && /^(failure on connection|connection not open)/.test(message));
  const duplicate = code === INTERNAL && /^duplicate key value/.test(message);
  return new DatabaseError(gone ? 'unavailable' : 'statement', message, duplicate ? DUPLICATE : code);
}
