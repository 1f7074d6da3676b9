import { ApiError } from '#api/apiError.ts';
import { parseJsonPointer } from '#contract/stageErrors.ts';

/**
 * True if the service rejected the query as invalid. False for authentication errors, service failures and lost
 * connections.
 */
export function isInvalidQueryError(error: unknown): error is ApiError {
  return isPossibleStageError(error) && (error.status ?? 0) < 500;
}

export function isPossibleStageError(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.kind === 'invalid' || error.kind === 'serviceFailed');
}

/** Location of an error: an input, or the index of a stage. `path` leads to the invalid member of the stage. */
type ErrorLocation = { part: 'collection' | 'documentID' | number | undefined; path: readonly string[] };

const NO_LOCATION: ErrorLocation = { part: undefined, path: [] };

/** Reads the location from `at`, otherwise from the start of the message. */
export function parseErrorLocation(error: ApiError): ErrorLocation {
  if (!isInvalidQueryError(error)) return NO_LOCATION;
  const { message, at } = error;
  const [member, index, ...path] = (at !== undefined && parseJsonPointer(at)) || [];
  if (member === 'collection') return { part: 'collection', path: [] };
  if (member === 'index') return { part: 'documentID', path: [] };
  if (member === 'pipeline' && index !== undefined && /^\d+$/.test(index)) return { part: Number(index), path };
  if (/^collection\b/i.test(message)) return { part: 'collection', path: [] };
  if (/^index\b/.test(message)) return { part: 'documentID', path: [] };
  const position = /^pipeline\[(\d+)\]/.exec(message)?.[1];
  return position === undefined ? NO_LOCATION : { part: Number(position), path: [] };
}
