import type pg from 'pg';
import { DatabaseError } from '#server/store/database.ts';

/** SQLSTATEs that say the server is gone or going, besides the whole class 08. */
const GONE = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006']);
const CANCELLED = '57014';
const DUPLICATE = '23505';
const INTERNAL = 'XX000';

/** Errors of the connection carry no SQLSTATE, which always has five characters; one of theirs looks like one. */
export function isSqlState(code: string | undefined): boolean {
  return /^[0-9A-Z]{5}$/.test(code ?? '') && code !== 'EPIPE';
}

export function toDatabaseError({ code, message }: pg.DatabaseError, signal?: AbortSignal): DatabaseError {
  if (code === CANCELLED) return new DatabaseError(signal?.aborted ? 'aborted' : 'timeout', message, code);
  const lost = !isSqlState(code) || code?.startsWith('08') || GONE.has(code ?? '');
  // a coordinator passes on what a worker said, or that it is away, without the SQLSTATE that belongs to it
  const gone = lost || (code === INTERNAL && /^(failure on connection|connection not open)/.test(message));
  const duplicate = code === INTERNAL && /^duplicate key value/.test(message);
  return new DatabaseError(gone ? 'unavailable' : 'statement', message, duplicate ? DUPLICATE : code);
}
